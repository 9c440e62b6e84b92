import TestSupport
import Testing

@testable import Geometry

private func line(_ length: Double) -> Path {
  var path = Path()
  path.move(to: .zero)
  path.addLine(to: Point(x: length, y: 0))
  return path
}

/// The stretches of a path of horizontal lines.
private func stretches(_ path: Path) -> [[Double]] {
  var result: [[Double]] = []
  var start = Point.zero
  for element in path.elements {
    if case .move(let point) = element { start = point }
    if case .line(let end) = element { result.append([start.x, end.x]) }
  }
  return result
}

private let patterns: [([Double], Double, [[Double]])] = [
  ([3, 2], 0, [[0, 3], [5, 8]]),
  ([3, 2], 1, [[0, 2], [4, 7], [9, 10]]),
  ([3, 2], 4, [[1, 4], [6, 9]]),
  ([3, 2], -1, [[1, 4], [6, 9]]),
  ([3, 2], 5, [[0, 3], [5, 8]]),
  ([4], 0, [[0, 4], [8, 10]]),
  ([4], 4, [[4, 8]]),
  ([1, 2, 3], 0, [[0, 1], [3, 6], [7, 9]]),
]

@Test(arguments: patterns)
func `dashes lie where the pattern and its phase say`(
  lengths: [Double], phase: Double, expected: [[Double]]
) {
  #expect(stretches(line(10).dashed(lengths, phase: phase)) == expected)
}

@Test func `trimming does not move the dashes`() {
  #expect(stretches(line(10).dashed([3, 2], from: 0.2, to: 0.7)) == [[2, 3], [5, 7]])
  #expect(line(10).dashed([3, 2], from: 0.3, to: 0.5).isEmpty)
  #expect(line(10).dashed([3, 2], from: 0.5, to: 0.5).isEmpty)
}

private let solid: [[Double]] = [
  [], [0, 0], [-1, 2], [.nan, 1], [.infinity, 1], [1e-6, 1e-6], [1e308, 1e308],
]

@Test(arguments: solid)
func `a pattern that is not valid or too fine is solid`(lengths: [Double]) {
  #expect(line(10).dashed(lengths) == line(10))
  #expect(stretches(line(10).dashed(lengths, from: 0, to: 0.5)) == [[0, 5]])
}

@Test func `the last and the first dash of a closed subpath are one`() {
  let square = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
  // A dash from 38 to 42 runs around the start.
  let dashed = square.dashed([4, 6], phase: 2)
  let moves = dashed.elements.count { if case .move = $0 { true } else { false } }
  #expect(moves == 4)
  #expect(
    Array(dashed.elements.suffix(3)) == [
      .move(Point(x: 0, y: 2)), .line(.zero), .line(Point(x: 2, y: 0)),
    ])
  #expect(abs(dashed.length - 16) < 1e-12)
  // One dash all around is the closed subpath itself.
  #expect(square.dashed([50, 1]) == square)
}

@Test func `the dashes of a circle are arcs, and join to one over its start`() {
  let circle = Path.circle(center: .zero, radius: 10)
  let eighth = 20 * Double.pi / 8
  let outline = circle.stroked(
    StrokeStyle(width: 2, dashes: [eighth, eighth], dashPhase: eighth / 2), tolerance: 0.1)
  // Four outlines of two arcs, a line between them, a move and a close.
  #expect(outline.elements.count == 4 * 5)
  #expect(abs(outline.signedArea - .pi * (121 - 81) / 2) < 1e-9)
}

@Test func `dashes without length are dots along the path`() {
  var path = Path()
  path.move(to: .zero)
  path.addLine(to: Point(x: 6, y: 8))
  let round = path.stroked(
    StrokeStyle(width: 2, cap: .round, dashes: [0, 4]), tolerance: 0.1)
  #expect(abs(round.signedArea - 3 * .pi) < 1e-6)
  let square = path.stroked(
    StrokeStyle(width: 2, cap: .square, dashes: [0, 4]), tolerance: 0.1)
  #expect(abs(square.signedArea - 12) < 1e-6)
  // The squares stand along the line.
  #expect(square.contains(Point(x: -1.2, y: -0.3)))
  #expect(path.stroked(StrokeStyle(width: 2, dashes: [0, 4]), tolerance: 0.1).signedArea < 1e-6)
}

@Test func `dashes of any path have the share of its length that is on`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    var path = random.path()
    path.close()
    let from = random.double(0...0.5)
    let to = random.double(0.5...1)
    let on = path.dashed([3, 5], phase: 1, from: from, to: to).length
    let off = path.dashed([3, 5], phase: 4, from: from, to: to).length
    let gaps = path.dashed([0, 3, 5, 0], phase: 1, from: from, to: to).length
    let whole = path.trimmed(from: from, to: to).length
    #expect(on <= whole + 1e-6 && off <= whole + 1e-6, "seed \(seed)")
    #expect(abs(on + gaps - whole) < 1e-6 * (1 + whole), "seed \(seed)")
  }
}

