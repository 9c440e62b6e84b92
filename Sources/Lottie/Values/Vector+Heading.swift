import CMath
import Geometry

extension Vector {
  /// Degrees, clockwise on the screen from 3 o'clock; 0 for a vector without direction.
  var heading: Double { dx == 0 && dy == 0 ? 0 : atan2(dy, dx) * 180 / .pi }

  /// Of a length, at an angle in radians clockwise on the screen from 3 o'clock.
  static func polar(_ length: Double, _ angle: Double) -> Vector {
    Vector(dx: length * cos(angle), dy: length * sin(angle))
  }
}
