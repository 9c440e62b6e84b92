import CMath
import TestSupport
import Testing

@testable import Geometry

private func distance(from point: Point, toLine start: Point, _ end: Point) -> Double {
  let way = end - start
  let t = max(0, min(1, (point - start).dot(way) / way.dot(way)))
  return (point - (start + way * t)).length
}

private func distance(from point: Point, to arc: EllipticArc) -> Double {
  let way = point - arc.center
  if arc.contains(angle: atan2(way.dy, way.dx)) { return abs(way.length - arc.radius) }
  return min((point - arc.start).length, (point - arc.end).length)
}

/// The distance to a path of lines and circular arcs.
private func distance(from point: Point, to path: Path) -> Double {
  var nearest = Double.infinity
  var current = Point.zero
  var start = Point.zero
  for element in path.elements {
    switch element {
    case .move(let point):
      start = point
      current = point
    case .line(let end):
      nearest = min(nearest, distance(from: point, toLine: current, end))
      current = end
    case .arc(let arc):
      if (arc.start - current).length > 1e-9 {
        nearest = min(nearest, distance(from: point, toLine: current, arc.start))
      }
      nearest = min(nearest, distance(from: point, to: arc))
      current = arc.end
    case .close:
      if (start - current).length > 1e-9 {
        nearest = min(nearest, distance(from: point, toLine: current, start))
      }
      current = start
    default: Issue.record("only lines and arcs")
    }
  }
  return nearest
}

@Test func `with round joins and caps a stroke holds what is near its path`() {
  for seed in UInt64(1)...250 {
    var random = SeededGenerator(seed: seed)
    var path = Path()
    path.move(to: random.point())
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      if Bool.random(using: &random) {
        path.addLine(to: random.point())
      } else {
        path.addArc(
          center: random.point(), radius: random.double(0.5...30),
          startAngle: random.double(-7...7), sweep: random.double(-6.28...6.28))
      }
    }
    if seed % 2 == 0 { path.close() }
    let half = random.double(0.5...20)
    let outline = path.stroked(
      StrokeStyle(width: 2 * half, cap: .round, join: .round), tolerance: 0.1)
    var wrong = 0
    for _ in 0..<300 {
      let point = random.point(-110...110)
      let expected = distance(from: point, to: path) <= half
      let number = outline.windingNumber(around: point)
      if number < 0 || (number > 0) != expected { wrong += 1 }
    }
    #expect(wrong == 0, "seed \(seed)")
  }
}

@Test func `the stroke of a curve is within the tolerance of what is near the curve`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    var path = Path()
    path.move(to: random.point())
    switch seed % 3 {
    case 0: path.addQuadratic(control: random.point(), to: random.point())
    case 1:
      path.addCubic(control1: random.point(), control2: random.point(), to: random.point())
    default:
      path = Path()
      path.addArc(random.arc())
    }
    let half = random.double(1...15)
    let tolerance = 0.05
    let outline = path.stroked(
      StrokeStyle(width: 2 * half, cap: .round), tolerance: tolerance)
    let dense = path.flattened(tolerance: 1e-3)
    var wrong = 0
    for _ in 0..<200 {
      let point = random.point(-100...100)
      let distance = distance(from: point, to: dense)
      if abs(distance - half) < 1.3 * tolerance { continue }
      if (outline.windingNumber(around: point) > 0) != (distance < half) { wrong += 1 }
    }
    #expect(wrong == 0, "seed \(seed)")
  }
}

@Test func `curves end square to their own tangent`() {
  var path = Path()
  path.move(to: .zero)
  path.addQuadratic(control: Point(x: 100, y: 0), to: Point(x: 100, y: 100))
  let outline = path.stroked(StrokeStyle(width: 40), tolerance: 2)
  // The butt end stands upright at x = 0, as the curve starts along x.
  #expect(outline.contains(Point(x: 0.01, y: 19.9)))
  #expect(outline.contains(Point(x: 0.01, y: -19.9)))
  #expect(!outline.contains(Point(x: -0.01, y: 19.9)))
  #expect(!outline.contains(Point(x: -0.01, y: -19.9)))
  #expect(abs(outline.bounds.minX) < 1e-9)
  #expect(abs(outline.bounds.maxY - 100) < 1e-9)
}

