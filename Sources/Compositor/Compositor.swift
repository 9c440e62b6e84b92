public import Geometry
public import Layers
public import Raster

/// Brings a layer tree's presentation to pixels: keeps a display list from back to front, changes
/// in it what changed in the tree, and tells which pixels that touches.
///
/// 1. A layer takes one place in the list for what lies under its sublayers, its shadow too, and one
///    after them for its border; its mask's places follow. A subtree's places are therefore
///    consecutive, and stay while no layer comes, goes or changes its order.
/// 2. A changed layer is recorded again in its places; a change of where or how its subtree
///    is put on the screen records the subtree, and any change the shadows of the layers around it.
/// 3. The damage of a place is the difference of its old and new commands; that of a part of a mask
///    ends where the masked layer does.
/// 4. Commands are recorded without the layers' opacities. A layer that has a mask or is not wholly
///    opaque makes a group of its subtree's commands, or multiplies its opacity into the only one.
///    Where that comes out otherwise than before, the subtree is damaged.
public final class Compositor {
  private let tree: LayerTree
  private let renderer = Renderer()
  private var places: [Place] = []
  private var placeOfLayer: [ObjectIdentifier: Int] = [:]
  private var shadows: ShadowCache
  /// The display list, in framebuffer pixels, and its groups.
  private var commands: [DrawCommand] = []
  private var groups: [DrawGroup] = []
  private var commandCount = 0
  private var isListStale = false
  /// Places in the list that were recorded since the last drawing; nil if the list was laid out.
  private var changedCommands: [Int]?
  /// While the list is laid out: the groupings around a place.
  private var openGroupings: [OpenGrouping] = []

  private struct OpenGrouping {
    let layer: ObjectIdentifier
    /// One past the subtree's last painted place.
    let end: Int
    let factor: Double
  }

  /// Pixels of the output, whose origin is the root layer's top left corner.
  public let size: PixelSize

  /// A compositor of a tree for an output. One tree has one compositor.
  public init(tree: LayerTree, size: PixelSize) {
    self.tree = tree
    self.size = size
    shadows = ShadowCache(output: size)
  }

  /// Takes up what changed in the presentation since the last call.
  ///
  /// - Returns: the pixels that may look other than before; all of them at the first call.
  public func update() -> Region {
    var damage = DamageLedger()
    let isFirst = places.isEmpty
    if isFirst || tree.isStructureChanged || isOrderChanged {
      rebuild(damage: &damage)
    } else {
      for layer in tree.changedLayers { record(layer, damage: &damage) }
      recordShadows(damage: &damage)
    }
    if isListStale { layOutList(damage: &damage) }
    tree.clearChanges()
    if isFirst { return Region(PixelRect(size)) }
    settleMasks(&damage)
    return damage.painted.intersection(PixelRect(size))
  }

  /// Draws a part of the picture as of the last update. Pixels that no layer covers become black, or
  /// transparent where the format has alpha.
  public func draw(_ region: Region, into surface: Surface) {
    renderer.draw(
      commands, groups: groups, changed: changedCommands, region: region, into: surface)
    changedCommands = []
  }

  /// What draws a layer's shadow as of the last update; nil if nothing does.
  func shadowCommand(of layer: Layer) -> DrawCommand? {
    guard shadows.holds(layer), let index = placeOfLayer[ObjectIdentifier(layer)] else {
      return nil
    }
    return places[index].commands.first
  }

  // MARK: Recording

  /// True if a layer's new z position may have changed the order of its siblings.
  private var isOrderChanged: Bool {
    tree.changedLayers.contains { layer in
      guard layer.changes.contains(.geometry), let index = placeOfLayer[ObjectIdentifier(layer)]
      else { return false }
      return places[index].zPosition != layer.presentation()?.zPosition ?? 0
    }
  }

  private func rebuild(damage: inout DamageLedger) {
    let oldPlaces = places
    let oldIndices = placeOfLayer
    places = []
    placeOfLayer = [:]
    appendPlaces(
      of: tree.root.composed, in: .output(scale: tree.contentsScale), maskedLayer: nil)
    shadows.removeAll { placeOfLayer[$0] == nil }
    isListStale = true

    var isKept = [Bool](repeating: false, count: oldPlaces.count)
    var lastKept = -1
    for newIndex in places.indices {
      let place = places[newIndex]
      guard let first = oldIndices[ObjectIdentifier(place.layer)] else {
        place.addBounds(to: &damage[place.maskedLayer])
        continue
      }
      let index = place.part == .content ? first : oldPlaces[first].counterpart
      let old = oldPlaces[index]
      isKept[index] = true
      places[newIndex].grouping = old.grouping
      places[newIndex].groupLayer = old.groupLayer
      if place.maskedLayer == old.maskedLayer {
        place.addDamage(
          since: old.commands, within: PixelRect(size), to: &damage[place.maskedLayer])
      } else {
        old.addBounds(to: &damage[old.maskedLayer])
        place.addBounds(to: &damage[place.maskedLayer])
      }
      // What now lies over something that lay over it looks different where they overlap.
      if index < lastKept { place.addBounds(to: &damage[place.maskedLayer]) }
      lastKept = max(lastKept, index)
    }
    for (place, isKept) in zip(oldPlaces, isKept) where !isKept {
      place.addBounds(to: &damage[place.maskedLayer])
    }
  }

