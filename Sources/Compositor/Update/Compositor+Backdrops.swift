internal import Geometry
internal import Layers
internal import Raster

/// Bringing blurred backdrops up to date, when the list is complete.
extension Compositor {
  /// Gives the backdrops of the frame their places.
  /// - Returns: the indices of their layers, the first one last: one may be behind another.
  func arrangeBackdrops() -> [Int] {
    let indices = backdrops.layers.compactMap { entryOfLayer[$0] }.sorted(by: >)
    backdrops.arrange(indices.reversed().map { ObjectIdentifier(entries[$0].layer) })
    return indices
  }

  /// Makes a layer's backdrop anew if the content behind it has changed.
  /// - Returns: false if nothing had to be drawn.
  func settleBackdrop(at index: Int, damage: inout DamageLedger) -> Bool {
    let key = ObjectIdentifier(entries[index].layer)
    guard entries[index].firstCommand >= 0, backdrops.isAffected(key, by: damage.painted) else {
      return false
    }
    let (list, start) = list(behind: index)
    guard let (paint, offset, shown) = backdrops.renew(key, over: list, from: start) else {
      return false
    }
    entries[index].commands[offset].paint = paint
    replaceCommand(
      at: entries[index].firstCommand + offset,
      with: entries[index].commands[offset].faded(by: entries[index].factor))
    damage.painted.formUnion(shown)
    return true
  }

  /// All that is painted before a layer. Groups around the layer end there, without their masks. A
  /// group that is put over its backdrop by a mode is a picture by itself, so nothing behind it is
  /// blurred.
  ///
  /// - Returns: the commands, and the place of the first one.
  private func list(behind index: Int) -> (DisplayList, Int) {
    let end = entries[index].firstCommand
    let own = groups.lastIndex { group in
      guard case .blended = group.composition else { return false }
      return group.commands.contains(end) && group.commands.lowerBound < end
    }
    let start = own.map { groups[$0].commands.lowerBound } ?? 0
    var list = DisplayList()
    for command in commands[start..<end] { list.append(command) }
    // Groups before the blended one lie before it, or around it.
    for var group in groups[(own.map { $0 + 1 } ?? 0)...] {
      if group.commands.contains(end) {
        guard group.commands.lowerBound < end else { continue }
        group.mask = nil
        // A transition's pictures are added to one another, but each lies over the content behind
        // both.
        if group.composition == .added { group.composition = .over }
      } else if (group.mask ?? group.commands).upperBound > end {
        continue
      }
      group.commands =
        group.commands.lowerBound - start..<min(group.commands.upperBound, end) - start
      group.mask = group.mask.map { $0.lowerBound - start..<$0.upperBound - start }
      list.append(group)
    }
    return (list, start)
  }
}