private let square = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))

/// The area of the outer square, whose corners are sharp, cut or round, less the inner square.
private let frames: [(LineJoin, Double)] = [(.miter, 80), (.bevel, 78), (.round, 76 + .pi)]

@Test(arguments: frames)
func `a stroked square has the area of its frame`(join: LineJoin, area: Double) {
  let outline = square.stroked(StrokeStyle(width: 2, join: join), tolerance: 0.1)
  #expect(abs(outline.signedArea - area) < 1e-10)
}

private let bars: [(LineCap, Double)] = [(.butt, 40), (.square, 56), (.round, 40 + 4 * .pi)]

@Test(arguments: bars)
func `a stroked line has the area of its bar and caps`(cap: LineCap, area: Double) {
  var path = Path()
  path.move(to: Point(x: 1, y: 1))
  path.addLine(to: Point(x: 7, y: 9))
  let outline = path.stroked(StrokeStyle(width: 4, cap: cap), tolerance: 0.1)
  #expect(abs(outline.signedArea - area) < 1e-10)
}

@Test func `a corner sharper than the miter limit is bevelled`() {
  var path = Path()
  path.move(to: .zero)
  path.addLine(to: Point(x: 10, y: 0))
  path.addLine(to: Point(x: 10, y: 10))
  // A right angle's miter is √2 times the width.
  let sharp = path.stroked(StrokeStyle(width: 2, miterLimit: 1.415), tolerance: 0.1)
  let cut = path.stroked(StrokeStyle(width: 2, miterLimit: 1.413), tolerance: 0.1)
  #expect(abs(sharp.signedArea - 40) < 1e-10)
  #expect(abs(cut.signedArea - 39.5) < 1e-10)
  #expect(sharp.contains(Point(x: 10.9, y: -0.9)))
  #expect(!cut.contains(Point(x: 10.9, y: -0.9)))
}

@Test func `a rounded rectangle's stroke is exact and does not overlap`() {
  let path = Path.roundedRect(Rect(x: 0, y: 0, width: 100, height: 60), radius: 12)
  let outline = path.stroked(StrokeStyle(width: 6), tolerance: 0.1)
  func area(_ width: Double, _ height: Double, _ radius: Double) -> Double {
    width * height - (4 - .pi) * radius * radius
  }
  #expect(abs(outline.signedArea - (area(106, 66, 15) - area(94, 54, 9))) < 1e-9)
}

@Test func `a subpath without length shows its caps`() {
  var dot = Path()
  dot.move(to: Point(x: 3, y: 4))
  dot.addLine(to: Point(x: 3, y: 4))
  var closed = Path()
  closed.move(to: Point(x: 3, y: 4))
  closed.close()
  var lone = Path()
  lone.move(to: Point(x: 3, y: 4))
  for path in [dot, closed] {
    #expect(path.stroked(StrokeStyle(width: 2), tolerance: 0.1).isEmpty)
    let round = path.stroked(StrokeStyle(width: 2, cap: .round), tolerance: 0.1)
    #expect(abs(round.signedArea - .pi) < 1e-12)
    let square = path.stroked(StrokeStyle(width: 2, cap: .square), tolerance: 0.1)
    #expect(square.bounds == Rect(x: 2, y: 3, width: 2, height: 2))
  }
  #expect(lone.stroked(StrokeStyle(width: 2, cap: .round), tolerance: 0.1).isEmpty)
}

@Test func `a line that returns on itself is covered`() {
  var path = Path()
  path.move(to: .zero)
  path.addLine(to: Point(x: 10, y: 0))
  path.close()
  for join in [LineJoin.miter, .round, .bevel] {
    let outline = path.stroked(StrokeStyle(width: 2, join: join), tolerance: 0.1)
    #expect(outline.contains(Point(x: 5, y: 0.5)))
    #expect(outline.contains(Point(x: 5, y: -0.5)))
    #expect(outline.contains(Point(x: 10.5, y: 0.1)) == (join == .round))
    #expect(outline.contains(Point(x: -0.5, y: 0.1)) == (join == .round))
  }
}

