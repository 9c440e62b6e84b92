import Geometry
import TestSupport

extension Path {
  /// A closed curve of quadratic pieces around a point, whose distance from it wavers.
  ///
  /// - Parameters:
  ///   - count: the number of pieces.
  ///   - extent: factors of the radius.
  static func wavyRing(
    _ random: inout SeededGenerator, center: Point, radius: Double, count: ClosedRange<Int>,
    extent: ClosedRange<Double>, isReversed: Bool = false
  ) -> Path {
    let count = random.int(in: count)
    var points = (0..<2 * count).map { index in
      let turn = AffineTransform.rotation(Double(index) * .pi / Double(count))
      let extent = radius * random.double(in: extent)
      return Point(x: center.x + extent * turn.a, y: center.y + extent * turn.b)
    }
    if isReversed { points.reverse() }
    var path = Path()
    path.move(to: points[0])
    for index in 0..<count {
      path.append(
        .quadratic(control: points[2 * index + 1], end: points[(2 * index + 2) % (2 * count)]))
    }
    path.close()
    return path
  }
}
