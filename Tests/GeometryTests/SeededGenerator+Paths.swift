import Geometry
import TestSupport

/// Random geometry.
extension SeededGenerator {
  mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func point(_ range: ClosedRange<Double> = -50...50) -> Point {
    Point(x: double(range), y: double(range))
  }

  mutating func arc() -> EllipticArc {
    EllipticArc(
      center: point(), xAxis: point(-30...30) - .zero, yAxis: point(-30...30) - .zero,
      startAngle: double(-7...7), sweep: double(-6.28...6.28))
  }

  /// Lines, curves and arcs, some subpaths closed.
  mutating func path(elements count: Int = 6) -> Path {
    var path = Path()
    path.move(to: point())
    for _ in 0..<count {
      switch Int.random(in: 0..<7, using: &self) {
      case 0: path.move(to: point())
      case 1: path.addQuadratic(control: point(), to: point())
      case 2: path.addCubic(control1: point(), control2: point(), to: point())
      case 3: path.addArc(arc())
      case 4:
        path.addArc(
          center: point(), radius: double(0...40), startAngle: double(-7...7),
          sweep: double(-6.28...6.28))
      case 5: path.close()
      default: path.addLine(to: point())
      }
    }
    return path
  }
}
