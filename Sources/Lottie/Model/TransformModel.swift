import CMath
import Geometry

/// The rotations of a layer in space. They are in an object of their own, since few layers have
/// them and transforms are copied.
final class TiltModel {
  let x: Track<Numbers>
  let y: Track<Numbers>
  /// Degrees about x, y and z, by which the layer is rotated after its own rotations.
  let orientation: Track<Numbers>

  init(x: Track<Numbers>, y: Track<Numbers>, orientation: Track<Numbers>) {
    self.x = x
    self.y = y
    self.orientation = orientation
  }

  /// A plane rotated about its y axis and its x axis, then by its orientation about z, y and x, and
  /// seen from straight ahead without perspective.
  func projection(at frame: Double) -> AffineTransform {
    let (x, y) = (x.number(at: frame), y.number(at: frame))
    let orientation = orientation.value(at: frame)
    func turned(_ vector: SpaceVector) -> SpaceVector {
      vector.turnedAboutY(y).turnedAboutX(x).turnedAboutZ(orientation.z)
        .turnedAboutY(orientation.y).turnedAboutX(orientation.x)
    }
    let across = turned(SpaceVector(x: 1, y: 0, z: 0))
    let down = turned(SpaceVector(x: 0, y: 1, z: 0))
    return AffineTransform(a: across.x, b: across.y, c: down.x, d: down.y, tx: 0, ty: 0)
  }
}

/// A direction in space; z points away from the viewer.
private struct SpaceVector {
  var x: Double
  var y: Double
  var z: Double

  func turnedAboutX(_ degrees: Double) -> SpaceVector {
    let (c, s) = SpaceVector.turn(degrees)
    return SpaceVector(x: x, y: y * c + z * s, z: z * c - y * s)
  }

  func turnedAboutY(_ degrees: Double) -> SpaceVector {
    let (c, s) = SpaceVector.turn(degrees)
    return SpaceVector(x: x * c - z * s, y: y, z: z * c + x * s)
  }

  /// Clockwise.
  func turnedAboutZ(_ degrees: Double) -> SpaceVector {
    let (c, s) = SpaceVector.turn(degrees)
    return SpaceVector(x: x * c - y * s, y: x * s + y * c, z: z)
  }

  private static func turn(_ degrees: Double) -> (Double, Double) {
    (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
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

  /// Maps the own space of the layer, group or copy to the space around it.
  func matrix(at frame: Double) -> AffineTransform {
    let anchor = anchor.point(at: frame)
    let position = position.point(at: frame)
    let scale = scale.value(at: frame)
    var result = AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: .scale(x: scale.x / 100, y: scale.y / 100))
    let skew = skew.number(at: frame)
    if skew != 0 {
      let axis = skewAxis.number(at: frame) * .pi / 180
      // The shear repeats after half a turn. At a right angle the plane would collapse to an
      // infinite line.
      let shear = tan(-min(max(remainder(skew, 180), -85), 85) * .pi / 180)
      result = result.followed(by: .rotation(axis))
        .followed(by: AffineTransform(a: 1, b: 0, c: shear, d: 1, tx: 0, ty: 0))
        .followed(by: .rotation(-axis))
    }
    let angle = rotation.number(at: frame) * .pi / 180
    if angle != 0 { result = result.followed(by: .rotation(angle)) }
    if let tilt { result = result.followed(by: tilt.projection(at: frame)) }
    return result.followed(by: .translation(x: position.x, y: position.y))
  }
}
