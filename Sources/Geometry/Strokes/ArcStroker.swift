import CMath

/// The outline of one stroked circular arc, whose contours neither overlap nor cross.
///
/// The rasterizer adds signed areas, so an outline that overlaps itself inside one pixel would
/// get a wrong edge there. When the gap of a nearly closed arc is small, its caps run into each
/// other on the bisector of the gap, and the union of the two is emitted.
struct ArcStroker {
  private let center: Point
  private let radius: Double
  private let half: Double
  private let cap: LineCap
  /// The angles of the arc's start and end in clockwise direction.
  private let startAngle: Double
  private let endAngle: Double
  /// Unit vectors from the centre to its ends.
  private let startDirection: Vector
  private let endDirection: Vector

  /// Half the angle that the arc leaves open.
  private var halfGap: Double { max(0, .pi - (endAngle - startAngle) / 2) }
  /// True if its ends face away from each other.
  private var isWideOpen: Bool { halfGap >= .pi / 2 }
  private var outer: Double { radius + half }
  /// Negative if the stroke reaches over the centre.
  private var inner: Double { radius - half }

  /// - Parameters:
  ///   - startTangent: the direction of travel at its start, of length 1.
  ///   - half: half the stroke's width.
  init(
    _ arc: CircularArc, startTangent: Vector, endTangent: Vector, half: Double, cap: LineCap
  ) {
    center = arc.center
    radius = arc.radius
    self.half = half
    self.cap = cap
    let end = arc.startAngle + arc.sweep
    if arc.sweep < 0 {
      startAngle = end
      endAngle = arc.startAngle
      startDirection = endTangent.perpendicular
      endDirection = startTangent.perpendicular
    } else {
      startAngle = arc.startAngle
      endAngle = end
      startDirection = -startTangent.perpendicular
      endDirection = -endTangent.perpendicular
    }
  }

  func stroke(isRing: Bool, into outline: inout Path) {
    let isFull = halfGap < 1e-9
    if isRing || (isFull && cap != .square) {
      addCircle(outer, isHole: false, to: &outline)
      if inner > 0 { addCircle(inner, isHole: true, to: &outline) }
      return
    }
    switch cap {
    case .butt:
      if inner >= 0 { addBand(to: &outline) } else { addWedges(to: &outline) }
    case .round:
      if inner > 0 && (isWideOpen || radius * sin(halfGap) >= half) {
        addBand(to: &outline)
      } else {
        addMergedRoundCaps(to: &outline)
      }
    case .square:
      if inner > 0 && (isWideOpen || inner * sin(halfGap) >= half * cos(halfGap)) {
        addBand(to: &outline)
      } else {
        addMergedSquareCaps(to: &outline)
      }
    }
  }

  private func point(_ distance: Double, _ angle: Double) -> Point {
    Point(x: center.x + distance * cos(angle), y: center.y + distance * sin(angle))
  }

  private func addCircle(_ radius: Double, isHole: Bool, to outline: inout Path) {
    outline.move(to: center + startDirection * radius)
    outline.addArc(
      center: center, radius: radius, startAngle: startAngle, sweep: isHole ? -2 * .pi : 2 * .pi)
    outline.close()
  }

  /// The outline with caps that do not meet.
  private func addBand(to outline: inout Path) {
    let sweep = endAngle - startAngle
    let hasHole = inner > 0
    // The outer arc, a cap, the way back, and a cap. If the stroke reaches the centre and has butt
    // ends, the way back is the centre alone.
    outline.append(verbCount: 9, pointCount: 17) { verbs in
      func addCap() {
        switch cap {
        case .butt: break
        case .round: verbs.append(.arc)
        case .square:
          verbs.append(.line)
          verbs.append(.line)
        }
      }
      verbs.append(.move)
      verbs.append(.arc)
      addCap()
      if !hasHole || cap != .round { verbs.append(.line) }
      if hasHole { verbs.append(.arc) }
      addCap()
      verbs.append(.close)
    } points: { points in
      func addArc(_ radius: Double, from angle: Double, sweep: Double) {
        Path.append(
          EllipticArc(center: center, radius: radius, startAngle: angle, sweep: sweep), to: &points)
      }
      points.append(center + startDirection * outer)
      addArc(outer, from: startAngle, sweep: sweep)
      addCap(direction: 1, to: &points)
      if hasHole {
        if cap != .round { points.append(center + endDirection * inner) }
        addArc(inner, from: endAngle, sweep: -sweep)
      } else {
        points.append(center)
      }
      addCap(direction: -1, to: &points)
    }
  }

