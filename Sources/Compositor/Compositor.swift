public import Geometry
public import Layers
public import Raster

/// Brings a layer tree's presentation to pixels: keeps a display list from back to front, changes
/// in it what changed in the tree, and tells which pixels that touches.
///
/// 1. A layer takes one place in the list for what lies under its sublayers, and one after them for
///    its border. A subtree's places are therefore consecutive, and stay while no layer
///    comes, goes or changes its order.
/// 2. A changed layer is recorded again in its places; a change of where or how its subtree
///    is put on the screen records the subtree.
/// 3. The damage of a place is the difference of its old and new commands.
/// 4. Commands are recorded without the layers' opacities. A layer that is not wholly opaque makes a
///    group of its subtree's commands, or multiplies its opacity into the only one. Where that comes
///    out otherwise than before, the subtree is damaged.
public final class Compositor {
  private let tree: LayerTree
  private let renderer = Renderer()
  private var places: [Place] = []
  private var placeOfLayer: [ObjectIdentifier: Int] = [:]
  /// The display list, in framebuffer pixels, and its groups.
  private var commands: [DrawCommand] = []
  private var groups: [DrawGroup] = []
  private var isListStale = false
  /// While the list is laid out: the groupings around a place.
  private var openGroupings: [OpenGrouping] = []

  private struct OpenGrouping {
    let layer: ObjectIdentifier
    /// One past the subtree's last place.
    let end: Int
    let factor: Double
  }

  /// Pixels of the output, whose origin is the root layer's top left corner.
  public let size: PixelSize

  /// A compositor of a tree for an output. One tree has one compositor.
  public init(tree: LayerTree, size: PixelSize) {
    self.tree = tree
    self.size = size
  }

  /// Takes up what changed in the presentation since the last call.
  ///
  /// - Returns: the pixels that may look other than before; all of them at the first call.
  public func update() -> Region {
    var damage = Region()
    if places.isEmpty {
      rebuild(damage: &damage)
      layOutList(damage: &damage)
      damage = Region(PixelRect(size))
    } else if tree.isStructureChanged || isOrderChanged {
      rebuild(damage: &damage)
    } else {
      for layer in tree.changedLayers { record(layer, damage: &damage) }
    }
    if isListStale { layOutList(damage: &damage) }
    tree.clearChanges()
    return damage.intersection(PixelRect(size))
  }

