import CMath

/// Turns paths into the outlines of their strokes, to be filled with the non-zero rule.
///
/// The outline of an open subpath runs along its left side, over the end cap, back along the right
/// side and over the start cap; a closed subpath has one contour for each side. Taken apart at the
/// path's vertices it is a sum of pieces: one body for each segment, one wedge for each join. All
/// of them run clockwise on the screen, so that every point of the stroke has a winding of at least
/// one and every other point zero:
///
/// 1. Lines and circular arcs are offset exactly. If half the width exceeds an arc's radius, the
///    inner offset passes the centre and is walked so that both parts of the body stay clockwise.
/// 2. At the inner side of a turn the offsets are cut at their intersection if both segments are
///    long enough, which leaves no overlap; otherwise the outline passes through the vertex itself.
/// 3. Other curves become circular arcs within the tolerance, which meet without corners, see
///    `ArcFitter`. At the tips of cusps there are lines and round joins.
/// 4. Bodies that extend beyond the plane of a butt end are cut there, see `StrokeEnd`.
struct Stroker {
  /// The distance by which the sides of a corner without a join may part, in parts of the
  /// tolerance.
  private static let leastCorner = 0.05

  private let style: StrokeStyle
  private let half: Double
  private let tolerance: Double
  /// The area that the path has to touch in order to be seen; nil for all.
  private let area: Rect?
  /// The most chords or arcs for one curve, about.
  private var chordLimit = Flattener.chordLimit
  private var segments: [StrokeSegment] = []
  private(set) var outline = Path()
  /// The present end of the outline.
  private var last = Point.zero
  /// The present end without the cut at the plane.
  private var lastUncut = Point.zero
  /// The butt end whose plane cuts the added pieces.
  private var plane: StrokeEnd?
  /// The corners of the box around all added pieces, except for arcs and dots by themselves.
  private var low = SIMD2(repeating: Double.infinity)
  private var high = SIMD2(repeating: -Double.infinity)
  private var hasBox = true

