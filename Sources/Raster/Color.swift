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
}
