internal import Geometry
internal import Layers
internal import Raster

/// Building the display list: the commands of all entries, and the groups around them.
extension Compositor {
  /// A grouping that is open while the list is built.
  struct OpenGrouping {
    let layer: ObjectIdentifier
    /// One past the subtree's last painted place.
    let end: Int
    let factor: Double
  }

  func layOutList(damage: inout DamageLedger) {
    assignCommands()
    commands.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    openGroupings.removeAll(keepingCapacity: true)
    for index in entries.indices where entries[index].firstCommand >= 0 {
      while let last = openGroupings.last, last.end <= index { openGroupings.removeLast() }
      if entries[index].part == .content { layOutGrouping(at: index, damage: &damage) }
      let inner = openGroupings.last
      if entries[index].groupLayer != inner?.layer {
        entries[index].groupLayer = inner?.layer
        entries[index].addBounds(to: &damage[entries[index].maskedLayer])
      }
      let factor = inner?.factor ?? 1
      entries[index].factor = factor
      for command in entries[index].commands { commands.append(command.faded(by: factor)) }
    }
    isListStale = false
  }

  /// Gives every entry its part of the list, without masks that have nothing to mask.
  private func assignCommands() {
    var count = 0
    var index = 0
    while index < entries.count {
      entries[index].firstCommand = count
      count += entries[index].commands.count
      index += 1
      guard entries[index - 1].part == .border else { continue }
      let content = entries[index - 1].counterpart
      let end = entries[content].end
      if count == entries[content].firstCommand {
        for entry in index..<end { entries[entry].firstCommand = -1 }
        index = end
      }
    }
    commandCount = count
    changedCommands = nil
  }

  /// Makes a group of a layer that has a mask, or that is translucent and shows more than one
  /// command.
  private func layOutGrouping(at index: Int, damage: inout DamageLedger) {
    let outer = openGroupings.last
    let opacity = entries[index].opacity
    let border = entries[index].counterpart
    let mask = entries[index].layer.mask
    var grouping: DisplayListEntry.Grouping?
    let composition = entries[index].composition
    let maskMode = entries[index].maskMode
    if mask != nil || opacity < 1 || composition != .over {
      let first = entries[index].firstCommand
      let behind = entries[border].firstCommand + entries[border].commands.count
      let isGroup = DrawGroup.isNeeded(
        for: behind - first, opacity: opacity, hasMask: mask != nil, composition,
        isSum: { isSum(index...border) }, holdsBlending: { holdsBlending(index...border) })
      if isGroup {
        entries[index].group = groups.count
        groups.append(
          DrawGroup(
            commands: first..<behind, opacity: opacity,
            mask: mask.map { _ in maskCommands(ofLayerAt: index) }, maskMode: maskMode,
            composition: composition))
      }
      grouping = DisplayListEntry.Grouping(
        opacity: opacity, isGroup: isGroup, composition: composition, maskMode: maskMode,
        mask: mask.map { ObjectIdentifier($0) },
        outer: outer?.layer)
      openGroupings.append(
        OpenGrouping(
          layer: ObjectIdentifier(entries[index].layer), end: border + 1,
          // Without a group, a single command has the opacities of all groupings around it.
          factor: isGroup ? 1 : (outer?.factor ?? 1) * opacity))
    }
    if grouping != entries[index].grouping {
      entries[index].grouping = grouping
      addBounds(of: index...border, to: &damage)
    }
  }

  /// True if a layer in the subtree of some entries is blended with the content behind it.
  private func holdsBlending(_ whole: ClosedRange<Int>) -> Bool {
    entries[whole].dropFirst().contains { $0.composition.dependsOnBackdrop }
      || entries[whole].contains { entry in entry.commands.contains { $0.isAdded } }
  }

  /// True if all commands of some entries are added to the content below them, and no group puts
  /// them together in another way first.
  private func isSum(_ whole: ClosedRange<Int>) -> Bool {
    entries[whole].allSatisfy { entry in entry.commands.allSatisfy { $0.isAdded } }
      && entries[whole].dropFirst().allSatisfy { entry in
        entry.opacity >= 1 && entry.layer.mask == nil
          && (entry.composition == .over || entry.composition == .added)
      }
  }

  /// The commands of a layer's mask in the list; they follow those of its border.
  private func maskCommands(ofLayerAt index: Int) -> Range<Int> {
    let border = entries[index].counterpart
    let first = entries[border].firstCommand + entries[border].commands.count
    let end = entries[index].end
    let behind = end < entries.count ? entries[end].firstCommand : commandCount
    return first..<behind
  }

  // MARK: Changes in the existing list

  func replaceCommand(at index: Int, with command: DrawCommand) {
    commands[index] = command
    changedCommands?.append(index)
    // Nothing is drawn at present: the changes are dropped, or they would be collected without end.
    if let count = changedCommands?.count, count > commands.count + 64 { changedCommands = nil }
  }

  /// Applies a layer's new opacity to the existing list.
  ///
  /// - Returns: false, without a change, if the list has to be built again for it.
  func fade(at index: Int, damage: inout DamageLedger) -> Bool {
    let opacity = entries[index].opacity
    let whole = index...entries[index].counterpart
    guard var grouping = entries[index].grouping, entries[index].firstCommand >= 0,
      opacity < 1 || grouping.mask != nil,
      // A sum needs a group from now on.
      grouping.isGroup || grouping.composition != .added
    else { return false }
    if grouping.isGroup {
      groups[entries[index].group].opacity = opacity
    } else {
      // The only command, if its opacity depends on this layer alone.
      let layer = ObjectIdentifier(entries[index].layer)
      let isAlone =
        grouping.outer.map { entries[entryIndex($0)].grouping?.isGroup ?? false } ?? true
      guard isAlone,
        entries[whole].allSatisfy({ $0.commands.isEmpty || $0.groupLayer == layer })
      else { return false }
      for part in whole where entries[part].groupLayer == layer {
        entries[part].factor = opacity
        for (offset, command) in entries[part].commands.enumerated() {
          replaceCommand(
            at: entries[part].firstCommand + offset, with: command.faded(by: opacity))
        }
      }
    }
    grouping.opacity = opacity
    entries[index].grouping = grouping
    let maskedLayer = entries[index].maskedLayer
    for part in whole where entries[part].maskedLayer == maskedLayer {
      entries[part].addShapes(shapes(of: part), to: &damage[maskedLayer])
    }
    return true
  }

  /// Damages a layer's subtree, except for masks in it.
  func addBounds(of whole: ClosedRange<Int>, to damage: inout DamageLedger) {
    let maskedLayer = entries[whole.lowerBound].maskedLayer
    for entry in entries[whole] where entry.maskedLayer == maskedLayer {
      entry.addBounds(to: &damage[maskedLayer])
    }
  }
}

extension DrawCommand {
  func faded(by factor: Double) -> DrawCommand {
    if factor == 1 { return self }
    var command = self
    command.opacity *= factor
    return command
  }
}
