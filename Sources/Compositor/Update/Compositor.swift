public import Geometry
public import Layers
public import Raster

/// Draws a layer tree's presentation: keeps a display list from back to front, updates it with the
/// changes of the tree, and finds the damaged pixels.
///
/// 1. A layer has one entry in the list for everything under its sublayers, including its shadow,
///    and one after them for its border; its mask's entries follow. A subtree's entries are
///    therefore consecutive, and stay the same while no layer comes, goes or changes its order.
/// 2. A changed layer is recorded again in its entries; a change of its geometry or composition
///    records its subtree again, and any change records the shadows of the layers around it again.
/// 3. The damage of an entry is the difference between its old and new commands; the damage of a
///    part of a mask is limited to the masked layer.
/// 4. Commands are recorded without the layers' opacities. A layer that has a mask or is
///    translucent makes a group of its subtree's commands, or multiplies its opacity into the only
///    one. If the result differs from before, the subtree is damaged.
/// 5. Blurred backdrops come last: they are made of the commands behind them.
public final class Compositor {
  let tree: LayerTree
  private let renderer = Renderer()
  var entries: [DisplayListEntry] = []
  var entryOfLayer: [ObjectIdentifier: Int] = [:]
  var shadows: ShadowCache
  var backdrops: BackdropCache
  /// The display list, in framebuffer pixels, and its groups.
  var commands: [DrawCommand] = []
  var groups: [DrawGroup] = []
  var commandCount = 0
  var isListStale = false
  /// Counts how often the list of entries was built; indices of another generation are invalid.
  var generation = 0
  /// Indices in the list that were recorded since the last drawing; nil if the list was built
  /// again.
  var changedCommands: [Int]?
  /// While the list is built: the groupings around an entry.
  var openGroupings: [OpenGrouping] = []
  /// True if a layer was ever turned out of its plane, so that the order of siblings may depend on
  /// it.
  var hasDepth = false
  /// Set while an update is not done.
  var pendingUpdate: Update?
  /// Entries that are still to be appended, the next ones last.
  var building: [Building] = []
  /// Subtrees that are still to be recorded, the next one last.
  var recordings: [Recording] = []

  /// Pixels of the output, whose origin is the root layer's top left corner.
  public let size: PixelSize

  /// A compositor of a tree for an output. One tree has one compositor.
  public init(tree: LayerTree, size: PixelSize) {
    self.tree = tree
    self.size = size
    shadows = ShadowCache(output: size)
    backdrops = BackdropCache(output: size)
  }

  /// Applies the changes of the presentation since the last call.
  ///
  /// - Returns: the pixels that may look different; all of them at the first call.
  public func update() -> Region {
    beginUpdate()
    while true {
      if let damage = updateSlice() { return damage }
    }
  }

  /// Draws a part of the picture as of the last update. Pixels without a layer become black, or
  /// transparent if the format has alpha.
  public func draw(_ region: Region, into surface: Surface, by workers: Workers? = nil) {
    var drawing = beginDrawing(region, into: surface, by: workers)
    drawing.finish()
  }

  /// Begins the same drawing, to be done in slices. The picture stays that of the last update, even
  /// if another one follows before it is done.
  public func beginDrawing(
    _ region: Region, into surface: Surface, by workers: Workers? = nil
  ) -> SlicedDrawing {
    defer { changedCommands = [] }
    return renderer.beginDrawing(
      commands, groups: groups, changed: changedCommands, region: region,
      limitedTo: commands(of: region.shapes), into: surface, by: workers)
  }

  /// Draws the whole picture as of the last update without `FastPaths`, for tests that compare.
  package func drawPlainly(into surface: Surface) {
    Renderer([]).draw(commands, groups: groups, into: surface)
  }

  /// The commands of shapes in the list; empty for shapes of former entries.
  private func commands(of shapes: Region.Shapes?) -> [Int] {
    guard let shapes, shapes.list == generation, groups.isEmpty else { return [] }
    var result: [Int] = []
    for number in shapes.numbers {
      let (entry, offset) = EntryShapes.command(number)
      guard entries[entry].firstCommand >= 0, offset < entries[entry].commands.count else {
        return []
      }
      result.append(entries[entry].firstCommand + offset)
    }
    return result
  }

  /// The display list as of the last update, in framebuffer pixels. Its work can be estimated
  /// before it is drawn.
  package var displayList: (commands: [DrawCommand], groups: [DrawGroup]) { (commands, groups) }

  func entryIndex(_ layer: ObjectIdentifier) -> Int { entryOfLayer[layer] ?? -1 }
}
