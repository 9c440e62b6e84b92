import Foundation
import Geometry

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }

/// Tests of points by a shape's definition: the reference for accuracy.
enum ExactShape {
  typealias Test = @Sendable (_ x: Double, _ y: Double) -> Bool

  static func disc(center: Point, radius: Double) -> Test {
    { x, y in hypot(x - center.x, y - center.y) <= radius }
  }

  /// A bar whose ends are half circles.
  static func roundedBar(_ bar: Rect) -> Test {
    let radius = bar.height / 2
    return { x, y in
      let nearest = min(max(x, bar.minX + radius), bar.maxX - radius)
      return hypot(x - nearest, y - bar.midY) <= radius
    }
  }

  static func ring(center: Point, radius: Double, width: Double) -> Test {
    let inner = radius - width / 2
    let outer = radius + width / 2
    return { x, y in
      let distance = hypot(x - center.x, y - center.y)
      return distance >= inner && distance <= outer
    }
  }

  /// An arc's stroke with round caps: near the circle within the sweep, or near one of the ends.
  static func arc(
    center: Point, radius: Double, width: Double, startAngle: Double, sweep: Double
  ) -> Test {
    let reach = width / 2
    let ends = [startAngle, startAngle + sweep].map { angle in
      Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    return { x, y in
      for end in ends where hypot(x - end.x, y - end.y) <= reach { return true }
      guard abs(hypot(x - center.x, y - center.y) - radius) <= reach else { return false }
      return turned(atan2(y - center.y, x - center.x) - startAngle) <= sweep
    }
  }

  /// Segments about a circle, one around each multiple of a turn's part, with square caps.
  static func segments(
    center: Point, radius: Double, width: Double, count: Int, sweep: Double
  ) -> Test {
    let reach = width / 2
    let step = 2 * Double.pi / Double(count)
    return { x, y in
      let dx = x - center.x
      let dy = y - center.y
      let distance = hypot(dx, dy)
      guard abs(distance - radius) <= reach * 2 else { return false }
      let angle = atan2(dy, dx)
      let fromMiddle = abs(angle - (angle / step).rounded() * step)
      if fromMiddle <= sweep / 2 { return abs(distance - radius) <= reach }
      // In the frame of the segment's end: along the tangent and along the radius.
      let along = distance * sin(fromMiddle - sweep / 2)
      let across = distance * cos(fromMiddle - sweep / 2) - radius
      return along <= reach && abs(across) <= reach
    }
  }

  private static func turned(_ angle: Double) -> Double {
    let turn = 2 * Double.pi
    let rest = angle.truncatingRemainder(dividingBy: turn)
    return rest < 0 ? rest + turn : rest
  }
}
