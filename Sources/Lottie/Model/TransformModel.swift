import CMath
import Geometry

/// The turns of a layer in space, an object of its own since few layers have them: transforms are copied.
final class TiltModel {
  let x: Track<Numbers>
  let y: Track<Numbers>

  init(x: Track<Numbers>, y: Track<Numbers>) {
    self.x = x
    self.y = y
  }
}

/// The transform of a layer, group or repeater copy in its parent.
struct TransformModel {
  var anchor = PositionTrack.fixed(.zero)
  var position = PositionTrack.fixed(.zero)
  /// Percents.
  var scale = Track(Numbers(repeating: 100))
  /// Degrees clockwise.
  var rotation = Track(Numbers.zero)
  /// Degrees about the axes that lie in the plane, for layers in space; nil for others.
  var tilt: TiltModel?
  var skew = Track(Numbers.zero)
  var skewAxis = Track(Numbers.zero)
  /// Percents.
  var opacity = Track(Numbers(repeating: 100))

  /// The map to what is around.
  func matrix(at frame: Double) -> AffineTransform {
    let anchor = anchor.point(at: frame)
    let position = position.point(at: frame)
    let scale = scale.value(at: frame)
    var result = AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: .scale(x: scale.x / 100, y: scale.y / 100))
    let skew = skew.number(at: frame)
    if skew != 0 {
      let axis = skewAxis.number(at: frame) * .pi / 180
      // Half a turn further the shear is the same. At a right angle the plane would collapse to a line
      // of no end.
      let shear = tan(-min(max(remainder(skew, 180), -85), 85) * .pi / 180)
      result = result.followed(by: .rotation(axis))
        .followed(by: AffineTransform(a: 1, b: 0, c: shear, d: 1, tx: 0, ty: 0))
        .followed(by: .rotation(-axis))
    }
    let angle = rotation.number(at: frame) * .pi / 180
    if angle != 0 { result = result.followed(by: .rotation(angle)) }
    if let tilt {
      result = result.followed(
        by: TransformModel.projection(
          x: tilt.x.number(at: frame) * .pi / 180, y: tilt.y.number(at: frame) * .pi / 180))
    }
    return result.followed(by: .translation(x: position.x, y: position.y))
  }

  /// A plane turned about its y axis, then about the x axis, and seen from straight ahead without
  /// perspective.
  private static func projection(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: cos(y), b: sin(x) * sin(y), c: 0, d: cos(x), tx: 0, ty: 0)
  }
}
