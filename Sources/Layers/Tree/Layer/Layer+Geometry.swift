public import Geometry

extension Layer {
  /// Maps the layer's own coordinates to its superlayer's: the transform's projection to the plane.
  public final var transformToSuperlayer: AffineTransform {
    let anchor = anchorInBounds
    return AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: values.transform.affineTransform)
      .followed(by: .translation(x: values.position.x, y: values.position.y))
  }

  /// The anchor point in the layer's own coordinates.
  final var anchorInBounds: Point {
    Point(
      x: values.bounds.minX + values.anchorPoint.x * values.bounds.width,
      y: values.bounds.minY + values.anchorPoint.y * values.bounds.height)
  }

  /// The bounding box of the layer in its superlayer's coordinates. Setting it changes the position
  /// and the size of the bounds so that the box becomes the given one, if the transform allows it.
  /// A negative size extends to the other side of the origin.
  public final var frame: Rect {
    get {
      let (left, right, top, bottom) = extent(of: values.bounds.size)
      return Rect(
        x: values.position.x - left, y: values.position.y - top,
        width: left + right, height: top + bottom)
    }
    set {
      let newValue = newValue.standardized
      let size = boundsSize(boxed: newValue.size)
      let (left, _, top, _) = extent(of: size)
      bounds = Rect(origin: bounds.origin, size: size)
      position = Point(x: newValue.minX + left, y: newValue.minY + top)
    }
  }

  /// The extent of a layer of a size from its position: left, right, up and down.
  private func extent(of size: Size) -> (Double, Double, Double, Double) {
    let x0 = -values.anchorPoint.x * size.width
    let y0 = -values.anchorPoint.y * size.height
    let (x1, y1) = (x0 + size.width, y0 + size.height)
    let transform = values.transform.affineTransform
    let corners = (
      transform.apply(to: Point(x: x0, y: y0)),
      transform.apply(to: Point(x: x1, y: y0)),
      transform.apply(to: Point(x: x0, y: y1)),
      transform.apply(to: Point(x: x1, y: y1))
    )
    return (
      -min(corners.0.x, corners.1.x, corners.2.x, corners.3.x),
      max(corners.0.x, corners.1.x, corners.2.x, corners.3.x),
      -min(corners.0.y, corners.1.y, corners.2.y, corners.3.y),
      max(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
    )
  }

  /// The size whose transformed box is `box`; the box itself if no size has it.
  private func boundsSize(boxed box: Size) -> Size {
    let transform = values.transform.affineTransform
    let (a, b) = (abs(transform.a), abs(transform.b))
    let (c, d) = (abs(transform.c), abs(transform.d))
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-9 else { return box }
    let width = (box.width * d - box.height * c) / determinant
    let height = (box.height * a - box.width * b) / determinant
    return width >= 0 && height >= 0 ? Size(width: width, height: height) : box
  }
}
