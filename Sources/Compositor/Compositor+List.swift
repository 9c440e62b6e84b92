internal import Geometry
internal import Layers
internal import Raster

/// Building the display list: the commands of all places, and the groups around them.
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
    for index in places.indices where places[index].firstCommand >= 0 {
      while let last = openGroupings.last, last.end <= index { openGroupings.removeLast() }
      if places[index].part == .content { layOutGrouping(at: index, damage: &damage) }
      let inner = openGroupings.last
      if places[index].groupLayer != inner?.layer {
        places[index].groupLayer = inner?.layer
        places[index].addBounds(to: &damage[places[index].maskedLayer])
      }
      let factor = inner?.factor ?? 1
      places[index].factor = factor
      for command in places[index].commands { commands.append(command.faded(by: factor)) }
    }
    isListStale = false
  }

  /// Gives every place its part of the list, without masks that have nothing to mask.
  private func assignCommands() {
    var count = 0
    var index = 0
    while index < places.count {
      places[index].firstCommand = count
      count += places[index].commands.count
      index += 1
      guard places[index - 1].part == .border else { continue }
      let content = places[index - 1].counterpart
      let end = places[content].end
      if count == places[content].firstCommand {
        for place in index..<end { places[place].firstCommand = -1 }
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
    let opacity = places[index].opacity
    let border = places[index].counterpart
    let mask = places[index].layer.mask
    var grouping: Place.Grouping?
    let composition = places[index].composition
    let maskMode = places[index].maskMode
    if mask != nil || opacity < 1 || composition != .over {
      let first = places[index].firstCommand
      let behind = places[border].firstCommand + places[border].commands.count
      // Asked of an only command alone, since it looks at all that is below the layer.
      let isGroup =
        behind - first > (mask == nil && !composition.dependsOnBackdrop ? 1 : 0)
        || (behind > first && holdsBlending(index...border))
      if isGroup {
        places[index].group = groups.count
        groups.append(
          DrawGroup(
            commands: first..<behind, opacity: opacity,
            mask: mask.map { _ in maskCommands(ofLayerAt: index) }, maskMode: maskMode,
            composition: composition))
      }
      grouping = Place.Grouping(
        opacity: opacity, isGroup: isGroup, composition: composition, maskMode: maskMode,
        mask: mask.map { ObjectIdentifier($0) },
        outer: outer?.layer)
      openGroupings.append(
        OpenGrouping(
          layer: ObjectIdentifier(places[index].layer), end: border + 1,
          // Without a group, a single command has the opacities of all groupings around it.
          factor: isGroup ? 1 : (outer?.factor ?? 1) * opacity))
    }
    if grouping != places[index].grouping {
      places[index].grouping = grouping
      addBounds(of: index...border, to: &damage)
    }
  }

  /// True if a layer below the one of some places is blended with what lies behind it.
  private func holdsBlending(_ whole: ClosedRange<Int>) -> Bool {
    places[whole].dropFirst().contains { $0.composition.dependsOnBackdrop }
  }

  /// The commands of a layer's mask in the list; they follow those of its border.
  private func maskCommands(ofLayerAt index: Int) -> Range<Int> {
    let border = places[index].counterpart
    let first = places[border].firstCommand + places[border].commands.count
    let end = places[index].end
    let behind = end < places.count ? places[end].firstCommand : commandCount
    return first..<behind
  }

  // MARK: Changes in the existing list

  func replaceCommand(at place: Int, with command: DrawCommand) {
    commands[place] = command
    changedCommands?.append(place)
    // Nothing is drawn at present: forget the changes instead of collecting them without end.
    if let count = changedCommands?.count, count > commands.count + 64 { changedCommands = nil }
  }

  /// Applies a layer's new opacity to the existing list.
  ///
  /// - Returns: false, without a change, if the list has to be built again for it.
  func fade(at index: Int, damage: inout DamageLedger) -> Bool {
    let opacity = places[index].opacity
    let whole = index...places[index].counterpart
    guard var grouping = places[index].grouping, places[index].firstCommand >= 0,
      opacity < 1 || grouping.mask != nil
    else { return false }
    if grouping.isGroup {
      groups[places[index].group].opacity = opacity
    } else {
      // The only command, if its opacity depends on this layer alone.
      let layer = ObjectIdentifier(places[index].layer)
      let isAlone = grouping.outer.map { places[placeIndex($0)].grouping?.isGroup ?? false } ?? true
      guard isAlone,
        places[whole].allSatisfy({ $0.commands.isEmpty || $0.groupLayer == layer })
      else { return false }
      for part in whole where places[part].groupLayer == layer {
        places[part].factor = opacity
        for (offset, command) in places[part].commands.enumerated() {
          replaceCommand(
            at: places[part].firstCommand + offset, with: command.faded(by: opacity))
        }
      }
    }
    grouping.opacity = opacity
    places[index].grouping = grouping
    let maskedLayer = places[index].maskedLayer
    for part in whole where places[part].maskedLayer == maskedLayer {
      places[part].addShapes(cover(of: part), to: &damage[maskedLayer])
    }
    return true
  }

  /// Damages a layer's subtree, except for masks in it.
  func addBounds(of whole: ClosedRange<Int>, to damage: inout DamageLedger) {
    let maskedLayer = places[whole.lowerBound].maskedLayer
    for place in places[whole] where place.maskedLayer == maskedLayer {
      place.addBounds(to: &damage[maskedLayer])
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
