public import Geometry
internal import Layers

/// Applying the changes of the presentation, in slices.
extension Compositor {
  /// The part of an update that is left to do.
  struct Update {
    var damage = DamageLedger()
    let isFirst: Bool
    var phase: Phase

    enum Phase {
      /// The list of entries is built anew, in place of a former one.
      case rebuilding(FormerEntries)
      /// The changed layers are recorded again, from one of them on.
      case recording(Int)
    }
  }

  /// Layers in a slice.
  private static var sliceLength: Int { 32 }

  /// Begins an update that is done in slices. Until it is done the tree must not be changed, and nothing
  /// may be drawn.
  public func beginUpdate() {
    precondition(pendingUpdate == nil, "the last update is not done")
    let isFirst = entries.isEmpty
    let isRebuilt = isFirst || tree.isStructureChanged || isOrderChanged
    pendingUpdate = Update(
      isFirst: isFirst, phase: isRebuilt ? .rebuilding(beginRebuild()) : .recording(0))
  }

  /// Records some dozens of layers.
  /// - Returns: nil as long as the update is not done, and then the pixels that may look different.
  public func updateSlice() -> Region? {
    guard var update = pendingUpdate.take() else { return Region() }
    for _ in 0..<Self.sliceLength {
      switch update.phase {
      case .rebuilding(let former):
        if appendNext() { continue }
        finishRebuild(former, damage: &update.damage)
        return finish(&update)
      case .recording(let next):
        if recordNext(damage: &update.damage) { continue }
        guard next < tree.changedLayers.count else {
          recordShadows(damage: &update.damage)
          return finish(&update)
        }
        update.phase = .recording(next + 1)
        record(tree.changedLayers[next], damage: &update.damage)
      }
    }
    pendingUpdate = update
    return nil
  }

  private func finish(_ update: inout Update) -> Region {
    if isListStale { layOutList(damage: &update.damage) }
    tree.clearChanges()
    if update.isFirst { return Region(PixelRect(size)) }
    settleMasks(&update.damage)
    return update.damage.painted.intersection(PixelRect(size))
  }

  /// Transfers the damage of masks to the masked layers.
  private func settleMasks(_ damage: inout DamageLedger) {
    // A mask within another mask comes first.
    while let layer = damage.masks.keys.max(by: { entryIndex($0) < entryIndex($1) }) {
      let change = damage[layer]
      damage.removeMask(of: layer)
      // The entries of a layer that is gone are gone, too, and have been damaged.
      guard let index = entryOfLayer[layer] else { continue }
      let outer = entries[index].maskedLayer
      var masked = Region()
      for entry in entries[index...entries[index].counterpart] where entry.maskedLayer == outer {
        entry.addBounds(to: &masked)
      }
      damage[outer].formUnion(masked.intersection(change))
    }
  }
}
