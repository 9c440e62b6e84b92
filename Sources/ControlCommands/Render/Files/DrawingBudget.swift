import Compositor
import Geometry
import Layers
import Lottie
import Raster

/// The time that may be spent on drawing the layers of an SVG file, in all drawings together.
struct DrawingBudget {
  /// Work of `DrawingCost` that is left.
  private var work: Int

  /// - Parameter work: as much of `DrawingCost` as takes 6 to 12 seconds on one core of 2024, of
  ///   groups as well as of strokes.
  init(work: Int = 25_000_000_000) { self.work = work }

  /// Draws layers at their first time.
  ///
  /// - Parameters:
  ///   - root: the topmost layer, which must not be part of another tree.
  ///   - pixelCost: the work for each pixel of the surface besides the drawing.
  /// - Returns: false, with nothing drawn, if the drawing would take more than the remaining work.
  mutating func draw(_ root: Layer, into surface: Surface, pixelCost: Int = 0) -> Bool {
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    let compositor = Compositor(tree: tree, size: surface.size)
    let area = compositor.update()
    let list = compositor.displayList
    let pixels = surface.size.width * surface.size.height
    let cost = DrawingCost.of(list.commands, list.groups, in: surface.size) + pixelCost * pixels
    guard cost <= work else { return false }
    work -= cost
    compositor.draw(area, into: surface)
    return true
  }
}
