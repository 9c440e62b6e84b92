public import Geometry

extension Path {
  /// The area inside, counted as often as the path winds around it; positive clockwise on the
  /// screen.
  ///
  /// Green's theorem, ½∮(x·dy − y·dx), with the closed form of each element. Subpaths count as
  /// closed.
  public var signedArea: Double {
    var start = Point.zero
    var current = Point.zero
    var sum = 0.0
    // Coordinates relative to the subpath's start keep the sum from cancelling.
    func line(_ from: Point, _ to: Point) -> Double { (from - start).cross(to - start) }
    for element in elements {
      switch element {
      case .move(let point):
        start = point
        current = point
      case .line(let end):
        sum += line(current, end)
        current = end
      case .quadratic(let control, let end):
        // Beside the chord's triangle a parabola takes two thirds of its control triangle.
        sum += line(current, end)
        sum += (control - current).cross(end - control) * 2 / 3
        current = end
      case .cubic(let control1, let control2, let end):
        let a = line(current, control1)
        let b = line(current, control2)
        let c = line(current, end)
        let d = line(control1, control2)
        let e = line(control1, end)
        let f = line(control2, end)
        sum += (6 * a + 3 * b + c + 3 * d + 3 * e + 6 * f) / 10
        current = end
      case .arc(let arc):
        sum += line(current, arc.start)
        sum += (arc.center - start).cross(arc.end - arc.start)
        sum += arc.xAxis.cross(arc.yAxis) * arc.sweep
        current = arc.end
      case .close:
        current = start
      }
    }
    return sum / 2
  }
}
