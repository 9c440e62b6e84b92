/// An axis's range, in the device's own units.
struct InputAxis: Equatable, Sendable {
  var minimum: Int32
  var maximum: Int32

  /// The position of a value in the range, above 0 and below 1: the middle of its unit. Devices may
  /// send values outside of their range, which are clamped to it.
  func fraction(of value: Int32) -> Double {
    let value = min(max(value, minimum), maximum)
    return (Double(value) - Double(minimum) + 0.5) / (Double(maximum) - Double(minimum) + 1)
  }
}
