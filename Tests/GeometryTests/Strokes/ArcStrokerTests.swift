import CMath
import TestSupport
import Testing

@testable import Geometry

/// The stroke of one arc, by its definition instead of by its outline.
private struct ArcBody {
  var radius: Double
  var start: Double
  var sweep: Double
  var half: Double
  var cap: LineCap

  private func spans(_ angle: Double) -> Bool {
    let turn = fmod(angle - start, 2 * .pi)
    return (turn < 0 ? turn + 2 * .pi : turn) <= sweep
  }

  func contains(_ point: Point) -> Bool {
    let distance = (point - .zero).length
    let angle = atan2(point.y, point.x)
    if spans(angle) && abs(distance - radius) <= half { return true }
    // The normals reach over the centre.
    if spans(angle + .pi) && distance <= half - radius { return true }
    for (end, direction) in [(start, -1.0), (start + sweep, 1.0)] {
      let outward = Vector(dx: cos(end), dy: sin(end))
      let way = point - (Point.zero + outward * radius)
      switch cap {
      case .butt: break
      case .round: if way.length <= half { return true }
      case .square:
        let ahead = way.dot(outward.perpendicular * direction)
        if abs(way.dot(outward)) <= half && ahead >= 0 && ahead <= half { return true }
      }
    }
    return false
  }
}

private let caps: [LineCap] = [.butt, .round, .square]

@Test(arguments: caps)
func `a stroked arc winds once around its body and never twice`(cap: LineCap) {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let radius = random.double(1...40)
    // Every third arc is nearly closed, every fourth wider than its radius.
    let sweep = seed % 3 == 0 ? 2 * .pi - random.double(0...0.7) : random.double(0.01...6.28)
    let half = seed % 4 == 0 ? radius * random.double(1...1.7) : radius * random.double(0.02...1)
    let start = random.double(-7...7)
    let isReversed = seed % 2 == 0
    let path = Path.arc(
      center: .zero, radius: radius, startAngle: isReversed ? start + sweep : start,
      sweep: isReversed ? -sweep : sweep)
    let outline = path.stroked(StrokeStyle(width: 2 * half, cap: cap), tolerance: 0.1)
    let body = ArcBody(radius: radius, start: start, sweep: sweep, half: half, cap: cap)
    let reach = (radius + half) * 1.3
    var wrong = 0
    for _ in 0..<250 {
      var point = random.point(-reach...reach)
      // Half of the points lie next to where the caps' edges are.
      if Bool.random(using: &random) {
        let end = start + (Bool.random(using: &random) ? sweep : 0)
        let cap = CircularArc(
          center: Point(x: radius * cos(end), y: radius * sin(end)),
          radius: half * random.double(0.995...1.005), startAngle: 0, sweep: 0)
        point = cap.point(atAngle: random.double(-4...4))
      }
      let number = outline.windingNumber(around: point)
      if number != (body.contains(point) ? 1 : 0) { wrong += 1 }
    }
    #expect(wrong == 0, "seed \(seed) radius \(radius) half \(half) sweep \(sweep)")
    // The bodies' lines and arcs are exact, so their area is too.
    #expect(outline.signedArea > 0, "seed \(seed)")
  }
}

@Test(arguments: caps)
func `the outline's area is the measure of the body`(cap: LineCap) {
  for gap in [0.0, 1e-7, 0.01, 0.05, 0.1, 0.2, 0.5, 1] {
    for half in [4.0, 18, 20, 25] {
      let sweep = 2 * .pi - gap
      let body = ArcBody(radius: 20, start: 0.3, sweep: sweep, half: half, cap: cap)
      let outline = Path.arc(center: .zero, radius: 20, startAngle: 0.3, sweep: sweep)
        .stroked(StrokeStyle(width: 2 * half, cap: cap), tolerance: 0.1)
      let side = 200
      let reach = 62.0
      var count = 0
      for y in 0..<side {
        for x in 0..<side {
          let point = Point(
            x: (Double(x) + 0.5) / Double(side) * 2 * reach - reach,
            y: (Double(y) + 0.5) / Double(side) * 2 * reach - reach)
          if body.contains(point) { count += 1 }
        }
      }
      let cell = 2 * reach / Double(side)
      let measured = Double(count) * cell * cell
      #expect(
        abs(outline.signedArea - measured) < 0.004 * measured + 1,
        "gap \(gap) half \(half): \(outline.signedArea) for \(measured)")
    }
  }
}

@Test func `a closed circle becomes two full arcs of opposite direction`() {
  let outline = Path.circle(center: Point(x: 5, y: 6), radius: 10)
    .stroked(StrokeStyle(width: 4, cap: .square), tolerance: 0.1)
  let arcs = outline.elements.compactMap { element in
    if case .arc(let arc) = element { arc } else { nil }
  }
  #expect(arcs.map(\.radius) == [12, 8])
  #expect(arcs.map(\.sweep) == [2 * .pi, -2 * .pi])
  #expect(abs(outline.signedArea - .pi * (144 - 64)) < 1e-10)
}

@Test func `a full turn without a close is a ring with butt and round caps`() {
  for cap in [LineCap.butt, .round] {
    let outline = Path.arc(center: .zero, radius: 10, startAngle: 1, sweep: -7)
      .stroked(StrokeStyle(width: 4, cap: cap), tolerance: 0.1)
    #expect(abs(outline.signedArea - .pi * (144 - 64)) < 1e-9)
  }
}

@Test func `a ring that is wider than its radius is a disc`() {
  let outline = Path.circle(center: .zero, radius: 3)
    .stroked(StrokeStyle(width: 10), tolerance: 0.1)
  #expect(abs(outline.signedArea - .pi * 64) < 1e-10)
}

@Test func `half circles that continue each other are one arc`() {
  var path = Path()
  path.addArc(center: .zero, radius: 10, startAngle: 0, sweep: .pi)
  path.addArc(center: .zero, radius: 10, startAngle: .pi, sweep: .pi)
  path.close()
  let outline = path.stroked(StrokeStyle(width: 2), tolerance: 0.1)
  #expect(outline.elements.count == 6)
  #expect(abs(outline.signedArea - .pi * (121 - 81)) < 1e-10)
}

@Test func `a path goes on from where the outline of an arc began`() throws {
  var outline = Path.arc(center: .zero, radius: 10, startAngle: 1, sweep: 2)
    .stroked(StrokeStyle(width: 2), tolerance: 0.1)
  let first = try #require(outline.elements.first)
  outline.addLine(to: .zero)
  #expect(Array(outline.elements.suffix(3)) == [.close, first, .line(.zero)])
}
