/// Fixed-point numbers with 16 fraction bits, the rasterizer's unit of position, coverage and area.
///
/// Coordinates are rounded to 1/65536 px on entry, so the last-bit differences between C libraries
/// never reach a pixel, and coverage is summed in integers, so the order of edges and the clip
/// never do either.
enum Fixed {
  static let one = 65536
  /// Coordinates beyond are clamped: 2³⁰ px.
  static let limit = 1073741824.0

  /// Added to a value within ±2⁵¹, it brings the nearest integer to the sum's low bits:
  /// 1.5·2⁵².
  static let rounding = 6_755_399_441_055_744.0

  /// The nearest integer of a value within ±2⁵¹; anything else gives some integer and no trap.
  ///
  /// Three operations, where `Int(_:)` checks its range twice and the base x86-64 has no rounding
  /// instruction.
  @inline(__always) static func roundedInt(_ value: Double) -> Int {
    Int(truncatingIfNeeded: (value + rounding).bitPattern)
      &- Int(truncatingIfNeeded: rounding.bitPattern)
  }

  /// A coordinate in pixels as fixed point, clamped to ±`limit`.
  @inline(__always) static func coordinate(_ value: Double) -> Int {
    roundedInt(min(max(value, -limit), limit) * 65536)
  }

  /// A fixed-point number in pixels.
  @inline(__always) static func pixels(_ value: Int) -> Double { Double(value) * (1 / 65536) }
}
