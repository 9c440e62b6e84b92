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
public final class Compositor {
  private let tree: LayerTree
  private let renderer = Renderer()
  private var places: [Place] = []
  private var placeOfLayer: [ObjectIdentifier: Int] = [:]
  /// The display list, in framebuffer pixels.
  private var commands: [DrawCommand] = []
  private var areCommandsStale = false

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
      damage = Region(PixelRect(size))
    } else if tree.isStructureChanged || isOrderChanged {
      rebuild(damage: &damage)
    } else {
      for layer in tree.changedLayers { record(layer, damage: &damage) }
    }
    tree.clearChanges()
    return damage.intersection(PixelRect(size))
  }

  /// Draws a part of the picture as of the last update. Pixels that no layer covers become black, or
  /// transparent where the format has alpha.
  public func draw(_ region: Region, into surface: Surface) {
    if areCommandsStale { layOutCommands() }
    renderer.draw(commands, region: region, into: surface)
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
    areCommandsStale = true

    var isKept = [Bool](repeating: false, count: oldPlaces.count)
    var lastKept = -1
    for place in places {
      guard let first = oldIndices[ObjectIdentifier(place.layer)] else {
        place.addBounds(to: &damage)
        continue
      }
      let index = place.part == .content ? first : oldPlaces[first].end - 1
      isKept[index] = true
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
        commands: contentCommands(of: layer, presentation, in: inner)))
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
    let changesSubtree = !layer.changes.isDisjoint(with: [.geometry, .compositing])
    record(
      layer, at: index, in: places[index].context, withSublayers: changesSubtree,
      damage: &damage)
  }

  private func record(
    _ layer: Layer, at index: Int, in context: LayerContext, withSublayers: Bool,
    damage: inout Region
  ) {
    guard let presentation = layer.presentation() else { return }
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
    if areCommandsStale { return }
    if old.count == new.count {
      for offset in new.indices { commands[places[index].firstCommand + offset] = new[offset] }
    } else {
      areCommandsStale = true
    }
  }

  private func layOutCommands() {
    commands.removeAll(keepingCapacity: true)
    for index in places.indices {
      places[index].firstCommand = commands.count
      commands.append(contentsOf: places[index].commands)
    }
    areCommandsStale = false
  }
}
