import CMath
import TestSupport
import Testing

@testable import Geometry

/// Strokes of paths in which lines, curves and arcs meet.
struct MixedStrokeTests {
  private static let joins: [LineJoin] = [.miter, .round, .bevel]

  /// The number of points that a stroke has on the wrong side.
  private func mistakes(
    _ outline: Path, _ reference: StrokeReference, count: Int, _ random: inout SeededGenerator
  ) -> Int {
    let bounds = reference.bounds
    var wrong = 0
    for _ in 0..<count {
      let point = Point(
        x: random.double(bounds.minX...bounds.maxX), y: random.double(bounds.minY...bounds.maxY))
      let number = outline.windingNumber(around: point)
      let isInside = reference.contains(point)
      if number >= 0, (number > 0) == isInside { continue }
      if reference.isAheadOfEnd(point) || !reference.isCertain(point, within: 0.08) { continue }
      wrong += 1
    }
    return wrong
  }

  /// A chain of pieces of all kinds. Each turns by up to a right angle, or by any angle.
  private func path(_ random: inout SeededGenerator, isGentle: Bool) -> Path {
    var path = Path()
    var current = random.point(-20...20)
    var heading = random.double(-4...4)
    path.move(to: current)
    func ahead(_ length: Double) -> Point {
      current + Vector(dx: cos(heading), dy: sin(heading)) * length
    }
    for _ in 0..<random.int(in: 2...5) {
      heading += isGentle ? random.double(-1.5...1.5) : random.double(-3.1...3.1)
      let length = random.double(8...60)
      switch random.int(in: 0...4) {
      case 0:
        current = ahead(length)
        path.addLine(to: current)
      case 1:
        let control = ahead(length)
        heading += random.double(-1.2...1.2)
        current = control + Vector(dx: cos(heading), dy: sin(heading)) * length
        path.addQuadratic(control: control, to: current)
      case 2:
        let control1 = ahead(length)
        heading += random.double(-1.2...1.2)
        let control2 = control1 + Vector(dx: cos(heading), dy: sin(heading)) * length
        heading += random.double(-1.2...1.2)
        current = control2 + Vector(dx: cos(heading), dy: sin(heading)) * length
        path.addCubic(control1: control1, control2: control2, to: current)
      default:
        // A part of an ellipse, or of a circle, that begins in the direction of the heading.
        let sign = random.chance(0.5) ? 1.0 : -1.0
        let tangent = Vector(dx: cos(heading), dy: sin(heading))
        let flatness = random.chance(0.5) ? 1 : random.double(0.5...1.5)
        let xAxis = -tangent.perpendicular * (sign * length)
        let yAxis = tangent * (length * flatness)
        let sweep = random.double(0.3...2.5)
        let arc = EllipticArc(
          center: current - xAxis, xAxis: xAxis, yAxis: yAxis, startAngle: 0, sweep: sweep)
        path.addArc(arc)
        current = arc.end
        let direction = arc.derivative(atAngle: sweep)
        heading = atan2(direction.dy, direction.dx)
      }
    }
    return path
  }