  /// The box around the outline; nil where it was not kept.
  var bounds: Rect? {
    // False for NaN, too.
    guard hasBox, low.x <= high.x, low.y <= high.y else { return nil }
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  init(_ style: StrokeStyle, tolerance: Double, within area: Rect? = nil) {
    self.style = style
    self.area = area
    half = style.width / 2
    self.tolerance = Flattener.usable(tolerance)
  }

  // MARK: - Segments

  mutating func stroke(_ path: Path) {
    outline.reserveCapacity(verbs: path.verbs.count * 5, points: path.verbs.count * 8)
    let curveCount = path.curveCount
    chordLimit = Flattener.chordLimit(curveCount: curveCount)
    // A curve becomes a dozen arcs, or a few dozen.
    segments.reserveCapacity(min(path.verbs.count + 24 * curveCount, 256))
    var start = Point.zero
    var current = Point.zero
    var isDrawn = false
    for element in path.elements {
      switch element {
      case .move(let point):
        finish(isClosed: false, isDrawn: isDrawn, at: current)
        start = point
        current = point
        isDrawn = false
        continue
      case .line(let end):
        addLine(from: current, to: end)
        current = end
      case .quadratic(let control, let end):
        addCurve(
          CubicCurve(QuadraticCurve(start: current, control: control, end: end)),
          startTangent: Stroker.direction(control - current, end - current),
          endTangent: Stroker.direction(end - control, end - current))
        current = end
      case .cubic(let control1, let control2, let end):
        addCurve(
          CubicCurve(start: current, control1: control1, control2: control2, end: end),
          startTangent: Stroker.direction(control1 - current, control2 - current, end - current),
          endTangent: Stroker.direction(end - control2, end - control1, end - current))
        current = end
      case .arc(let arc):
        current = addArc(arc, from: current)
      case .close:
        addLine(from: current, to: start)
        finish(isClosed: true, isDrawn: true, at: start)
        current = start
        isDrawn = false
        continue
      }
      isDrawn = true
    }
    finish(isClosed: false, isDrawn: isDrawn, at: current)
  }

  /// The direction of the first vector that is not zero.
  private static func direction(
    _ first: Vector, _ second: Vector, _ third: Vector = .zero
  ) -> Vector? {
    // A control point that coincides with the end, apart from rounding, gives no direction.
    let least = 1e-9 * max(first.length, second.length, third.length)
    if first.length > least { return first.normalized }
    return second.length > least ? second.normalized : third.normalized
  }

  private mutating func addLine(from start: Point, to end: Point) {
    if let segment = StrokeSegment(from: start, to: end) { segments.append(segment) }
  }

  private mutating func addCurve(
    _ curve: some StrokableCurve, startTangent: Vector?, endTangent: Vector?
  ) {
    guard let startTangent, let endTangent else { return }
    var fitter = ArcFitter(
      tolerance: tolerance, half: half, limit: chordLimit, within: area)
    fitter.fit(curve, startTangent: startTangent, endTangent: endTangent, to: &segments)
  }

  /// Adds an arc, and a line that leads to it.
  /// - Returns: the end of the arc.
  private mutating func addArc(_ arc: EllipticArc, from point: Point) -> Point {
    guard let circular = CircularArc(arc) else {
      if !StrokeSegment.begins(arc, at: point) { addLine(from: point, to: arc.start) }
      addEllipticArc(arc)
      return arc.end
    }
    let segment = StrokeSegment(circular)
    if !StrokeSegment.begins(arc, at: point) { addLine(from: point, to: segment.start) }
    if segment.length > 0, segments.last?.continues(with: segment) == true {
      segments[segments.count - 1].extend(by: segment)
    } else if segment.length > 0 {
      segments.append(segment)
    }
    return segment.end
  }

  private mutating func addEllipticArc(_ arc: EllipticArc) {
    let chord = arc.point(at: 1e-3) - arc.start
    addCurve(
      arc, startTangent: Stroker.direction(arc.derivative(at: 0), chord),
      endTangent: Stroker.direction(arc.derivative(at: 1), arc.end - arc.point(at: 1 - 1e-3)))
  }

  // MARK: - Contours

  private mutating func finish(isClosed: Bool, isDrawn: Bool, at point: Point) {
    defer { segments.removeAll(keepingCapacity: true) }
    if segments.isEmpty {
      if isDrawn { addDot(at: point) }
      return
    }
    if segments.count == 1, let arc = segments[0].arc {
      let isRing = isClosed && abs(arc.sweep) > 2 * .pi - 1e-6
      if isRing || !isClosed {
        let stroker = ArcStroker(
          arc, startTangent: segments[0].startTangent, endTangent: segments[0].endTangent,
          half: half, cap: style.cap)
        stroker.stroke(isRing: isRing, into: &outline)
        hasBox = false
        return
      }
    }
    let hasPlanes = !isClosed && style.cap == .butt && segments.count > 1
    if hasPlanes { flattenArcsAtEnds() }
    reserveOutline(for: segments.count)
    prepareJoins(isClosed: isClosed)
    if isClosed { addRing() } else { addBand(hasPlanes: hasPlanes) }
  }

  /// Adds both sides of a closed subpath, a contour each.
  private mutating func addRing() {
    let count = segments.count
    for isBackward in [false, true] {
      let contour = outline.verbs.count
      for index in 0..<count {
        if outline.verbs.count > contour, addSmoothArc(index, isBackward) { continue }
        addSide(of: segment(index, isBackward), startsContour: outline.verbs.count == contour)
        addJoin(
          from: segment(index, isBackward), to: segment((index + 1) % count, isBackward),
          join: joinIndex(after: index, isBackward), isBackward: isBackward,
          startsContour: outline.verbs.count == contour)
      }
      outline.close()
    }
  }

  /// Adds both sides of an open subpath and its caps, as one contour.
  ///
  /// - Parameter hasPlanes: true if pieces beyond the planes of its ends are cut off.
  private mutating func addBand(hasPlanes: Bool) {
    let count = segments.count
    let start = hasPlanes ? strokeEnd(isBackward: false) : nil
    let end = hasPlanes ? strokeEnd(isBackward: true) : nil
    add(leftStart(segments[0]), startsContour: true)
    for isBackward in [false, true] {
      let (first, second) = isBackward ? (end, start) : (start, end)
      for index in 0..<count {
        let isFirst = index < first?.count ?? 0
        cut(at: isFirst ? first : count - index <= second?.count ?? 0 ? second : nil)
        if index + 1 < count, addSmoothArc(index, isBackward) { continue }
        let current = segment(index, isBackward)
        addSide(of: current, startsContour: false)
        if index + 1 < count {
          addJoin(
            from: current, to: segment(index + 1, isBackward),
            join: joinIndex(after: index, isBackward), isBackward: isBackward,
            startsContour: false)
        } else {
          // A last line may cross the plane of the other end.
          add(current.end + left(current.endTangent))
          cut(at: nil)
          addCap(after: current)
        }
      }
    }
    outline.close()
  }

  /// Reserves memory for both sides of some segments, most of them arcs: at least twice as much as
  /// before.
  private mutating func reserveOutline(for count: Int) {
    let points = outline.points.count + 8 * count
    if points <= outline.points.capacity { return }
    outline.reserveCapacity(
      verbs: max(outline.verbs.count + 2 * count + 8, 2 * outline.verbs.capacity),
      points: max(points + 32, 2 * outline.points.capacity))
  }

  /// The start's plane or, in backward direction, the end's; nil if it cuts nothing.
  private func strokeEnd(isBackward: Bool) -> StrokeEnd? {
    isBackward
      ? StrokeEnd(of: segments.lazy.reversed().map { $0.reversed }, half: half)
      : StrokeEnd(of: segments, half: half)
  }

  /// Replaces arcs by their chords if they have to be cut at the plane of an end.
  private mutating func flattenArcsAtEnds() {
    for isBackward in [false, true] {
      guard let end = strokeEnd(isBackward: isBackward) else { continue }
      let count = segments.count
      let range = isBackward ? (count - end.count)..<count : 0..<end.count
      for index in range.reversed() where segments[index].arc != nil { flatten(at: index) }
    }
  }

  private mutating func flatten(at index: Int) {
    guard let arc = segments[index].arc else { return }
    let following = segments[(index + 1)...]
    let (whole, ellipse) = (
      segments[index],
      EllipticArc(
        center: arc.center, radius: arc.radius, startAngle: arc.startAngle, sweep: arc.sweep)
    )
    segments.removeSubrange(index...)
    // The exact tangents of the ends are kept as segments without length, for caps and joins.
    segments.append(StrokeSegment(at: whole.start, tangent: whole.startTangent))
    var current = whole.start
    Flattener.flatten(ellipse, tolerance: tolerance, limit: chordLimit) { end in
      guard let chord = StrokeSegment(from: current, to: end) else { return }
      segments.append(chord)
      current = end
    }
    segments.append(StrokeSegment(at: current, tangent: whole.endTangent))
    for place in index..<segments.count { segments[place].isSmooth = true }
    segments[segments.count - 1].isSmooth = whole.isSmooth
    segments += following
  }

  /// The segment at a position of the walk along the path or back.
  private func segment(_ index: Int, _ isBackward: Bool) -> StrokeSegment {
    isBackward ? segments[segments.count - 1 - index].reversed : segments[index]
  }

  /// Joins are kept with the segment before them, which on the way back is the later one.
  private func joinIndex(after index: Int, _ isBackward: Bool) -> Int {
    isBackward ? (2 * segments.count - 2 - index) % segments.count : index
  }

  private mutating func prepareJoins(isClosed: Bool) {
    let count = segments.count
    for index in 0..<(isClosed ? count : count - 1) {
      let next = (index + 1) % count
      let a = segments[index]
      let b = segments[next]
      let sine = a.endTangent.cross(b.startTangent)
      let cosine = a.endTangent.dot(b.startTangent)
      // A corner this small shows neither join nor trim.
      if cosine > 0, abs(sine) < 1e-9 || abs(sine) * half < tolerance * Stroker.leastCorner {
        continue
      }
      // A turn on the spot has no inner side; it has to count as one of the two.
      let turn = sine < 0 ? -1.0 : 1.0
      segments[index].turn = turn
      guard a.arc == nil, b.arc == nil, cosine > -0.999, next != index else { continue }
      // The offsets meet at half·tan(θ/2) before the vertex, and the corner that is cut off each
      // body reaches half·sin θ into the other one.
      let need = half * max(abs(sine) / (1 + cosine), abs(sine))
      let freeA = a.length - (a.startTrim.side == turn ? a.startTrim.length : 0)
      let freeB = b.length - (b.endTrim.side == turn ? b.endTrim.length : 0)
      guard a.length == 0 || freeA >= need, b.length == 0 || freeB >= need else { continue }
      // The offsets of a curve's end and its tangent are not cut but joined: all of the end stays.
      // Between the tangent and another segment there would be nothing to join.
      if a.length == 0 || b.length == 0 {
        guard a.isSmooth, a.length + b.length > 0, cosine > 0 else { continue }
      }
      segments[index].isTrimmed = true
      segments[index].endTrim = (turn, need)
      segments[next].startTrim = (turn, need)
    }
  }

  // MARK: - Pieces of a contour

  /// The offset of a vertex to the left of the direction of travel.
  private func left(_ tangent: Vector) -> Vector {
    Vector(dx: tangent.dy * half, dy: -tangent.dx * half)
  }

  private func leftStart(_ segment: StrokeSegment) -> Point {
    segment.start + left(segment.startTangent)
  }

  /// Cuts the pieces from here on at the plane of an end; the present point is on the path's side.
  private mutating func cut(at plane: StrokeEnd?) {
    if self.plane == nil { lastUncut = last }
    self.plane = plane
  }

  private mutating func add(_ point: Point, startsContour: Bool = false) {
    guard let plane, !startsContour else { return addUncut(point, startsContour: startsContour) }
    let isSeen = plane.distance(of: point) >= 0
    if isSeen != (plane.distance(of: lastUncut) >= 0) {
      addUncut(plane.crossing(from: lastUncut, to: point))
    }
    if isSeen { addUncut(point) }
    lastUncut = point
  }

  private mutating func addUncut(_ point: Point, startsContour: Bool = false) {
    if startsContour {
      outline.move(to: point)
    } else if !StrokeSegment.isNegligible(point - last, at: point) {
      outline.addLine(to: point)
    } else {
      return
    }
    last = point
    widen(to: point, by: 0)
  }

  /// Adds a circular arc from one point to another.
  private mutating func addArc(_ arc: CircularArc, from start: Point, to end: Point) {
    outline.addArc(
      center: arc.center, radius: arc.radius, startAngle: arc.startAngle, sweep: arc.sweep)
    if abs(arc.sweep) < 1 {
      // Beyond both of its ends it goes by a cosine of half the sweep at most; angles are rounded.
      let bulge = arc.radius * (arc.sweep * arc.sweep / 8 + 1e-12)
      widen(to: start, by: bulge)
      widen(to: end, by: bulge)
    } else {
      widen(to: arc.center, by: arc.radius)
    }
    last = end
    lastUncut = end
  }

  /// Widens the box to the square around a point.
  @inline(__always) private mutating func widen(to point: Point, by extent: Double) {
    let center = SIMD2(point.x, point.y)
    let (first, last) = (center - extent, center + extent)
    low.replace(with: first, where: first .< low)
    high.replace(with: last, where: last .> high)
  }

  /// Adds the left offset of an arc. A line's offset is added with its joins.
  private mutating func addSide(of segment: StrokeSegment, startsContour: Bool) {
    guard let arc = segment.arc else { return }
    let radius = arc.radius + (arc.sweep < 0 ? -half : half)
    let end = segment.end + left(segment.endTangent)
    if startsContour { add(leftStart(segment), startsContour: true) }
    let start = leftStart(segment)
    if radius > 0 {
      var side = arc
      side.radius = radius
      return addArc(side, from: start, to: end)
    }
    add(start)
    add(arc.center)
    if radius < 0 {
      addArc(
        CircularArc(
          center: arc.center, radius: -radius, startAngle: arc.startAngle + arc.sweep + .pi,
          sweep: -arc.sweep), from: end, to: start)
      add(arc.center)
    }
    add(end)
  }

  /// Adds the left offset of an arc behind which the path goes on without a corner: most of a
  /// curve.
  ///
  /// - Returns: false, with nothing added, for others.
  private mutating func addSmoothArc(_ index: Int, _ isBackward: Bool) -> Bool {
    let place = isBackward ? segments.count - 1 - index : index
    guard plane == nil, var arc = segments[place].arc,
      segments[joinIndex(after: index, isBackward)].turn == 0
    else { return false }
    arc.radius += (arc.sweep < 0) != isBackward ? -half : half
    if arc.radius <= 0 { return false }
    let (first, second) = (segments[place].startTangent, segments[place].endTangent)
    if isBackward {
      arc.startAngle += arc.sweep
      arc.sweep = -arc.sweep
      addArc(
        arc, from: segments[place].end + left(-second), to: segments[place].start + left(-first))
    } else {
      addArc(
        arc, from: segments[place].start + left(first), to: segments[place].end + left(second))
    }
    return true
  }

  private mutating func addJoin(
    from a: StrokeSegment, to b: StrokeSegment, join: Int, isBackward: Bool, startsContour: Bool
  ) {
    let turn = isBackward ? -segments[join].turn : segments[join].turn
    let isSmooth = segments[join].isSmooth
    let vertex = a.end
    let before = left(a.endTangent)
    let after = left(b.startTangent)
    let cosine = a.endTangent.dot(b.startTangent)
    // The intersection of both offset lines.
    func corner() -> Point { vertex + (before + after) * (1 / (1 + cosine)) }
    if turn < 0 && segments[join].isTrimmed {
      let point =
        a.length == 0 ? vertex + before : b.length == 0 ? vertex + after : corner()
      return add(point, startsContour: startsContour)
    }
    if turn > 0 && isSmooth {
      let stretch = (2 / (1 + cosine)).squareRoot() - 1
      if cosine > 0 && half * stretch <= tolerance / 4 && a.length + b.length > 0 {
        if a.length == 0 { add(vertex + before, startsContour: startsContour) }
        add(corner(), startsContour: startsContour && a.length > 0)
        if b.length == 0 { add(vertex + after) }
        return
      }
    }
    add(vertex + before, startsContour: startsContour)
    if turn == 0 { return }
    if turn < 0 {
      add(vertex)
    } else if isSmooth || style.join == .round {
      let angle = atan2(abs(a.endTangent.cross(b.startTangent)), cosine)
      outline.addArc(
        EllipticArc(
          center: vertex, xAxis: before, yAxis: before.perpendicular, startAngle: 0, sweep: angle))
      widen(to: vertex, by: half)
      last = vertex + after
      lastUncut = last
    } else if style.join == .miter, cosine > -1,
      style.miterLimit * style.miterLimit * (1 + cosine) >= 2
    {
      add(corner())
    }
    add(vertex + after)
  }

  private mutating func addCap(after segment: StrokeSegment) {
    let side = left(segment.endTangent)
    let ahead = side.perpendicular
    add(segment.end + side)
    switch style.cap {
    case .butt: break
    case .round:
      outline.addArc(
        EllipticArc(center: segment.end, xAxis: side, yAxis: ahead, startAngle: 0, sweep: .pi))
      widen(to: segment.end, by: half)
      last = segment.end - side
    case .square:
      add(segment.end + side + ahead)
      add(segment.end - side + ahead)
    }
    add(segment.end - side)
  }

  /// A subpath without length shows its two caps, as if it ran to the right.
  private mutating func addDot(at point: Point) {
    hasBox = false
    switch style.cap {
    case .butt: break
    case .round: outline.append(Path.circle(center: point, radius: half))
    case .square:
      outline.addRect(Rect(center: point, size: Size(width: 2 * half, height: 2 * half)))
    }
  }
}

/// The outline of a stroke, to be filled with the non-zero rule.
public struct StrokeOutline {
  public let path: Path
  /// A box around it, as close as one around the ends and bulges of its pieces; nil where that was
  /// not found on the way.
  public let bounds: Rect?
}

extension Path {
  /// The outline of the stroke, to be filled with the non-zero rule.
  ///
  /// Lines and circular arcs are offset exactly, round joins and caps are arcs; other curves become
  /// circular arcs within about `tolerance`. `start` and `end` trim the path to two fractions of
  /// its length; the dash pattern keeps the phase that it has on the untrimmed path. A width that
  /// is not positive and a path with coordinates that are not finite or beyond 10¹⁰⁰ give an empty
  /// outline.
  public func stroked(
    _ style: StrokeStyle, from start: Double = 0, to end: Double = 1, tolerance: Double
  ) -> Path {
    strokeOutline(style, from: start, to: end, tolerance: tolerance).path
  }

  /// The outline of `stroked(_:from:to:tolerance:)`, with a box around it.
  ///
  /// - Parameter area: most dashes whose path does not touch it are left out, and many arcs beyond
  ///   one of its sides are one line.
  public func strokeOutline(
    _ style: StrokeStyle, from start: Double = 0, to end: Double = 1, tolerance: Double,
    within area: Rect? = nil
  ) -> StrokeOutline {
    guard style.width > 0, style.width < 1e100, isFinite(within: 1e100) else {
      return StrokeOutline(path: Path(), bounds: nil)
    }
    var stroker = Stroker(style, tolerance: tolerance, within: area)
    if !style.dashes.isEmpty {
      stroker.stroke(
        dashed(style.dashes, phase: style.dashPhase, from: start, to: end, within: area))
    } else if start > 0 || end < 1 {
      stroker.stroke(trimmed(from: start, to: end))
    } else {
      stroker.stroke(self)
    }
    return StrokeOutline(path: stroker.outline, bounds: stroker.bounds)
  }
}
