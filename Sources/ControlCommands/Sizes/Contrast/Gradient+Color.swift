import Foundation
import Geometry
import Raster

extension Gradient {
  /// The colour at a point of the gradient's space, for opaque stops; nil for forms that layers do
  /// not have.
  func color(at point: Point) -> Color? {
    let offset: Double
    switch geometry {
    case .axial(let start, let end):
      let (axis, place) = (end - start, point - start)
      offset = place.dot(axis) / axis.dot(axis)
    case .radial(let center, let radius, let scaleY):
      let place = point - center
      offset = hypot(place.dx, place.dy / scaleY) / radius
    case .conic(let center, let startAngle):
      let place = point - center
      let turn = (atan2(place.dy, place.dx) - startAngle) / (2 * .pi)
      offset = turn - turn.rounded(.down)
    case .focal: return nil
    }
    guard offset.isFinite, let next = stops.firstIndex(where: { $0.offset >= offset }) else {
      return stops.last?.color
    }
    guard next > 0 else { return stops[0].color }
    let (before, after) = (stops[next - 1], stops[next])
    let part = (offset - before.offset) / (after.offset - before.offset)
    func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * part }
    return Color(
      red: mix(before.color.red, after.color.red),
      green: mix(before.color.green, after.color.green),
      blue: mix(before.color.blue, after.color.blue))
  }
}
