import CMath
import TestSupport
import Testing

@testable import Geometry

private func isClose(_ a: Rect, _ b: Rect, within tolerance: Double = 1e-5) -> Bool {
  abs(a.minX - b.minX) < tolerance && abs(a.minY - b.minY) < tolerance
    && abs(a.maxX - b.maxX) < tolerance && abs(a.maxY - b.maxY) < tolerance
}

@Test func `every subpath begins with a move`() {
  var path = Path()
  path.addLine(to: Point(x: 1, y: 2))
  path.addLine(to: Point(x: 3, y: 2))
  path.close()
  path.close()
  path.addLine(to: Point(x: 5, y: 5))
  #expect(
    Array(path.elements) == [
      .move(Point(x: 1, y: 2)), .line(Point(x: 3, y: 2)), .close, .move(Point(x: 1, y: 2)),
      .line(Point(x: 5, y: 5)),
    ])
}

@Test func `bounds hold every point and touch on all sides`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let dense = path.flattened(tolerance: 1e-6)
    var box = Rect.null
    var pending: Point?
    for element in dense.elements {
      switch element {
      case .move(let point): pending = point
      case .line(let point):
        if let start = pending { box = box.union(start) }
        pending = nil
        box = box.union(point)
      default:
        if let start = pending { box = box.union(start) }
        pending = nil
      }
    }
    if box.isNull {
      #expect(path.bounds.isNull, "seed \(seed)")
    } else {
      #expect(isClose(path.bounds, box), "seed \(seed): \(path.bounds) for \(box)")
    }
  }
}

@Test func `a transformed path is bounded as its transformed points are`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let transform = AffineTransform.scale(x: random.double(-3...3), y: random.double(-3...3))
      .followed(by: .rotation(random.double(-4...4)))
    let curved = path.transformed(by: transform).bounds
    let lines = path.flattened(tolerance: 1e-6).transformed(by: transform).bounds
    if curved.isNull { continue }
    #expect(isClose(curved, lines), "seed \(seed)")
    #expect(path.transformed(by: transform).elements.count == path.elements.count)
  }
}

@Test func `the bounds of an image are those of the mapped path`() {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    var transform = AffineTransform.scale(x: random.double(-3...3), y: random.double(-3...3))
    if seed % 2 == 0 { transform = transform.followed(by: .rotation(random.double(-4...4))) }
    if seed % 3 == 0 {
      transform = AffineTransform(a: 0, b: transform.a, c: transform.d, d: 0, tx: 0, ty: 0)
    }
    transform = transform.followed(by: .translation(x: random.double(-90...90), y: 7))
    let mapped = path.transformed(by: transform).bounds
    let bounds = path.bounds(under: transform)
    #expect(bounds.isNull == mapped.isNull, "seed \(seed)")
    if !bounds.isNull { #expect(isClose(bounds, mapped, within: 1e-9), "seed \(seed)") }
  }
}

@Test func `the area of a path is that of its chords`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let area = path.flattened(tolerance: 1e-6).signedArea
    #expect(abs(path.signedArea - area) < 2e-3, "seed \(seed)")
  }
}

@Test func `shapes have their textbook areas`() {
  let rect = Rect(x: 2, y: 3, width: 10, height: 6)
  #expect(abs(Path.rect(rect).signedArea - 60) < 1e-12)
  #expect(abs(Path.ellipse(in: rect).signedArea - .pi * 15) < 1e-12)
  #expect(abs(Path.circle(center: .zero, radius: 2).signedArea - .pi * 4) < 1e-12)
  let corners = Path.roundedRect(rect, radius: 99)
  #expect(abs(corners.signedArea - (60 - (4 - .pi) * 9)) < 1e-12)
  #expect(isClose(corners.bounds, rect, within: 1e-12))
  var elliptic = Path()
  elliptic.addRoundedRect(rect, radiusX: 5, radiusY: 1)
  #expect(abs(elliptic.signedArea - (60 - (4 - .pi) * 5)) < 1e-12)
}

@Test func `a point is inside a path as it is inside its chords`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let dense = path.flattened(tolerance: 1e-4)
    for _ in 0..<50 {
      let point = random.point(-80...80)
      #expect(
        path.windingNumber(around: point) == dense.windingNumber(around: point), "seed \(seed)")
    }
  }
}

@Test func `the fill rules differ where a path winds twice`() {
  var path = Path.circle(center: .zero, radius: 10)
  path.addEllipse(in: Rect(x: -5, y: -5, width: 10, height: 10))
  #expect(path.contains(Point(x: 1, y: 0), rule: .nonZero))
  #expect(!path.contains(Point(x: 1, y: 0), rule: .evenOdd))
  #expect(path.contains(Point(x: 7, y: 0), rule: .evenOdd))
  #expect(!path.contains(Point(x: 11, y: 0), rule: .nonZero))
}

@Test(arguments: [0.1, 0.25, 0.5, 0.9])
func `an arc that turns into another has no chord on the way`(fraction: Double) throws {
  let from = Path.arc(center: Point(x: 3, y: 4), radius: 5, startAngle: 0, sweep: .pi / 2)
  let to = Path.arc(center: Point(x: 3, y: 4), radius: 5, startAngle: 3, sweep: .pi)
  let between = from.interpolated(to: to, fraction: fraction)
  #expect(abs(PathMeasure(between).length - 5 * (.pi / 2 + fraction * .pi / 2)) < 1e-9)
  var open = Path()
  open.move(to: .zero)
  open.addArc(center: Point(x: 3, y: 4), radius: 5, startAngle: 0, sweep: 1)
  // A line that leads to an arc from elsewhere stays.
  #expect(
    open.interpolated(to: open.transformed(by: .scale(x: 2, y: 2)), fraction: 0.5).elements.first
      == .move(.zero))
}

@Test func `paths of one make interpolate and others step in the middle`() {
  let a = Path.circle(center: .zero, radius: 10)
  let b = Path.circle(center: Point(x: 10, y: 0), radius: 20)
  let middle = a.interpolated(to: b, fraction: 0.25)
  #expect(isClose(middle.bounds, Rect(x: -10, y: -12.5, width: 25, height: 25)))
  let square = Path.rect(Rect(x: 0, y: 0, width: 1, height: 1))
  #expect(a.interpolated(to: square, fraction: 0.49) == a)
  #expect(a.interpolated(to: square, fraction: 0.5) == square)
}

@Test func `an arc seen in a mirror runs the other way`() throws {
  let arc = EllipticArc(center: .zero, radius: 5, startAngle: 0.5, sweep: 1)
  let mirror = arc.transformed(by: .scale(x: -2, y: 2))
  let circular = try #require(CircularArc(mirror))
  #expect(abs(circular.radius - 10) < 1e-12)
  #expect(circular.sweep == -1)
  let start = circular.point(atAngle: circular.startAngle)
  #expect((start - mirror.start).length < 1e-12)
  #expect(CircularArc(arc.transformed(by: .scale(x: 1, y: 1.01))) == nil)
}

@Test func `a path with a number that is not finite is recognized`() {
  #expect(Path.circle(center: .zero, radius: 1).isFinite)
  #expect(!Path.circle(center: .zero, radius: .nan).isFinite)
  #expect(!Path.rect(Rect(x: .infinity, y: 0, width: 1, height: 1)).isFinite)
}
