import CMath

/// The outline of one stroked circular arc, whose contours neither overlap nor cross.
///
/// The rasterizer adds signed areas, so an outline that overlaps itself inside one pixel would get
/// a wrong edge there. When the gap of a nearly closed arc is small, its caps run into each
/// other on the bisector of the gap, and the union of the two is emitted.
struct ArcStroker {
  private let center: Point
  private let radius: Double
  private let half: Double
  private let cap: LineCap
  /// Where the arc starts and ends when it is walked clockwise.
  private let startAngle: Double
  private let endAngle: Double

  /// Half the angle that the arc leaves open.
  private var halfGap: Double { max(0, .pi - (endAngle - startAngle) / 2) }
  private var outer: Double { radius + half }
  /// Negative where the stroke reaches over the centre.
  private var inner: Double { radius - half }

  init(_ arc: CircularArc, half: Double, cap: LineCap) {
    center = arc.center
    radius = arc.radius
    self.half = half
    self.cap = cap
    let end = arc.startAngle + arc.sweep
    startAngle = arc.sweep < 0 ? end : arc.startAngle
    endAngle = arc.sweep < 0 ? arc.startAngle : end
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
      if inner > 0 && radius * sin(min(halfGap, .pi / 2)) >= half {
        addBand(to: &outline)
      } else {
        addMergedRoundCaps(to: &outline)
      }
    case .square:
      if inner > 0 && inner * sin(halfGap) >= half * cos(halfGap) {
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
    outline.move(to: point(radius, startAngle))
    outline.addArc(
      center: center, radius: radius, startAngle: startAngle, sweep: isHole ? -2 * .pi : 2 * .pi)
    outline.close()
  }

  /// Caps that do not meet.
  private func addBand(to outline: inout Path) {
    let sweep = endAngle - startAngle
    outline.move(to: point(outer, startAngle))
    outline.addArc(center: center, radius: outer, startAngle: startAngle, sweep: sweep)
    addCap(at: endAngle, direction: 1, to: &outline)
    if inner > 0 {
      if cap != .round { outline.addLine(to: point(inner, endAngle)) }
      outline.addArc(center: center, radius: inner, startAngle: endAngle, sweep: -sweep)
    } else {
      outline.addLine(to: center)
    }
    addCap(at: startAngle, direction: -1, to: &outline)
    outline.close()
  }

  /// Goes from the outer radius to the inner at the end (direction 1), and back at the start (−1).
  private func addCap(at angle: Double, direction: Double, to outline: inout Path) {
    switch cap {
    case .butt: break
    case .round:
      outline.addArc(
        center: point(radius, angle), radius: half,
        startAngle: direction > 0 ? angle : angle + .pi, sweep: .pi)
    case .square:
      let ahead = Vector(dx: -sin(angle), dy: cos(angle)) * (half * direction)
      let first = direction > 0 ? outer : inner
      let second = direction > 0 ? inner : outer
      outline.addLine(to: point(first, angle) + ahead)
      outline.addLine(to: point(second, angle) + ahead)
    }
  }

  /// Butt ends of a stroke over the centre: a sector, and behind the centre a smaller one.
  private func addWedges(to outline: inout Path) {
    let sweep = endAngle - startAngle
    outline.move(to: point(outer, startAngle))
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

  /// The two cap circles meet on the gap's bisector, at r·cos γ ± √(h² − r²·sin² γ) from the centre,
  /// where γ is half the gap.
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
    let endCenter = point(radius, endAngle)
    let startCenter = point(radius, startAngle)
    let outerTurn = capAngle(cosine + root)
    outline.move(to: point(outer, startAngle))
    outline.addArc(center: center, radius: outer, startAngle: startAngle, sweep: sweep)
    outline.addArc(center: endCenter, radius: half, startAngle: endAngle, sweep: outerTurn)
    outline.addArc(
      center: startCenter, radius: half, startAngle: startAngle - outerTurn, sweep: outerTurn)
    outline.close()
    guard inner > 0 else { return }
    let innerTurn = .pi - capAngle(cosine - root)
    outline.move(to: point(inner, endAngle))
    outline.addArc(center: center, radius: inner, startAngle: endAngle, sweep: -sweep)
    outline.addArc(
      center: startCenter, radius: half, startAngle: startAngle + .pi, sweep: innerTurn)
    outline.addArc(
      center: endCenter, radius: half, startAngle: endAngle + .pi - innerTurn, sweep: innerTurn)
    outline.close()
  }

  /// The union of body and square caps, by its outer envelope around the centre; the hole, if any,
  /// ends in two tangents of the inner circle that meet on the bisector.
  private func addMergedSquareCaps(to outline: inout Path) {
    var envelope = PolarEnvelope(center: center)
    let sweep = endAngle - startAngle
    envelope.add(.circle(outer), from: startAngle, sweep: sweep)
    if inner < 0 { envelope.add(.circle(-inner), from: startAngle + .pi, sweep: sweep) }
    for (angle, direction) in [(endAngle, 1.0), (startAngle, -1.0)] {
      // Angles from the cap's ray to the corners of its box, in the direction that it looks.
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
    outline.move(to: point(inner, endAngle))
    outline.addArc(center: center, radius: inner, startAngle: endAngle, sweep: -sweep)
    outline.addLine(to: point(inner / cos(halfGap), endAngle + halfGap))
    outline.close()
  }
}
