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
  let tree: LayerTree
  private let renderer = Renderer()
  var places: [Place] = []
  var placeOfLayer: [ObjectIdentifier: Int] = [:]
  var shadows: ShadowCache
  /// The display list, in framebuffer pixels, and its groups.
  var commands: [DrawCommand] = []
  var groups: [DrawGroup] = []
  var commandCount = 0
  var isListStale = false
  /// Counts how often the places were laid out anew: then they are others.
  var generation = 0
  /// Places in the list that were recorded since the last drawing; nil if the list was laid out.
  var changedCommands: [Int]?
  /// While the list is laid out: the groupings around a place.
  var openGroupings: [OpenGrouping] = []

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
      for layer in tree.changedLayers {
        tree.restIfDue()
        record(layer, damage: &damage)
      }
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
  public func draw(
    _ region: Region, into surface: Surface, by workers: Workers? = nil,
    pausing pauses: Pauses? = nil
  ) {
    renderer.draw(
      commands, groups: groups, changed: changedCommands, region: region,
      covering: commands(in: region.cover), into: surface, by: workers, pausing: pauses)
    changedCommands = []
  }

  /// Where the commands of a cover are in the list; none where it is of former places.
  private func commands(in cover: Region.Cover?) -> [Int] {
    guard let cover, cover.list == generation, groups.isEmpty else { return [] }
    var result: [Int] = []
    for shape in cover.shapes {
      let (place, offset) = PlaceCover.command(shape)
      guard places[place].firstCommand >= 0, offset < places[place].commands.count else {
        return []
      }
      result.append(places[place].firstCommand + offset)
    }
    return result
  }

  /// What draws a layer's shadow as of the last update; nil if nothing does.
  func shadowCommand(of layer: Layer) -> DrawCommand? {
    guard shadows.holds(layer), let index = placeOfLayer[ObjectIdentifier(layer)] else {
      return nil
    }
    return places[index].commands.first
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

  func placeIndex(_ layer: ObjectIdentifier) -> Int { placeOfLayer[layer] ?? -1 }
}