@Test(arguments: [0, -1, Double.nan, .infinity, 1e300])
func `a stroke without a usable width is empty`(width: Double) {
  #expect(square.stroked(StrokeStyle(width: width), tolerance: 0.1).isEmpty)
}

@Test func `extreme numbers never trap`() {
  let extremes = [0, -0.0, 1, 1e-300, 1e90, 1e150, 1e308, -1e308, .nan, .infinity]
  for seed in UInt64(1)...300 {
    var random = SeededGenerator(seed: seed)
    func value() -> Double { extremes.randomElement(using: &random) ?? 0 }
    func point() -> Point { Point(x: value(), y: value()) }
    var path = Path()
    for _ in 0..<4 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: path.move(to: point())
      case 1: path.addLine(to: point())
      case 2: path.addQuadratic(control: point(), to: point())
      case 3: path.addCubic(control1: point(), control2: point(), to: point())
      case 4: path.close()
      default:
        path.addArc(
          EllipticArc(
            center: point(), xAxis: point() - .zero, yAxis: point() - .zero,
            startAngle: value(), sweep: value()))
      }
    }
    let style = StrokeStyle(
      width: value(), cap: [.butt, .round, .square][Int(seed % 3)],
      join: [.miter, .round, .bevel][Int(seed / 3 % 3)], miterLimit: value(),
      dashes: seed % 2 == 0 ? [value(), value()] : [], dashPhase: value())
    let outline = path.stroked(style, from: value(), to: value(), tolerance: value())
    _ = outline.bounds.pixelCover
    _ = path.trimmed(from: value(), to: value()).length
    _ = path.contains(point())
    _ = path.signedArea
    _ = path.interpolated(to: outline, fraction: value()).isFinite
  }
}

@Test(arguments: [LineCap.butt, .round, .square])
func `contours of strokes of single lines, arcs and rings wind once at most`(cap: LineCap) {
  for seed in UInt64(1)...60 {
    var random = SeededGenerator(seed: seed)
    var path = Path()
    for _ in 0..<random.int(in: 1...4) {
      if random.chance(0.5) {
        path.move(to: random.point())
        path.addLine(to: random.point())
      } else {
        path.append(
          .arc(
            center: random.point(), radius: random.double(1...30),
            startAngle: random.double(-7...7), sweep: random.double(-6...6)))
      }
    }
    if random.chance(0.3) { path.append(.circle(center: random.point(), radius: 20)) }
    let style = StrokeStyle(width: random.double(0.5...60), cap: cap)
    for contour in subpaths(of: path.stroked(style, tolerance: 0.1)) {
      for _ in 0..<100 {
        let number = contour.windingNumber(around: random.point())
        #expect(abs(number) <= 1, "seed \(seed)")
      }
    }
  }
}

private func subpaths(of path: Path) -> [Path] {
  var subpaths: [Path] = []
  for element in path.elements {
    if case .move = element { subpaths.append(Path()) }
    subpaths[subpaths.count - 1].append(element)
  }
  return subpaths
}

@Test func `the box that a stroke has found holds its outline`() {
  var count = 0
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let style = StrokeStyle(
      width: random.double(0.5...20), cap: [.butt, .round, .square][Int(seed % 3)],
      join: [.miter, .round, .bevel][Int(seed / 3 % 3)])
    let stroke = path.strokeOutline(style, tolerance: 0.01)
    guard let box = stroke.bounds else { continue }
    count += 1
    let bounds = stroke.path.bounds
    #expect(
      box.insetBy(dx: -1e-6, dy: -1e-6).contains(bounds),
      "seed \(seed): \(box) does not hold \(bounds)")
  }
  #expect(count > 100)
}
