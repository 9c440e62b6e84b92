public import Geometry

extension DrawCommand {
  /// The framebuffer pixels that the command may change, antialiased edges included.
  ///
  /// Tight for fills; for strokes with corners a miter's whole reach counts. Not clipped to any
  /// surface.
  public var bounds: PixelRect {
    guard opacity > 0, transform.isFinite else { return .empty }
    var bounds = shape.bounds(under: transform)
    if case .image(let paint) = paint, !paint.extendsBorders {
      let size = Size(
        width: Double(paint.image.size.width), height: Double(paint.image.size.height))
      let area = Rect(origin: .zero, size: size).transformed(by: paint.transform)
      bounds = bounds.intersection(area.transformed(by: transform).pixelCover)
    }
    for clip in clips where !bounds.isEmpty {
      bounds = bounds.intersection(clip.bounds(under: .identity))
    }
    return bounds.isEmpty ? .empty : bounds
  }
}

extension Shape {
  /// The pixels that the shape touches under a transform to framebuffer pixels.
  func bounds(under transform: AffineTransform) -> PixelRect {
    let path: Path
    var reach = 0.0
    switch self {
    case .fill(let filled, _):
      path = filled
    case .stroke(let stroked, let style):
      path = stroked
      guard style.width > 0 else { return .empty }
      reach = style.width / 2
      if style.cap == .square { reach *= 2.0.squareRoot() }
      if style.join == .miter, stroked.hasCorners {
        reach = max(reach, style.width / 2 * max(style.miterLimit, 1))
      }
      reach *= transform.largestScale
    }
    let box = path.transformed(by: transform).bounds
    guard !box.isNull, box.isFinite, reach.isFinite else { return .empty }
    return box.insetBy(dx: -reach, dy: -reach).pixelCover
  }
}

extension Path {
  /// Whether any two segments meet, so that a stroke has joins.
  public var hasCorners: Bool {
    var segments = 0
    for element in elements {
      if case .move = element { segments = 0 } else { segments += 1 }
      if segments > 1 { return true }
    }
    return false
  }
}
