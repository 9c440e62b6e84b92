import CMath
import Geometry

/// Turns a path into the pieces of an outline in framebuffer space: lines and parts of circles.
///
/// Open subpaths are closed by a line, as for filling. With a coordinate that is not a number
/// there is no outline; others are clamped to ±2³⁰ px. Circles that lie or reach beyond are cut
/// into chords, which are tens of pixels off and more.
struct EdgeBuilder {
  /// The most chords of a quadratic curve that are all kept, wherever they lie.
  private static let fewChords = 32

  private let transform: AffineTransform
  /// The most chords of a curve.
  private let chordLimit: Int
  /// The pixels that count, and some around them; nil for all.
  private let area: Rect?
  private var startX = 0
  private var startY = 0
  private var currentX = 0
  private var currentY = 0
  /// The current point before it was rounded.
  private var current = Point.zero
  private var start = Point.zero
  /// The angles at the ends of the last arc: the other side of a stroked arc runs back between
  /// them.
  private var lastAngles = SIMD2<Double>(repeating: .nan)
  private var lastDirections = Directions(0, 0)

  private init(_ outline: borrowing DeviceOutline) {
    transform = outline.transform
    chordLimit = outline.chordLimit
    area = outline.seen.map { Rect($0).insetBy(dx: -2, dy: -2) }
  }

  /// Gives a sink all pieces of an outline.
  ///
  /// - Returns: false if a coordinate is not a number; then all pieces are to be discarded.
  static func build<Sink: OutlineSink & ~Copyable>(
    _ outline: borrowing DeviceOutline, into sink: inout Sink
  ) -> Bool {
    var builder = EdgeBuilder(outline)
    for element in outline.elements {
      guard builder.add(element, to: &sink) else { return false }
    }
    builder.close(in: &sink)
    return true
  }

  /// True if the element could be taken.
  private mutating func add<Sink: OutlineSink & ~Copyable>(
    _ element: Path.Element, to sink: inout Sink
  ) -> Bool {
    switch element {
    case .move(let point):
      close(in: &sink)
      let point = transform.apply(to: point)
      guard point.x == point.x, point.y == point.y else { return false }
      startX = Fixed.coordinate(point.x)
      startY = Fixed.coordinate(point.y)
      currentX = startX
      currentY = startY
      start = point
      current = point
    case .line(let end):
      return line(to: transform.apply(to: end), in: &sink)
    case .quadratic(let control, let end):
      return add(
        QuadraticCurve(
          start: current, control: transform.apply(to: control), end: transform.apply(to: end)),
        to: &sink)
    case .cubic(let control1, let control2, let end):
      return add(
        CubicCurve(
          start: current, control1: transform.apply(to: control1),
          control2: transform.apply(to: control2), end: transform.apply(to: end)),
        to: &sink)
    case .arc(let arc):
      let arc = arc.transformed(by: transform)
      if let circular = CircularArc(arc), EdgeBuilder.canHold(circular) {
        add(circular, to: &sink)
        current = Point(x: Fixed.pixels(currentX), y: Fixed.pixels(currentY))
        return true
      }
      return add(arc, to: &sink)
    case .close:
      close(in: &sink)
    }
    return true
  }

  @inline(never)
  private mutating func add<Sink: OutlineSink & ~Copyable>(
    _ arc: EllipticArc, to sink: inout Sink
  ) -> Bool {
    var isNumber = line(to: arc.start, in: &sink)
    Flattener.flatten(
      arc, tolerance: DeviceOutline.tolerance, limit: chordLimit, within: area
    ) { isNumber = line(to: $0, in: &sink) && isNumber }
    return isNumber
  }

  @inline(never)
  private mutating func add<Sink: OutlineSink & ~Copyable>(
    _ curve: CubicCurve, to sink: inout Sink
  ) -> Bool {
    var isNumber = true
    Flattener.fit(curve, limit: chordLimit, within: area) {
      isNumber = line(to: $0, in: &sink) && isNumber
    }
    return isNumber
  }

  /// Cuts a quadratic curve, as glyphs have them, in the way that `Flattener.fit` cuts others.
  private mutating func add<Sink: OutlineSink & ~Copyable>(
    _ curve: QuadraticCurve, to sink: inout Sink
  ) -> Bool {
    let start = SIMD2(curve.start.x, curve.start.y)
    let control = SIMD2(curve.control.x, curve.control.y)
    let end = SIMD2(curve.end.x, curve.end.y)
    let limits = SIMD2(repeating: Fixed.limit)
    let aboveLow = (start .> -limits) .& (control .> -limits) .& (end .> -limits)
    let belowHigh = (start .< limits) .& (control .< limits) .& (end .< limits)
    // False for NaN, too. All points lie between these three.
    guard all(aboveLow .& belowHigh) else {
      let far = 2.0 / 3
      return add(
        CubicCurve(
          start: curve.start,
          control1: curve.start + (curve.control - curve.start) * far,
          control2: curve.end + (curve.control - curve.end) * far, end: curve.end), to: &sink)
    }
    // The curve is start + 2t·way + t²·bend.
    let way = control - start
    let bend = end - start - way - way
    let square = bend * bend
    let count = min(Flattener.fittedCount(squaredBend: square.x + square.y), chordLimit)
    let chords = ChordEnds(start: start, way: way, bend: bend, count: count)
    let x = Fixed.roundedInt(curve.end.x * 65536)
    let y = Fixed.roundedInt(curve.end.y * 65536)
    if let area, count > EdgeBuilder.fewChords {
      Flattener.fittedEnds(of: curve, count: count, within: area) { index in
        let place = chords.place(index)
        line(toX: Fixed.roundedInt(place.x), y: Fixed.roundedInt(place.y), in: &sink)
      }
      line(toX: x, y: y, in: &sink)
      current = curve.end
      return true
    }
    sink.add(chords, fromX: currentX, y: currentY, toX: x, y: y)
    (currentX, currentY) = (x, y)
    current = curve.end
    return true
  }

