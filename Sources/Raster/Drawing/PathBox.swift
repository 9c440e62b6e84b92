import Geometry

/// The box around the points of a path under a transform, including the control points of its
/// curves. It holds all that the path draws. It is less tight than the path's bounds, and takes
/// less work.
struct PathBox {
  /// In radians. For longer arcs the box of their whole ellipse is taken.
  private static var shortSweep: Double { 1 }
  /// In radians. Edges compute the ends of arcs from angles without whole turns. From this angle
  /// on, rounding takes these too far from the ends of the arc.
  private static var longTurn: Double { 1e6 }

  private(set) var low = SIMD2<Double>(repeating: .infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// Nil where the box has no bounds.
  init?(_ shape: Shape, under transform: AffineTransform) {
    switch shape {
    case .fill(let path, _), .stroke(let path, _):
      add(path.elements, { transform.apply(to: $0) }, { $0.transformed(by: transform) })
    case .glyphs(let glyphs):
      for part in glyphs.parts {
        let place = part.placement
        // Mapped twice, as their outline is: rounded in the same way.
        add(
          part.path.elements, { transform.apply(to: place.apply(to: $0)) },
          { $0.transformed(by: place).transformed(by: transform) })
      }
    }
    guard hasBounds else { return nil }
  }

  /// The box of a path.
  init?(_ path: Path, under transform: AffineTransform) {
    self.init(path.elements, under: transform)
  }

  /// The box of a rectangle, under a transform that keeps it upright.
  init?(_ rect: Rect, under transform: AffineTransform) {
    add(transform.apply(to: rect.origin))
    add(transform.apply(to: Point(x: rect.maxX, y: rect.maxY)))
    guard hasBounds else { return nil }
  }

  /// The box of some of a path's elements.
  init?(_ elements: Path.Elements, under transform: AffineTransform) {
    add(elements, { transform.apply(to: $0) }, { $0.transformed(by: transform) })
    guard hasBounds else { return nil }
  }

  /// False for NaN, too.
  private var hasBounds: Bool { isWithin(.infinity) }

  /// Adds elements that are mapped by two functions of the same meaning.
  @inline(__always)
  private mutating func add(
    _ elements: Path.Elements, _ image: (Point) -> Point,
    _ arcImage: (EllipticArc) -> EllipticArc
  ) {
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(image(point))
      case .quadratic(let control, let end):
        add(image(control))
        add(image(end))
      case .cubic(let control1, let control2, let end):
        add(image(control1))
        add(image(control2))
        add(image(end))
      case .arc(let arc): add(arcImage(arc))
      case .close: break
      }
    }
  }

  private mutating func add(_ arc: EllipticArc) {
    let extent =
      arc.isCircular
      ? SIMD2(repeating: arc.radius * (1 + 1e-6))
      : (SIMD2(arc.xAxis.dx, arc.xAxis.dy) * SIMD2(arc.xAxis.dx, arc.xAxis.dy)
        + SIMD2(arc.yAxis.dx, arc.yAxis.dy) * SIMD2(arc.yAxis.dx, arc.yAxis.dy))
        .squareRoot() * (1 + 1e-6)
    let center = SIMD2(arc.center.x, arc.center.y)
    // False for NaN, too.
    if abs(arc.sweep) < PathBox.shortSweep, abs(arc.startAngle) < PathBox.longTurn {
      // Beyond both of its ends it goes by a cosine of half the sweep at most.
      let ends = arc.ends
      let bulge = extent * (arc.sweep * arc.sweep / 8 + PathBox.slack(of: arc))
      add(ends.low - bulge, ends.high + bulge)
    } else {
      add(center - extent, center + extent)
    }
  }

  /// The distance that edges may go beyond a short arc's ends and bulge, in parts of its extent.
  ///
  /// Arcs are circular within a part in 10⁹, and then reach the rasterizer whole. If the radius is
  /// beyond fixed point, chords end on the arc itself, and only angles are rounded. So the box of a
  /// nearly straight arc of a stroke is not much wider than the arc.
  private static func slack(of arc: EllipticArc) -> Double {
    arc.radius > 2 * Fixed.limit && abs(arc.startAngle) < 8 ? 1e-13 : 1e-8
  }

  /// True if it has less than `limit` to a side.
  func isWithin(_ limit: Double) -> Bool {
    let size = high - low
    return size.x < limit && size.y < limit
  }

  /// A coordinate that is not a number counts for nothing.
  @inline(__always) private mutating func add(_ low: SIMD2<Double>, _ high: SIMD2<Double>) {
    // The standard library's pointwise functions branch for each lane.
    self.low.replace(with: low, where: low .< self.low)
    self.high.replace(with: high, where: high .> self.high)
  }

  private mutating func add(_ point: Point) {
    let pair = SIMD2(point.x, point.y)
    add(pair, pair)
  }

  /// Coordinates up to here are rounded by much less than the slack of `pixels`.
  private static var farthest: Double { 0x1p30 }

  /// The box at another place. Nil if it has no bounds there, and if it was so far away that
  /// rounding may have made it smaller: an arc at 2⁶⁰ has no size beside its centre, but has one
  /// when it is moved back.
  func moved(by way: Vector) -> PathBox? {
    let isEmpty = low.x > high.x
    if !isEmpty, max(-low.x, -low.y, high.x, high.y) > Self.farthest { return nil }
    if !isEmpty, max(low.x, low.y, -high.x, -high.y) > Self.farthest { return nil }
    let way = SIMD2(way.dx, way.dy)
    var moved = self
    (moved.low, moved.high) = (low + way, high + way)
    return moved.isWithin(.infinity) ? moved : nil
  }

  /// The pixels of the box and of a margin of `outset` around it; nil if the box is empty or
  /// reaches a million pixels away.
  func pixels(outset: Double = 0) -> PixelRect? {
    let limit = 1_000_000.0
    // Points are rounded to 1/65536.
    let slack = SIMD2(repeating: outset + 1.0 / 32768)
    let (low, high) = (low - slack, high + slack)
    guard low.x > -limit, low.y > -limit, high.x < limit, high.y < limit, low.x <= high.x,
      low.y <= high.y
    else { return nil }
    return PixelRect(
      minX: Int(low.x.rounded(.down)), minY: Int(low.y.rounded(.down)),
      maxX: Int(high.x.rounded(.down)) + 1, maxY: Int(high.y.rounded(.down)) + 1)
  }
}

extension EllipticArc {
  /// The box around both ends.
  fileprivate var ends: (low: SIMD2<Double>, high: SIMD2<Double>) {
    let directions = Directions(startAngle, startAngle + sweep)
    let center = SIMD2(center.x, center.y)
    let (x, y) = (SIMD2(xAxis.dx, xAxis.dy), SIMD2(yAxis.dx, yAxis.dy))
    let first = center + x * directions.first.dx + y * directions.first.dy
    let last = center + x * directions.second.dx + y * directions.second.dy
    let isBefore = first .< last
    return (
      last.replacing(with: first, where: isBefore), first.replacing(with: last, where: isBefore)
    )
  }
}
