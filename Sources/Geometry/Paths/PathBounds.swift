extension Path {
  /// The tight bounding box of the drawn path; `Rect.null` if it draws nothing.
  ///
  /// A move counts only if something follows it.
  public var bounds: Rect { box(of: { $0 }, { $0 }).rect }

  /// The box of the image of the path.
  ///
  /// - Parameters:
  ///   - image: maps points.
  ///   - arcImage: maps arcs in the same way.
  @inline(__always)
  fileprivate func box(
    of image: (Point) -> Point, _ arcImage: (EllipticArc) -> EllipticArc
  ) -> PointBox {
    var box = PointBox()
    var current = Point.zero
    var start = Point.zero
    var isMoved = false
    var next = 0
    for verb in verbs {
      let first = next
      next += verb.pointCount
      if verb == .move {
        start = image(points[first])
        current = start
        isMoved = true
        continue
      }
      if isMoved { box.add(current) }
      isMoved = false
      switch verb {
      case .move: break
      case .line:
        current = image(points[first])
        box.add(current)
      case .quadratic:
        let curve = QuadraticCurve(
          start: current, control: image(points[first]), end: image(points[first + 1]))
        current = curve.end
        box.add(current)
        // A curve lies between its points: only one that pulls it out of the box needs a look.
        if !box.contains(curve.control) { box.add(curve.bounds) }
      case .cubic:
        let curve = CubicCurve(
          start: current, control1: image(points[first]), control2: image(points[first + 1]),
          end: image(points[first + 2]))
        current = curve.end
        box.add(current)
        if !box.contains(curve.control1) || !box.contains(curve.control2) {
          box.add(curve.bounds)
        }
      case .arc:
        let arc = arcImage(Path.arc(points, first))
        current = arc.end
        box.add(arc.bounds)
      case .close: current = start
      }
    }
    return box
  }

  /// The bounds of the path's image.
  public func bounds(under transform: AffineTransform) -> Rect {
    // The image of an upright box is upright, and touches the path's image as the box touches the
    // path. Far away an arc has no size beside its centre.
    if transform.keepsAxes {
      let box = bounds
      let farthest = max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY))
      if box.isNull || farthest < 0x1p30 { return box.transformed(by: transform) }
    }
    return box(of: { transform.apply(to: $0) }, { $0.transformed(by: transform) }).rect
  }

  /// The bounding box of the path's points, including control points, and of its arcs: chords of a
  /// curve stay within it. `Rect.null` for an empty path.
  public var hullBounds: Rect {
    var box = PointBox()
    var next = 0
    for verb in verbs {
      let first = next
      next += verb.pointCount
      if verb == .arc {
        box.add(Path.arc(points, first).bounds)
      } else {
        for index in first..<next { box.add(points[index]) }
      }
    }
    return box.rect
  }
}

extension PlacedPaths {
  /// The tight bounding box of all paths at their places; `Rect.null` if they draw nothing.
  public var bounds: Rect { PlacedPaths.bounds(of: parts[...]) }

  /// The box of some of them.
  public static func bounds(of parts: ArraySlice<Part>) -> Rect {
    var box = PointBox()
    for part in parts {
      let place = part.placement
      box.add(
        part.path.box(of: { place.apply(to: $0) }, { $0.transformed(by: place) }))
    }
    return box.rect
  }

  /// The bounds of the paths' image.
  public func bounds(under transform: AffineTransform) -> Rect {
    var box = PointBox()
    for part in parts {
      let place = part.placement
      // Mapped twice, as their outline is: rounded in the same way.
      box.add(
        part.path.box(
          of: { transform.apply(to: place.apply(to: $0)) },
          { $0.transformed(by: place).transformed(by: transform) }))
    }
    return box.rect
  }
}

/// The least and the greatest coordinates of some points. A coordinate that is not a number counts
/// for nothing.
private struct PointBox {
  private var low = SIMD2<Double>(repeating: .infinity)
  private var high = SIMD2<Double>(repeating: -.infinity)

  var rect: Rect {
    // False for no points, and where one coordinate of all is not a number.
    guard low.x <= high.x, low.y <= high.y else { return .null }
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  @inline(__always) mutating func add(_ point: Point) {
    let point = SIMD2(point.x, point.y)
    low.replace(with: point, where: point .< low)
    high.replace(with: point, where: point .> high)
  }

  @inline(__always) mutating func add(_ rect: Rect) {
    if rect.isNull { return }
    add(rect.origin)
    add(Point(x: rect.maxX, y: rect.maxY))
  }

  @inline(__always) mutating func add(_ other: PointBox) {
    low.replace(with: other.low, where: other.low .< low)
    high.replace(with: other.high, where: other.high .> high)
  }

  @inline(__always) func contains(_ point: Point) -> Bool {
    let point = SIMD2(point.x, point.y)
    return all((point .>= low) .& (point .<= high))
  }
}