@Test func `each dash of a flat ellipse has the pattern's length`() {
  // The speed all but vanishes at the two ends, where halving goes on longest.
  var path = Path()
  path.addArc(
    EllipticArc(
      center: .zero, xAxis: Vector(dx: 1000, dy: 0), yAxis: Vector(dx: 0, dy: 0.001),
      startAngle: 0.1, sweep: 2 * .pi))
  let length = path.length
  #expect(abs(length - 4000) < 0.01)
  let count = 40_000
  let dashes = path.dashed([length / Double(count) / 2])
  var dash = Path()
  var lengths: [Double] = []
  for element in dashes.elements {
    if case .move = element, !dash.isEmpty {
      lengths.append(dash.length)
      dash = Path()
    }
    dash.append(element)
  }
  lengths.append(dash.length)
  #expect(abs(lengths.count - count) <= 1)
  let errors = lengths.prefix(count).map { abs($0 - length / Double(count) / 2) }
  #expect((errors.max() ?? 1) < 1e-6)
}

@Test func `dashes outside an area are not made, and the others are the same`() {
  var made = 0
  var all = 0
  for seed in UInt64(1)...300 {
    var random = SeededGenerator(seed: seed)
    var path = random.path()
    if random.chance(0.5) { path.close() }
    let box = path.bounds
    guard box.isFinite, !box.isNull else { continue }
    let corner = Point(
      x: box.minX + box.width * random.double(-0.2...1),
      y: box.minY + box.height * random.double(-0.2...1))
    let area = Rect(
      x: corner.x, y: corner.y, width: box.width * random.double(0...0.5),
      height: box.height * random.double(0...0.5))
    let pattern = (0..<random.int(in: 1...4)).map { _ in
      random.chance(0.2) ? 0 : path.length / random.double(20...2000)
    }
    let phase = random.double(-100...100)
    let (from, to) = random.chance(0.3) ? (0.1, 0.8) : (0, 1)
    let whole = dashes(path.dashed(pattern, phase: phase, from: from, to: to))
    let seen = dashes(path.dashed(pattern, phase: phase, from: from, to: to, within: area))
    // The dashes come in order, each as it is without the area.
    var rest = whole[...]
    for dash in seen {
      guard let place = rest.firstIndex(of: dash) else {
        Issue.record("seed \(seed): another dash \(dash)")
        break
      }
      for missing in rest[..<place] { #expect(!missing.touches(area), "seed \(seed)") }
      rest = rest[(place + 1)...]
    }
    for missing in rest { #expect(!missing.touches(area), "seed \(seed)") }
    made += seen.count
    all += whole.count
  }
  #expect(made < all / 2)
}

@Test func `a path far beyond an area costs the dashes within it`() {
  let far = line(1e6)
  let area = Rect(x: 500_000, y: -1, width: 50, height: 2)
  let seen = dashes(far.dashed([8, 4], within: area))
  #expect(seen.count >= 5 && seen.count < 25)
  #expect(dashes(far.dashed([8, 4])).count > 83_000)
  var curve = Path()
  curve.move(to: Point(x: -2e5, y: 0))
  curve.addCubic(
    control1: Point(x: -1e5, y: 3e5), control2: Point(x: 1e5, y: -3e5), to: Point(x: 2e5, y: 0))
  let some = dashes(curve.dashed([8, 4], within: Rect(x: -20, y: -20, width: 40, height: 40)))
  #expect(some.count >= 3 && some.count < 30)
  let ring = Path.circle(center: Point(x: 1e5, y: 0), radius: 1e5)
  let few = dashes(ring.dashed([8, 4], within: Rect(x: -20, y: 100, width: 40, height: 40)))
  #expect(few.count >= 3 && few.count < 30)
  #expect(
    dashes(ring.dashed([8, 4], within: Rect(x: 0, y: 2e5, width: 40, height: 40))).count <= 2)
}

/// The subpaths, one by one.
private func dashes(_ path: Path) -> [Path] {
  var result: [Path] = []
  for element in path.elements {
    if case .move = element { result.append(Path()) }
    result[result.count - 1].append(element)
  }
  return result
}

extension Path {
  /// True if one of many points of the path lies in an area.
  fileprivate func touches(_ area: Rect) -> Bool {
    let measure = PathMeasure(self)
    return measure.curves.contains { curve in
      (0...20).contains { area.contains(curve.point(at: Double($0) / 20)) }
    }
  }
}
