extension Path {
  /// The tight bounding box of the drawn path; `Rect.null` if it draws nothing.
  ///
  /// A move counts only if something follows it.
  public var bounds: Rect { bounds(under: .identity) }

  /// The bounds of the path's image.
  public func bounds(under transform: AffineTransform) -> Rect {
    let isMoved = transform != .identity
    var box = Rect.null
    var current = Point.zero
    var start = Point.zero
    for original in elements {
      let element = isMoved ? original.transformed(by: transform) : original
      if case .move(let point) = element {
        start = point
        current = point
        continue
      }
      box = box.union(current)
      switch element {
      case .move: break
      case .line(let point):
        box = box.union(point)
        current = point
      case .quadratic(let control, let end):
        box = box.union(QuadraticCurve(start: current, control: control, end: end).bounds)
        current = end
      case .cubic(let control1, let control2, let end):
        let curve = CubicCurve(start: current, control1: control1, control2: control2, end: end)
        box = box.union(curve.bounds)
        current = end
      case .arc(let arc):
        box = box.union(arc.bounds)
        current = arc.end
      case .close: current = start
      }
    }
    return box
  }

  /// The bounding box of the path's points, including control points, and of its arcs: chords of a
  /// curve stay within it. `Rect.null` for an empty path.
  public var hullBounds: Rect {
    elements.reduce(Rect.null) { box, element in
      switch element {
      case .move(let point), .line(let point): box.union(point)
      case .quadratic(let control, let end): box.union(control).union(end)
      case .cubic(let control1, let control2, let end):
        box.union(control1).union(control2).union(end)
      case .arc(let arc): box.union(arc.bounds)
      case .close: box
      }
    }
  }
}