  /// - Parameter maskedLayer: the innermost layer whose mask the layer is a part of.
  private func appendPlaces(
    of layer: Layer, in context: LayerContext, maskedLayer: ObjectIdentifier?
  ) {
    guard let presentation = layer.presentation() else { return }
    let index = places.count
    placeOfLayer[ObjectIdentifier(layer)] = index
    let inner = context.entering(presentation)
    places.append(
      Place(
        layer: layer, part: .content, maskedLayer: maskedLayer, context: context,
        zPosition: presentation.zPosition,
        commands: backCommands(of: layer, presentation, in: inner),
        opacity: min(presentation.opacity, 1)))
    for sublayer in layer.composedSublayers {
      appendPlaces(
        of: sublayer, in: inner.forSublayers(of: presentation), maskedLayer: maskedLayer)
    }
    places[index].counterpart = places.count
    places.append(
      Place(
        layer: layer, part: .border, maskedLayer: maskedLayer, context: context,
        zPosition: presentation.zPosition, commands: borderCommands(of: presentation, in: inner),
        counterpart: index))
    if let mask = layer.mask {
      appendPlaces(of: mask, in: inner.forMask, maskedLayer: ObjectIdentifier(layer))
    }
    places[index].end = places.count
  }

  /// A layer's shadow, background and content.
  private func backCommands(
    of layer: Layer, _ presentation: Layer, in context: LayerContext
  ) -> [DrawCommand] {
    let content = contentCommands(of: layer, presentation, in: context)
    guard let shadow = shadows.command(of: layer, presentation, in: context) else {
      return content
    }
    return [shadow] + content
  }

  /// Records a changed layer again, and its subtree where that is put on the screen otherwise.
  private func record(_ layer: Layer, damage: inout DamageLedger) {
    guard let index = placeOfLayer[ObjectIdentifier(layer)] else { return }
    // Corners are a decoration, but cut the sublayers where the layer clips.
    let changesSubtree =
      !layer.changes.isDisjoint(with: [.geometry, .compositing])
      || (layer.changes.contains(.decoration) && layer.presentation()?.masksToBounds == true)
    record(
      layer, at: index, in: places[index].context, withSublayers: changesSubtree,
      damage: &damage)
  }

  /// Records the layers again whose shadow may have changed with something below them.
  private func recordShadows(damage: inout DamageLedger) {
    if shadows.isEmpty { return }
    var isDone: Set<ObjectIdentifier> = []
    for changed in tree.changedLayers {
      var layer = changed.superlayer
      while let current = layer, isDone.insert(ObjectIdentifier(current)).inserted {
        if shadows.holds(current), let index = placeOfLayer[ObjectIdentifier(current)] {
          record(
            current, at: index, in: places[index].context, withSublayers: false, damage: &damage)
        }
        layer = current.superlayer
      }
    }
  }

  private func record(
    _ layer: Layer, at index: Int, in context: LayerContext, withSublayers: Bool,
    damage: inout DamageLedger
  ) {
    guard let presentation = layer.presentation() else { return }
    let opacity = min(presentation.opacity, 1)
    if opacity != places[index].opacity {
      places[index].opacity = opacity
      if !isListStale && !fade(at: index, damage: &damage) { isListStale = true }
    }
    let border = places[index].counterpart
    let inner = context.entering(presentation)
    replace(
      at: index, with: backCommands(of: layer, presentation, in: inner), in: context,
      damage: &damage)
    replace(
      at: border, with: borderCommands(of: presentation, in: inner), in: context,
      damage: &damage)
    guard withSublayers else { return }
    let sublayerContext = inner.forSublayers(of: presentation)
    var next = index + 1
    while next < border {
      record(
        places[next].layer, at: next, in: sublayerContext, withSublayers: true, damage: &damage)
      next = places[next].end
    }
    if border + 1 < places[index].end {
      record(
        places[border + 1].layer, at: border + 1, in: inner.forMask, withSublayers: true,
        damage: &damage)
    }
  }

