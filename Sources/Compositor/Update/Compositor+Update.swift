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
      /// The list of entries is built anew, and replaces a former one.
      case rebuilding(FormerEntries)
      /// The changed layers are recorded again, from one of them on.
      case recording(Int)
      /// The layers at some indices are recorded again, the last one first, since a change below
      /// them may have changed their shadows.
      case outerShadows([Int])
      /// The layers at some indices are recorded again, the last one first, if their shadows have
      /// other limits in the complete frame.
      case shadows([Int], behind: Int)
      /// The damage of the masks of some layers is moved to the masked parts, the last layer first.
      case masks([ObjectIdentifier])
      /// The backdrops of the layers at some indices are brought up to date, the last layer first.
      case backdrops([Int])
    }
  }

  /// Layers in a slice.
  private static var sliceLength: Int { 32 }
  /// Pixels of shadows after which a slice ends: they take a millisecond or two.
  private static var sliceBlur: Int { 1 << 16 }

  /// Begins an update that is done in slices. Until it is done the tree must not be changed, and
  /// nothing may be drawn.
  public func beginUpdate() {
    precondition(pendingUpdate == nil, "the last update is not done")
    let isFirst = entries.isEmpty
    let isRebuilt = isFirst || tree.isStructureChanged || isOrderChanged
    pendingUpdate = Update(
      isFirst: isFirst, phase: isRebuilt ? .rebuilding(beginRebuild()) : .recording(0))
  }

  /// Records some dozens of layers, or fewer where shadows or a backdrop are blurred.
  /// - Returns: nil as long as the update is not done, and then the pixels that may look different.
  public func updateSlice() -> Region? {
    guard var update = pendingUpdate.take() else { return Region() }
    let blurred = shadows.blurredPixels
    for _ in 0..<Self.sliceLength {
      let next = step(&update)
      if next == .none { return finish(update) }
      if next == .later || shadows.blurredPixels - blurred > Self.sliceBlur { break }
    }
    pendingUpdate = update
    return nil
  }

  /// The time of the next step: in this slice or in another one.
  private enum Next { case now, later, none }

  private func step(_ update: inout Update) -> Next {
    switch update.phase {
    case .rebuilding(let former):
      if appendNext() { return .now }
      finishRebuild(former, damage: &update.damage)
      update.phase = .shadows(unsettledShadows(), behind: 0)
    case .recording(let next):
      if recordNext(damage: &update.damage) { return .now }
      guard next < tree.changedLayers.count else {
        update.phase = .outerShadows(outerShadows())
        return .now
      }
      update.phase = .recording(next + 1)
      record(tree.changedLayers[next], damage: &update.damage)
    case .outerShadows(var indices):
      guard let index = indices.popLast() else {
        update.phase = .shadows(unsettledShadows(), behind: 0)
        return .now
      }
      update.phase = .outerShadows(indices)
      recordAlone(at: index, damage: &update.damage)
    case .shadows(var indices, var behind):
      guard let index = indices.popLast() else {
        shadows.endSettling()
        completeList(&update)
        return .now
      }
      settleShadow(at: index, behind: &behind, damage: &update.damage)
      update.phase = .shadows(indices, behind: behind)
    case .masks(var layers):
      // The list has one owner, or each of its changes would copy it.
      update.phase = .masks([])
      guard let layer = layers.popLast() else {
        update.phase = .backdrops(arrangeBackdrops())
        return .now
      }
      if let outer = settleMask(of: layer, damage: &update.damage) { insert(outer, in: &layers) }
      update.phase = .masks(layers)
    case .backdrops(var indices):
      guard let index = indices.popLast() else { return .none }
      update.phase = .backdrops(indices)
      // Drawn once more, which takes as long as a slice.
      return settleBackdrop(at: index, damage: &update.damage) ? .later : .now
    }
    return .now
  }

  private func completeList(_ update: inout Update) {
    if isListStale { layOutList(damage: &update.damage) }
    tree.clearChanges()
    // A mask within another mask comes first.
    let masks = update.damage.masks.keys.map { (index: entryIndex($0), layer: $0) }
    update.phase = .masks(
      update.isFirst ? [] : masks.sorted { $0.index < $1.index }.map { $0.layer })
  }

  private func finish(_ update: Update) -> Region {
    update.isFirst
      ? Region(PixelRect(size)) : update.damage.painted.intersection(PixelRect(size))
  }

  /// Transfers the damage of a layer's mask to the masked parts.
  /// - Returns: the layer whose mask they belong to; nil if they are drawn.
  private func settleMask(
    of layer: ObjectIdentifier, damage: inout DamageLedger
  ) -> ObjectIdentifier? {
    let change = damage[layer]
    damage.removeMask(of: layer)
    // The entries of a layer that is gone are gone, too, and have been damaged.
    guard let index = entryOfLayer[layer] else { return nil }
    let outer = entries[index].maskedLayer
    var masked = Region()
    for entry in entries[index...entries[index].counterpart] where entry.maskedLayer == outer {
      entry.addBounds(to: &masked)
    }
    damage[outer].formUnion(masked.intersection(change))
    return outer
  }

  /// Adds a layer to those whose masks have damage, in the order of their entries.
  private func insert(_ layer: ObjectIdentifier, in layers: inout [ObjectIdentifier]) {
    let index = entryIndex(layer)
    var (low, high) = (0, layers.count)
    while low < high {
      let middle = (low + high) / 2
      if entryIndex(layers[middle]) < index { low = middle + 1 } else { high = middle }
    }
    if low == layers.count || layers[low] != layer { layers.insert(layer, at: low) }
  }
}
