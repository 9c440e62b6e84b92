internal import Geometry
internal import Raster

extension DrawCommand {
  /// The command on a plane in space.
  ///
  /// - Parameters:
  ///   - projection: maps the plane's pixels to the framebuffer's.
  ///   - outer: further clips, in framebuffer pixels.
  func projected(by projection: Projection, clips outer: [Shape]) -> DrawCommand {
    let whole = Projection(transform).followed(by: projection)
    var command = self
    command.shape = shape.projected(by: whole)
    command.transform = .identity
    command.clips = outer + clips.map { $0.projected(by: projection) }
    switch paint {
    case .color: break
    case .gradient(let gradient):
      command.paint = .projected(ProjectedPaint(.gradient(gradient), projection: whole))
    case .image(let image):
      if let area = image.cut(shape) {
        command.clips.append(
          .fill(area.transformed(by: image.transform), .nonZero).projected(by: whole))
      }
      command.paint = .projected(ProjectedPaint(.image(image), projection: whole))
    case .projected(let paint):
      command.paint = .projected(
        ProjectedPaint(paint.source, projection: paint.projection.followed(by: whole)))
    }
    return command
  }
}

extension ImagePaint {
  /// The area of the image in its pixels, if a shape reaches out of it and ends there.
  fileprivate func cut(_ shape: Shape) -> Path? {
    if extendsBorders { return nil }
    let area = source ?? Rect(PixelRect(image.size))
    if case .fill(let path, _) = shape, let inverse = transform.inverse {
      let box = path.hullBounds.transformed(by: inverse)
      if area.insetBy(dx: -1e-3, dy: -1e-3).contains(box) { return nil }
    }
    return .rect(area)
  }
}

extension Shape {
  /// Pixels by which the sides of a polygon may be off from a curve.
  private static var tolerance: Double { 0.05 }
  /// The pixels around all surfaces: beyond them, where a letter near the camera may reach, a curve
  /// needs no sides.
  private static var visible: Rect { Rect(x: -32_768, y: -32_768, width: 65_536, height: 65_536) }

  /// The image of the area, in polygons.
  func projected(by projection: Projection) -> Shape {
    switch self {
    case .fill(let path, let rule):
      return .fill(
        path.projected(by: projection, tolerance: Self.tolerance, within: Self.visible), rule)
    case .glyphs(let glyphs):
      return .fill(
        glyphs.path.projected(by: projection, tolerance: Self.tolerance, within: Self.visible),
        .nonZero)
    case .stroke(let path, let style):
      // The outline is made before the projection, under which a pen does not stay round.
      let scale = projection.derivative(at: path.bounds.center).largestScale
      let tolerance = scale > 0 && scale < .infinity ? Self.tolerance / scale : 1
      return .fill(
        path.stroked(style, tolerance: tolerance).projected(
          by: projection, tolerance: Self.tolerance, within: Self.visible), .nonZero)
    }
  }
}