  /// Draws a part of the picture as of the last update. Pixels that no layer covers become black, or
  /// transparent where the format has alpha.
  public func draw(_ region: Region, into surface: Surface) {
    renderer.draw(commands, groups: groups, region: region, into: surface)
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

  private func rebuild(damage: inout Region) {
    let oldPlaces = places
    let oldIndices = placeOfLayer
    places = []
    placeOfLayer = [:]
    appendPlaces(of: tree.root, in: .output(scale: tree.contentsScale))
    isListStale = true

    var isKept = [Bool](repeating: false, count: oldPlaces.count)
    var lastKept = -1
    for newIndex in places.indices {
      let place = places[newIndex]
      guard let first = oldIndices[ObjectIdentifier(place.layer)] else {
        place.addBounds(to: &damage)
        continue
      }
      let index = place.part == .content ? first : oldPlaces[first].end - 1
      isKept[index] = true
      places[newIndex].grouping = oldPlaces[index].grouping
      places[newIndex].groupLayer = oldPlaces[index].groupLayer
      place.addDamage(since: oldPlaces[index].commands, to: &damage)
      // What now lies over something that lay over it looks different where they overlap.
      if index < lastKept { place.addBounds(to: &damage) }
      lastKept = max(lastKept, index)
    }
    for (place, isKept) in zip(oldPlaces, isKept) where !isKept { place.addBounds(to: &damage) }
  }

  private func appendPlaces(of layer: Layer, in context: LayerContext) {
    guard let presentation = layer.presentation() else { return }
    let index = places.count
    placeOfLayer[ObjectIdentifier(layer)] = index
    let inner = context.entering(presentation)
    places.append(
      Place(
        layer: layer, part: .content, context: context, zPosition: presentation.zPosition,
        commands: contentCommands(of: layer, presentation, in: inner),
        opacity: min(presentation.opacity, 1)))
    for sublayer in layer.sublayersInDrawingOrder {
      appendPlaces(of: sublayer, in: inner.forSublayers(of: presentation))
    }
    places.append(
      Place(
        layer: layer, part: .border, context: context, zPosition: presentation.zPosition,
        commands: borderCommands(of: presentation, in: inner)))
    places[index].end = places.count
  }

  /// Records a changed layer again, and its subtree where that is put on the screen otherwise.
  private func record(_ layer: Layer, damage: inout Region) {
    guard let index = placeOfLayer[ObjectIdentifier(layer)] else { return }
    // Corners are a decoration, but cut the sublayers where the layer clips.
    let changesSubtree =
      !layer.changes.isDisjoint(with: [.geometry, .compositing])
      || (layer.changes.contains(.decoration) && layer.presentation()?.masksToBounds == true)
    record(
      layer, at: index, in: places[index].context, withSublayers: changesSubtree,
      damage: &damage)
  }

  private func record(
    _ layer: Layer, at index: Int, in context: LayerContext, withSublayers: Bool,
    damage: inout Region
  ) {
    guard let presentation = layer.presentation() else { return }
    let opacity = min(presentation.opacity, 1)
    if opacity != places[index].opacity {
      places[index].opacity = opacity
      isListStale = true
    }
    let end = places[index].end
    let inner = context.entering(presentation)
    replace(
      at: index, with: contentCommands(of: layer, presentation, in: inner), in: context,
      damage: &damage)
    replace(
      at: end - 1, with: borderCommands(of: presentation, in: inner), in: context,
      damage: &damage)
    guard withSublayers else { return }
    let sublayerContext = inner.forSublayers(of: presentation)
    var next = index + 1
    while next < end - 1 {
      record(
        places[next].layer, at: next, in: sublayerContext, withSublayers: true, damage: &damage)
      next = places[next].end
    }
  }

  private func replace(
    at index: Int, with new: [DrawCommand], in context: LayerContext, damage: inout Region
  ) {
    let old = places[index].commands
    places[index].context = context
    places[index].commands = new
    places[index].addDamage(since: old, to: &damage)
    if isListStale { return }
    if old.count == new.count {
      let factor = places[index].factor
      for offset in new.indices {
        commands[places[index].firstCommand + offset] = new[offset].faded(by: factor)
      }
    } else {
      isListStale = true
    }
  }

  // MARK: The display list

  private func layOutList(damage: inout Region) {
    var count = 0
    for index in places.indices {
      places[index].firstCommand = count
      count += places[index].commands.count
    }
    commands.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    openGroupings.removeAll(keepingCapacity: true)
    for index in places.indices {
      while let last = openGroupings.last, last.end <= index { openGroupings.removeLast() }
      if places[index].part == .content { layOutGrouping(at: index, damage: &damage) }
      let inner = openGroupings.last
      if places[index].groupLayer != inner?.layer {
        places[index].groupLayer = inner?.layer
        places[index].addBounds(to: &damage)
      }
      let factor = inner?.factor ?? 1
      places[index].factor = factor
      for command in places[index].commands { commands.append(command.faded(by: factor)) }
    }
    isListStale = false
  }

  /// Makes a group of a layer that is not wholly opaque and shows more than one command.
  private func layOutGrouping(at index: Int, damage: inout Region) {
    let outer = openGroupings.last
    let opacity = places[index].opacity
    let end = places[index].end
    var grouping: Place.Grouping?
    if opacity < 1 {
      let first = places[index].firstCommand
      let behind = places[end - 1].firstCommand + places[end - 1].commands.count
      let isGroup = behind - first > 1
      if isGroup { groups.append(DrawGroup(commands: first..<behind, opacity: opacity)) }
      grouping = Place.Grouping(opacity: opacity, isGroup: isGroup, outer: outer?.layer)
      openGroupings.append(
        OpenGrouping(
          layer: ObjectIdentifier(places[index].layer), end: end,
          // What is around an only command has no group either.
          factor: isGroup ? 1 : (outer?.factor ?? 1) * opacity))
    }
    if grouping != places[index].grouping {
      places[index].grouping = grouping
      for place in places[index..<end] { place.addBounds(to: &damage) }
    }
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
