import Geometry

/// The area of outlines of lines and quadratic curves in each pixel, from the lengths between the
/// curves' exact crossings with many lines per pixel row. The method shares nothing with the
/// rasterizer.
struct ExactOutlines {
  /// A line has its control point in the middle.
  private struct Curve {
    var start, control, end: Point
  }

  private struct Crossing {
    var x: Double
    var winding: Int
  }

  private static let linesPerRow = 256
  private var outlines: [(curves: [Curve], bounds: Rect)]

  /// Outlines that do not overlap each other, filled by the nonzero rule.
  init(_ paths: [Path]) {
    outlines = paths.map { (ExactOutlines.curves(of: $0), $0.bounds) }
  }

  /// Row by row, 0…1.
  func coverage(of area: PixelRect) -> [Double] {
    var result = [Double](repeating: 0, count: area.area)
    for outline in outlines {
      let cover = outline.bounds.pixelCover.intersection(area)
      for y in cover.minY..<max(cover.minY, cover.maxY) {
        for line in 0..<ExactOutlines.linesPerRow {
          let height = Double(y) + (Double(line) + 0.5) / Double(ExactOutlines.linesPerRow)
          let row = (y - area.minY) * area.width - area.minX
          for (from, to) in ExactOutlines.insides(of: outline.curves, at: height) {
            for x in max(Int(from), area.minX)...max(Int(from), min(Int(to), area.maxX - 1)) {
              let length = min(to, Double(x + 1)) - max(from, Double(x))
              result[row + x] += max(0, length) / Double(ExactOutlines.linesPerRow)
            }
          }
        }
      }
    }
    return result.map { $0 > 1 - 1e-9 ? 1 : $0 }
  }

  private static func insides(of curves: [Curve], at y: Double) -> [(Double, Double)] {
    var crossings: [Crossing] = []
    for curve in curves { addCrossings(of: curve, at: y, to: &crossings) }
    crossings.sort { $0.x < $1.x }
    var insides: [(Double, Double)] = []
    var winding = 0
    var start = 0.0
    for crossing in crossings {
      if winding == 0 { start = crossing.x }
      winding += crossing.winding
      if winding == 0 { insides.append((start, crossing.x)) }
    }
    return insides
  }

  /// Solves y(t) = y for 0 ≤ t < 1.
  private static func addCrossings(of curve: Curve, at y: Double, to crossings: inout [Crossing]) {
    let a = curve.start.y - 2 * curve.control.y + curve.end.y
    let b = curve.control.y - curve.start.y
    let c = curve.start.y - y
    var roots: [Double] = []
    if abs(a) < 1e-9 {
      if b != 0 { roots = [-c / (2 * b)] }
    } else {
      let discriminant = b * b - a * c
      guard discriminant > 0 else { return }
      let root = discriminant.squareRoot()
      roots = [(-b - root) / a, (-b + root) / a]
    }
    for t in roots where t >= 0 && t < 1 {
      let slope = a * t + b
      let x =
        (1 - t) * (1 - t) * curve.start.x + 2 * t * (1 - t) * curve.control.x
        + t * t * curve.end.x
      crossings.append(Crossing(x: x, winding: slope > 0 ? 1 : -1))
    }
  }

  private static func curves(of path: Path) -> [Curve] {
    var curves: [Curve] = []
    var start = Point.zero
    var current = Point.zero
    func add(_ control: Point?, _ end: Point) {
      let middle = Point(x: (current.x + end.x) / 2, y: (current.y + end.y) / 2)
      curves.append(Curve(start: current, control: control ?? middle, end: end))
      current = end
    }
    for element in path.elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end): add(nil, end)
      case .quadratic(let control, let end): add(control, end)
      case .close: add(nil, start)
      case .cubic, .arc: preconditionFailure("outlines of lines and quadratic curves only")
      }
    }
    return curves
  }
}
