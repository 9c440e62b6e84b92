internal import Geometry
internal import Layers

/// The place of a layer's shadow: whole pixels, and the remaining fraction of a pixel.
struct ShadowPlace {
  /// Maps the layer's own coordinates to framebuffer pixels, with the shadow's offset and without
  /// the whole pixels.
  let transform: AffineTransform
  let wholeX: Double
  let wholeY: Double
  /// Standard deviation of the blur in pixels.
  let deviation: Double

  /// - Parameter context: the layer's own.
  init(of presentation: Layer, in context: LayerContext) {
    let toPixels = context.transform
    let offset = presentation.shadowOffset
    let moved = toPixels.apply(to: Vector(dx: offset.width, dy: offset.height))
    func rounded(_ value: Double) -> Double { (value * 64).rounded() / 64 }
    let x = rounded(toPixels.tx + moved.dx)
    let y = rounded(toPixels.ty + moved.dy)
    wholeX = x.rounded(.down)
    wholeY = y.rounded(.down)
    transform = AffineTransform(
      a: toPixels.a, b: toPixels.b, c: toPixels.c, d: toPixels.d, tx: x - wholeX, ty: y - wholeY)
    // A gaussian ends at three deviations, and the shadow at two radii.
    deviation =
      max(0, presentation.shadowRadius) * 2 / 3 * toPixels.scaleFactor
  }
}