  /// The points of the elements from the outer radius to the inner at the end (direction 1), and of
  /// those back at the start (−1).
  private func addCap(direction: Double, to points: inout OutputSpan<Point>) {
    let outward = direction > 0 ? endDirection : startDirection
    switch cap {
    case .butt: break
    case .round:
      let side = outward * (half * direction)
      Path.append(
        EllipticArc(
          center: center + outward * radius, xAxis: side, yAxis: side.perpendicular,
          startAngle: 0, sweep: .pi), to: &points)
    case .square:
      let ahead = outward.perpendicular * (half * direction)
      points.append(center + outward * (direction > 0 ? outer : inner) + ahead)
      points.append(center + outward * (direction > 0 ? inner : outer) + ahead)
    }
  }

  /// Butt ends of a stroke over the centre: a sector, and a smaller one on the other side of the
  /// centre.
  private func addWedges(to outline: inout Path) {
    let sweep = endAngle - startAngle
    outline.move(to: center + startDirection * outer)
    outline.addArc(center: center, radius: outer, startAngle: startAngle, sweep: sweep)
    if sweep >= .pi {
      // The smaller sector fills the whole gap.
      outline.addArc(
        center: center, radius: -inner, startAngle: endAngle, sweep: 2 * .pi - sweep)
      outline.close()
      return
    }
    outline.addLine(to: center)
    outline.close()
    outline.move(to: center)
    outline.addArc(center: center, radius: -inner, startAngle: startAngle + .pi, sweep: sweep)
    outline.close()
  }

  /// The two cap circles meet on the gap's bisector, at r·cos γ ± √(h² − r²·sin² γ) from the
  /// centre, where γ is half the gap.
  private func addMergedRoundCaps(to outline: inout Path) {
    let sweep = endAngle - startAngle
    let sine = radius * sin(halfGap)
    let cosine = radius * cos(halfGap)
    let root = max(0, half * half - sine * sine).squareRoot()
    // The meeting point seen from the end cap's centre, relative to the direction outwards.
    func capAngle(_ distance: Double) -> Double {
      let angle = atan2(distance * sin(halfGap), distance * cos(halfGap) - radius)
      return max(0, angle)
    }
    let endCenter = center + endDirection * radius
    let startCenter = center + startDirection * radius
    let outerTurn = capAngle(cosine + root)
    outline.move(to: center + startDirection * outer)
    outline.addArc(center: center, radius: outer, startAngle: startAngle, sweep: sweep)
    outline.addArc(center: endCenter, radius: half, startAngle: endAngle, sweep: outerTurn)
    outline.addArc(
      center: startCenter, radius: half, startAngle: startAngle - outerTurn, sweep: outerTurn)
    outline.close()
    guard inner > 0 else { return }
    let innerTurn = .pi - capAngle(cosine - root)
    outline.move(to: center + endDirection * inner)
    outline.addArc(center: center, radius: inner, startAngle: endAngle, sweep: -sweep)
    outline.addArc(
      center: startCenter, radius: half, startAngle: startAngle + .pi, sweep: innerTurn)
    outline.addArc(
      center: endCenter, radius: half, startAngle: endAngle + .pi - innerTurn, sweep: innerTurn)
    outline.close()
  }

  /// The union of body and square caps, by its outer envelope around the centre; the hole, if
  /// any, ends in two tangents of the inner circle that meet on the bisector.
  private func addMergedSquareCaps(to outline: inout Path) {
    var envelope = PolarEnvelope(center: center)
    let sweep = endAngle - startAngle
    envelope.add(.circle(outer), from: startAngle, sweep: sweep)
    if inner < 0 { envelope.add(.circle(-inner), from: startAngle + .pi, sweep: sweep) }
    for (angle, direction) in [(endAngle, 1.0), (startAngle, -1.0)] {
      // Angles from the cap's ray to the corners of its box, in the direction that the cap faces.
      let outerCorner = atan2(half, outer)
      let innerCorner = atan2(half, inner)
      envelope.add(
        .line(distance: outer, normal: angle), from: angle, sweep: outerCorner * direction)
      envelope.add(
        .line(distance: half, normal: angle + direction * .pi / 2),
        from: angle + outerCorner * direction, sweep: (innerCorner - outerCorner) * direction)
      if inner < 0 {
        envelope.add(
          .line(distance: -inner, normal: angle + .pi), from: angle + innerCorner * direction,
          sweep: (.pi - innerCorner) * direction)
      }
    }
    envelope.append(to: &outline)
    guard inner > 0 else { return }
    outline.move(to: center + endDirection * inner)
    outline.addArc(center: center, radius: inner, startAngle: endAngle, sweep: -sweep)
    outline.addLine(to: point(inner / cos(halfGap), endAngle + halfGap))
    outline.close()
  }
}
