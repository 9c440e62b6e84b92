/// A colour in the sRGB encoding, with straight alpha; each component in 0…1.
@frozen public struct Color: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  @inlinable public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  @inlinable public static var clear: Color { Color(red: 0, green: 0, blue: 0, alpha: 0) }
  @inlinable public static var black: Color { Color(red: 0, green: 0, blue: 0) }
  @inlinable public static var white: Color { Color(red: 1, green: 1, blue: 1) }

  /// Premultiplied components in 0…255, in the order red, green, blue, alpha. Components outside
  /// 0…1 are clamped, and NaN is 0.
  func premultiplied(opacity: Double) -> SIMD4<Double> {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let alpha = unit(alpha) * unit(opacity) * 255
    return SIMD4(unit(red) * alpha, unit(green) * alpha, unit(blue) * alpha, alpha)
  }

  /// Premultiplied components of 0…255 as a `0xAARRGGBB` word.
  static func pixel(_ components: SIMD4<Double>) -> UInt32 {
    func byte(_ value: Double) -> UInt32 {
      UInt32(truncatingIfNeeded: Int(min(max(value, 0), 255) + 0.5))
    }
    let alpha = byte(components.w)
    return alpha << 24 | min(byte(components.x), alpha) << 16 | min(byte(components.y), alpha) << 8
      | min(byte(components.z), alpha)
  }
}
