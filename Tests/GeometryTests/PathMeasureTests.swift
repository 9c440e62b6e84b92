import CMath
import TestSupport
import Testing

@testable import Geometry

@Test func `the parts of a path add up to its length`() {
  for seed in UInt64(1)...150 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let length = path.length
    guard length > 0 else { continue }
    let cut = random.double(0...1)
    let first = path.trimmed(from: 0, to: cut).length
    let second = path.trimmed(from: cut, to: 1).length
    #expect(abs(first - cut * length) < 1e-7 * length, "seed \(seed)")
    #expect(abs(first + second - length) < 1e-7 * length, "seed \(seed)")
  }
}

@Test func `the length of a curve is that of its chords`() {
  for seed in UInt64(1)...60 {
    var random = SeededGenerator(seed: seed)
    let path = random.path()
    let chords = path.flattened(tolerance: 1e-6).length
    #expect(abs(path.length - chords) < 1e-4 * (1 + chords), "seed \(seed)")
  }
}

@Test func `known lengths are exact`() {
  #expect(abs(Path.circle(center: .zero, radius: 5).length - 10 * .pi) < 1e-12)
  // Ramanujan's ellipse of semi-axes 2 and 1, from tables of the complete elliptic integral.
  let ellipse = Path.ellipse(in: Rect(x: 0, y: 0, width: 4, height: 2))
  #expect(abs(ellipse.length - 9.688448220547675) < 1e-9)
  var parabola = Path()
  parabola.move(to: .zero)
  parabola.addQuadratic(control: Point(x: 0.5, y: 0), to: Point(x: 1, y: 1))
  // y = x² from 0 to 1.
  #expect(abs(parabola.length - (5.0.squareRoot() / 2 + asinh(2) / 4)) < 1e-12)
}

@Test func `a trimmed circle is an arc of its fraction`() {
  let circle = Path.circle(center: .zero, radius: 10)
  #expect(circle.trimmed(from: 0, to: 1) == circle)
  #expect(circle.trimmed(from: -3, to: 7) == circle)
  #expect(circle.trimmed(from: 0.5, to: 0.5).isEmpty)
  #expect(circle.trimmed(from: 0.7, to: 0.2).isEmpty)
  let part = circle.trimmed(from: 0.25, to: 0.75)
  #expect(part.elements.count == 2)
  guard case .arc(let arc)? = part.elements.last else {
    Issue.record("no arc")
    return
  }
  #expect(abs(arc.startAngle - .pi / 2) < 1e-12)
  #expect(abs(arc.sweep - .pi) < 1e-12)
}

@Test func `trimming runs across subpaths and keeps whole ones closed`() {
  var path = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
  path.addRect(Rect(x: 20, y: 0, width: 10, height: 10))
  let half = path.trimmed(from: 0, to: 0.5)
  #expect(half == Path.rect(Rect(x: 0, y: 0, width: 10, height: 10)))
  let more = path.trimmed(from: 0.25, to: 0.75)
  #expect(abs(more.length - 40) < 1e-9)
  #expect(more.elements.first == .move(Point(x: 10, y: 10)))
  #expect(more.elements.last == .line(Point(x: 30, y: 10)))
}

@Test func `parts of curves are curves on the same way`() {
  var path = Path()
  path.move(to: .zero)
  path.addCubic(
    control1: Point(x: 50, y: 0), control2: Point(x: 0, y: 50), to: Point(x: 50, y: 50))
  let part = path.trimmed(from: 0.3, to: 0.6)
  guard case .cubic? = part.elements.last, case .move(let start)? = part.elements.first else {
    Issue.record("no curve")
    return
  }
  // The point of the whole path at 30 % of its length.
  let before = path.trimmed(from: 0, to: 0.3)
  #expect((start - (before.currentPoint ?? .zero)).length < 1e-9)
  #expect(abs(part.length - 0.3 * path.length) < 1e-9)
}