  @Test(arguments: joins)
  func `lines and curves of all kinds meet without a taper`(join: LineJoin) {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      var path = path(&random, isGentle: seed % 3 != 0)
      if seed % 5 == 0 { path.close() }
      let style = StrokeStyle(
        width: random.double(1...24), cap: [.butt, .round, .square][Int(seed % 3)], join: join,
        miterLimit: random.double(1...4))
      let outline = path.stroked(style, tolerance: 0.01)
      let reference = StrokeReference(path, style: style, chords: 100)
      let wrong = mistakes(outline, reference, count: 100, &random)
      #expect(wrong == 0, "seed \(seed)")
    }
  }

  @Test func `dashes and trimmed parts over corners do not taper`() {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: 700 + seed)
      let path = path(&random, isGentle: true)
      var style = StrokeStyle(width: random.double(2...16), join: Self.joins[Int(seed % 3)])
      let (from, to) = (random.double(0...0.4), random.double(0.6...1))
      var part = path.trimmed(from: from, to: to)
      if seed % 2 == 0 {
        let dashes = [random.double(5...40), random.double(5...40)]
        part = path.dashed(dashes, from: from, to: to)
        style.dashes = dashes
      }
      let outline = path.stroked(style, from: from, to: to, tolerance: 0.01)
      style.dashes = []
      let reference = StrokeReference(part, style: style, chords: 100)
      let wrong = mistakes(outline, reference, count: 100, &random)
      #expect(wrong == 0, "seed \(seed)")
    }
  }

  @Test func `nothing stands out past a butt end of a tight bend`() {
    for seed in UInt64(1)...80 {
      var random = SeededGenerator(seed: seed)
      // The radius at the start is 3/2·l²/|l × m| or more, and growing.
      var path = Path()
      path.move(to: .zero)
      let length = random.double(5...30)
      let side = random.chance(0.5) ? 1.0 : -1.0
      path.addCubic(
        control1: Point(x: length, y: 0),
        control2: Point(x: length + random.double(60...120), y: side * random.double(30...100)),
        to: Point(x: length + random.double(120...200), y: side * random.double(100...160)))
      if seed % 2 == 0 { path = path.reversedCubic }
      let outline = path.stroked(StrokeStyle(width: random.double(40...70)), tolerance: 0.01)
      #expect(outline.bounds.minX > -1e-6, "seed \(seed): \(outline.bounds.minX)")
      #expect(outline.contains(Point(x: 0.5, y: 15)) && outline.contains(Point(x: 0.5, y: -15)))
    }
  }

  @Test func `nothing stands out past a butt end of a tight arc before a line`() {
    var path = Path()
    path.addArc(center: Point(x: 0, y: 10), radius: 10, startAngle: -.pi / 2, sweep: 0.9)
    let tangent = Vector(dx: cos(0.9), dy: sin(0.9))
    path.addLine(to: (path.currentPoint ?? .zero) + tangent * 80)
    let outline = path.stroked(StrokeStyle(width: 60), tolerance: 0.01)
    #expect(outline.bounds.minX > -1e-6)
    #expect(outline.contains(Point(x: 0.1, y: 29)))
  }

  @Test func `a line behind a tight arc is whole on the inner side of the arc's butt end`() {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let (radius, sweep) = (random.double(4...20), random.double(0.1...1.4))
      let (half, length) = (random.double(15...35), random.double(60...120))
      let tangent = Vector(dx: cos(sweep), dy: sin(sweep))
      let bend = Point(x: radius * sin(sweep), y: radius * (1 - cos(sweep)))
      var path = Path()
      path.addArc(
        center: Point(x: 0, y: radius), radius: radius, startAngle: -.pi / 2, sweep: sweep)
      path.addLine(to: bend + tangent * length)
      let outline = path.stroked(StrokeStyle(width: 2 * half), tolerance: 0.01)
      for _ in 0..<100 {
        let along = tangent * (length * random.double(0.01...0.99))
        let across = tangent.perpendicular * (half * random.double(-0.99...0.99))
        let point = bend + along + across
        if point.x > 0.01 { #expect(outline.contains(point), "seed \(seed): \(point)") }
      }
    }
  }

  @Test func `an arc that begins where the path is, except for rounding, has no line before it`() {
    var path = Path()
    path.move(to: .zero)
    // The sine of a half turn is not quite zero.
    path.addArc(center: Point(x: 10, y: 0), radius: 10, startAngle: .pi, sweep: 1)
    path.addLine(to: Point(x: 40, y: -40))
    let outline = path.stroked(StrokeStyle(width: 4), tolerance: 0.01)
    #expect(abs(outline.bounds.maxY) < 1e-9)
    #expect(abs(outline.bounds.minX + 2) < 1e-9)
    #expect(abs(path.length - (10 + (Point(x: 40, y: -40) - path.pointBeforeLine).length)) < 1e-9)
  }
}

extension Path {
  /// The end of the arc in a path of an arc and a line.
  fileprivate var pointBeforeLine: Point {
    if case .arc(let arc)? = elements.dropLast().last { arc.end } else { .zero }
  }

  /// A path of one cubic curve, backwards.
  fileprivate var reversedCubic: Path {
    guard case .move(let start)? = elements.first,
      case .cubic(let a, let b, let end)? = elements.last
    else { return self }
    var path = Path()
    path.move(to: end)
    path.addCubic(control1: b, control2: a, to: start)
    return path
  }
}
