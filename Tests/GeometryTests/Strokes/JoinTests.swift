import TestSupport
import Testing

@testable import Geometry

/// The stroke of a polyline as what defines it: a bar for each line, a wedge for each join.
private func pieces(_ points: [Point], isClosed: Bool, style: StrokeStyle) -> [Path] {
  let half = style.width / 2
  var pieces: [Path] = []
  func add(_ corners: [Point]) {
    var path = Path()
    for corner in corners { path.addLine(to: corner) }
    path.close()
    pieces.append(path)
  }
  let count = points.count
  let lines = (0..<(isClosed ? count : count - 1)).map { (points[$0], points[($0 + 1) % count]) }
  let sides = lines.map { (($1 - $0).normalized ?? .zero).perpendicular * half }
  for ((start, end), side) in zip(lines, sides) {
    add([start + side, end + side, end - side, start - side])
  }
  for index in 0..<(isClosed ? count : count - 2) {
    let next = (index + 1) % lines.count
    // The wedge lies on the outer side of the turn.
    let sign = sides[index].cross(sides[next]) > 0 ? -1.0 : 1.0
    let before = sides[index] * sign
    let after = sides[next] * sign
    let vertex = lines[index].1
    let middle = before + after
    let ratio = style.width / middle.length
    if style.join == .miter && ratio <= style.miterLimit {
      let tip = middle * (2 * half * half / middle.dot(middle))
      add([vertex, vertex + before, vertex + tip, vertex + after])
    } else {
      add([vertex, vertex + before, vertex + after])
    }
  }
  return pieces
}

@Test(arguments: [LineJoin.miter, .bevel])
func `a polyline's stroke is the union of its bars and joins`(join: LineJoin) {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    var points = [random.point()]
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      // Lines that are short against the width are the hard ones.
      let reach = seed % 3 == 0 ? 8.0 : 50
      let last = points[points.count - 1]
      points.append(last + (random.point(-reach...reach) - .zero))
    }
    let isClosed = seed % 2 == 0 && points.count > 2
    var path = Path()
    for point in points { path.addLine(to: point) }
    if isClosed { path.close() }
    let style = StrokeStyle(
      width: random.double(1...20), join: join, miterLimit: random.double(1...10))
    let outline = path.stroked(style, tolerance: 0.1)
    let pieces = pieces(points, isClosed: isClosed, style: style)
    let reach = path.bounds.insetBy(dx: -15, dy: -15)
    var wrong = 0
    for _ in 0..<300 {
      let point = Point(
        x: random.double(reach.minX...reach.maxX), y: random.double(reach.minY...reach.maxY))
      let number = outline.windingNumber(around: point)
      if number < 0 || (number > 0) != pieces.contains(where: { $0.contains(point) }) {
        wrong += 1
      }
    }
    #expect(wrong == 0, "seed \(seed)")
  }
}
