import Geometry

/// The area of a shape without its stroke, for boxes around elements.
struct Outline {
  var path: Path
  /// Maps the path's space to the element's.
  var transform = AffineTransform.identity

  func transformed(by transform: AffineTransform) -> Outline {
    Outline(path: path, transform: self.transform.followed(by: transform))
  }
}

extension [Outline] {
  /// The box around all of them; nil where there are none.
  var bounds: Rect? {
    let box = reduce(Rect.null) { $0.union($1.path.transformed(by: $1.transform).bounds) }
    return box.isNull || !box.isFinite ? nil : box
  }
}
