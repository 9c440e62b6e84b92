/// An axis's range, in the device's own units.
struct InputAxis: Equatable, Sendable {
  var minimum: Int32
  var maximum: Int32

  /// Where a value lies in the range, over 0 and under 1: the middle of its part of it. Devices may
  /// send values outside of their range, which count as its ends.
  func fraction(of value: Int32) -> Double {
    let value = min(max(value, minimum), maximum)
    return (Double(value) - Double(minimum) + 0.5) / (Double(maximum) - Double(minimum) + 1)
  }
}
