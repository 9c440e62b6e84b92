/// A colour as four numbers, with straight alpha, as animations need it.
@frozen public struct ColorComponents: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  @inlinable public init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The interpolated colour on the way to `other`. The components are weighted by their alphas, so
  /// that a transparent end lends no tint; differences of colours are not weighted.
  public func interpolated(
    to other: ColorComponents, at fraction: Double, areDifferences: Bool = false
  ) -> ColorComponents {
    if areDifferences { return adding(other.adding(self, times: -1), times: fraction) }
    let own = alpha * (1 - fraction)
    let others = other.alpha * fraction
    let sum = own + others
    // An overshoot past a transparent end stays transparent.
    guard sum > 0 else {
      return ColorComponents(red: other.red, green: other.green, blue: other.blue, alpha: 0)
    }
    return ColorComponents(
      red: (red * own + other.red * others) / sum,
      green: (green * own + other.green * others) / sum,
      blue: (blue * own + other.blue * others) / sum,
      alpha: sum)
  }

  /// Adds `other` times a factor to every component.
  func adding(_ other: ColorComponents, times factor: Double) -> ColorComponents {
    ColorComponents(
      red: red + other.red * factor, green: green + other.green * factor,
      blue: blue + other.blue * factor, alpha: alpha + other.alpha * factor)
  }
}
