import CMath
import Geometry

extension Vector {
  /// A vector of a length, at an angle in radians clockwise on the screen from 3 o'clock.
  static func polar(_ length: Double, _ angle: Double) -> Vector {
    Vector(dx: length * cos(angle), dy: length * sin(angle))
  }
}