  private func replace(
    at index: Int, with new: [DrawCommand], in context: LayerContext, damage: inout DamageLedger
  ) {
    let old = places[index].commands
    places[index].context = context
    places[index].commands = new
    places[index].addDamage(
      since: old, within: PixelRect(size), to: &damage[places[index].maskedLayer])
    if isListStale { return }
    if old.count != new.count {
      isListStale = true
    } else if places[index].firstCommand >= 0 {
      let factor = places[index].factor
      for offset in new.indices {
        let place = places[index].firstCommand + offset
        replaceCommand(at: place, with: new[offset].faded(by: factor))
      }
    }
  }

  private func replaceCommand(at place: Int, with command: DrawCommand) {
    commands[place] = command
    changedCommands?.append(place)
    // Nobody draws.
    if let count = changedCommands?.count, count > commands.count + 64 { changedCommands = nil }
  }

  /// Brings a layer's new opacity to the list as it is.
  ///
  /// - Returns: false, with nothing done, where the list has to be laid out for it.
  private func fade(at index: Int, damage: inout DamageLedger) -> Bool {
    let opacity = places[index].opacity
    let whole = index...places[index].counterpart
    guard var grouping = places[index].grouping, places[index].firstCommand >= 0,
      opacity < 1 || grouping.mask != nil
    else { return false }
    if grouping.isGroup {
      groups[places[index].group].opacity = opacity
    } else {
      // The only command, where its opacity is this layer's alone.
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
    addBounds(of: whole, to: &damage)
    return true
  }

  /// Damages a layer's subtree, but for masks in it.
  private func addBounds(of whole: ClosedRange<Int>, to damage: inout DamageLedger) {
    let maskedLayer = places[whole.lowerBound].maskedLayer
    for place in places[whole] where place.maskedLayer == maskedLayer {
      place.addBounds(to: &damage[maskedLayer])
    }
  }

  // MARK: Masks

  /// Brings the damage of masks to what they mask.
  private func settleMasks(_ damage: inout DamageLedger) {
    // A mask in another mask comes first.
    while let layer = damage.masks.keys.max(by: { placeIndex($0) < placeIndex($1) }) {
      let change = damage[layer]
      damage.removeMask(of: layer)
      // With a layer that has gone its places have gone, and are damaged as such.
      guard let index = placeOfLayer[layer] else { continue }
      let outer = places[index].maskedLayer
      var masked = Region()
      for place in places[index...places[index].counterpart] where place.maskedLayer == outer {
        place.addBounds(to: &masked)
      }
      damage[outer].formUnion(masked.intersection(change))
    }
  }

  private func placeIndex(_ layer: ObjectIdentifier) -> Int { placeOfLayer[layer] ?? -1 }

  // MARK: The display list

  private func layOutList(damage: inout DamageLedger) {
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

  /// Gives every place its part of the list, leaving out masks of nothing.
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

  /// Makes a group of a layer that is masked, or not wholly opaque and shows more than one command.
  private func layOutGrouping(at index: Int, damage: inout DamageLedger) {
    let outer = openGroupings.last
    let opacity = places[index].opacity
    let border = places[index].counterpart
    let mask = places[index].layer.mask
    var grouping: Place.Grouping?
    let composition = places[index].layer.groupComposition
    if mask != nil || opacity < 1 || composition != .over {
      let first = places[index].firstCommand
      let behind = places[border].firstCommand + places[border].commands.count
      let isGroup = behind - first > (mask == nil && composition != .added ? 1 : 0)
      if isGroup {
        places[index].group = groups.count
        groups.append(
          DrawGroup(
            commands: first..<behind, opacity: opacity,
            mask: mask.map { _ in maskCommands(ofLayerAt: index) }, composition: composition))
      }
      grouping = Place.Grouping(
        opacity: opacity, isGroup: isGroup, mask: mask.map { ObjectIdentifier($0) },
        outer: outer?.layer)
      openGroupings.append(
        OpenGrouping(
          layer: ObjectIdentifier(places[index].layer), end: border + 1,
          // What is around an only command has no group either.
          factor: isGroup ? 1 : (outer?.factor ?? 1) * opacity))
    }
    if grouping != places[index].grouping {
      places[index].grouping = grouping
      addBounds(of: index...border, to: &damage)
    }
  }

  /// Where the commands of a layer's mask are in the list, behind its border's.
  private func maskCommands(ofLayerAt index: Int) -> Range<Int> {
    let border = places[index].counterpart
    let first = places[border].firstCommand + places[border].commands.count
    let end = places[index].end
    let behind = end < places.count ? places[end].firstCommand : commandCount
    return first..<behind
  }
}

extension DrawCommand {
  fileprivate func faded(by factor: Double) -> DrawCommand {
    if factor == 1 { return self }
    var command = self
    command.opacity *= factor
    return command
  }
}