  private mutating func close<Sink: OutlineSink & ~Copyable>(in sink: inout Sink) {
    line(toX: startX, y: startY, in: &sink)
    current = start
    sink.endSubpath()
  }

  /// True if the point's coordinates are numbers.
  @inline(__always)
  private mutating func line<Sink: OutlineSink & ~Copyable>(
    to point: Point, in sink: inout Sink
  ) -> Bool {
    guard point.x == point.x, point.y == point.y else { return false }
    line(toX: Fixed.coordinate(point.x), y: Fixed.coordinate(point.y), in: &sink)
    current = point
    return true
  }

  @inline(__always)
  private mutating func line<Sink: OutlineSink & ~Copyable>(
    toX x: Int, y: Int, in sink: inout Sink
  ) {
    sink.addLine(fromX: currentX, y: currentY, toX: x, y: y)
    currentX = x
    currentY = y
  }

  /// Joins to a point that should be the current one. Rounding may have moved the two apart by a
  /// unit or two, and an edge of that height would only cost time.
  private mutating func join<Sink: OutlineSink & ~Copyable>(
    toX x: Int, y: Int, in sink: inout Sink
  ) {
    if abs(x &- currentX) > 2 || abs(y &- currentY) > 2 { line(toX: x, y: y, in: &sink) }
  }

  private mutating func directions(_ start: Double, _ end: Double) -> (Vector, Vector) {
    if start == lastAngles.y, end == lastAngles.x {
      return (lastDirections.second, lastDirections.first)
    }
    lastAngles = SIMD2(start, end)
    lastDirections = Directions(start, end)
    return (lastDirections.first, lastDirections.second)
  }

  /// True if the numbers of an arc are within the fixed-point range; false if one is not a number.
  private static func canHold(_ arc: CircularArc) -> Bool {
    abs(arc.center.x) < Fixed.limit && abs(arc.center.y) < Fixed.limit && arc.radius < Fixed.limit
      && arc.startAngle.isFinite && arc.sweep.isFinite
  }

  /// Cuts a circular arc at its horizontal and vertical tangents.
  private mutating func add<Sink: OutlineSink & ~Copyable>(_ arc: CircularArc, to sink: inout Sink)
  {
    let (center, radius) = (arc.center, arc.radius)
    let turn = 2 * Double.pi
    let startAngle = fmod(arc.startAngle, turn) + (arc.startAngle < 0 ? turn : 0)
    var sweep = arc.sweep
    // An arc of more than a turn winds once more over the same circle, and keeps its end.
    if abs(sweep) > 2 * turn { sweep = fmod(sweep, turn) + (sweep < 0 ? -turn : turn) }
    if abs(abs(sweep) - turn) < 1e-9 { sweep = sweep < 0 ? -turn : turn }
    let endAngle = startAngle + sweep
    let (startDirection, endDirection) = directions(startAngle, endAngle)
    let start = center + startDirection * radius
    join(toX: Fixed.coordinate(start.x), y: Fixed.coordinate(start.y), in: &sink)
    guard sweep != 0, radius > 1.0 / 65536 else { return }
    let end = abs(sweep) == turn ? start : center + endDirection * radius
    let isClockwise = sweep > 0
    let quarter = Double.pi / 2
    // The quadrant in which the arc starts, counted from 3 o'clock, clockwise.
    var quadrant = Int((startAngle / quarter).rounded(.down))
    if !isClockwise, startAngle == Double(quadrant) * quarter { quadrant -= 1 }
    while true {
      let border = Double(isClockwise ? quadrant + 1 : quadrant) * quarter
      let isLast = isClockwise ? border >= endAngle : border <= endAngle
      let side: Double = quadrant & 3 == 0 || quadrant & 3 == 3 ? 1 : -1
      let half: Double = quadrant & 3 < 2 ? 1 : -1
      let x: Double
      let y: Double
      if isLast {
        (x, y) = (end.x, end.y)
      } else {
        // The tangent point at the border, exact.
        switch (isClockwise ? quadrant + 1 : quadrant) & 3 {
        case 0: (x, y) = (center.x + radius, center.y)
        case 1: (x, y) = (center.x, center.y + radius)
        case 2: (x, y) = (center.x - radius, center.y)
        default: (x, y) = (center.x, center.y - radius)
        }
      }
      let nextX = Fixed.coordinate(x)
      let nextY = Fixed.coordinate(y)
      sink.add(
        QuadrantArc(centerX: center.x, centerY: center.y, radius: radius, side: side, half: half),
        fromX: currentX, y: currentY, toX: nextX, y: nextY)
      currentX = nextX
      currentY = nextY
      if isLast { return }
      quadrant += isClockwise ? 1 : -1
    }
  }
}
