import CMath

/// The unit vectors at two angles, such as those of an arc's ends: x is the cosine and y the sine.
///
/// Within 2⁻⁵² of the exact values, and of the same bits on every machine, as long as both angles
/// are below `limit`. Beyond it both are the C library's, which takes twice as long.
@frozen public struct Directions: Equatable, Sendable {
  public let first: Vector
  public let second: Vector

  /// Below this angle, in radians, the number of quarter turns times `quarterHigh` is exact.
  static var limit: Double { 1e6 }
  /// π/2 to 33 bits, and its remaining bits.
  private static var quarterHigh: Double { 0x1.921fb544p+0 }
  private static var quarterLow: Double { 0x1.0b4611a626331p-34 }
  /// Added to a number, it moves the nearest integer into the sum's low bits: 1.5·2⁵².
  private static var rounding: Double { 0x1.8p+52 }

  /// The directions at angles in radians, clockwise on the screen from 3 o'clock.
  public init(_ firstAngle: Double, _ secondAngle: Double) {
    let angles = SIMD2(firstAngle, secondAngle)
    // False for NaN, too.
    guard abs(firstAngle) < Directions.limit, abs(secondAngle) < Directions.limit else {
      first = Vector(dx: cos(firstAngle), dy: sin(firstAngle))
      second = Vector(dx: cos(secondAngle), dy: sin(secondAngle))
      return
    }
    let sum = angles * (2 / Double.pi) + Directions.rounding
    let quarters = sum - Directions.rounding
    // The remainder, up to π/4 on either side.
    let angle = (angles - quarters * Directions.quarterHigh) - quarters * Directions.quarterLow
    let (sine, cosine) = Directions.sineAndCosine(angle)
    // Odd quarter turns exchange them; the second and third negate the sine, and the first and
    // second the cosine.
    let count = unsafe unsafeBitCast(sum, to: SIMD2<UInt64>.self)
    let isOdd = 0 &- (count & 1)
    let sineBits = unsafe unsafeBitCast(sine, to: SIMD2<UInt64>.self)
    let cosineBits = unsafe unsafeBitCast(cosine, to: SIMD2<UInt64>.self)
    let exchanged = (sineBits ^ cosineBits) & isOdd
    let y = unsafe unsafeBitCast(
      sineBits ^ exchanged ^ ((count & 2) &<< 62), to: SIMD2<Double>.self)
    let x = unsafe unsafeBitCast(
      cosineBits ^ exchanged ^ (((count &+ 1) & 2) &<< 62), to: SIMD2<Double>.self)
    first = Vector(dx: x[0], dy: y[0])
    second = Vector(dx: x[1], dy: y[1])
  }

  /// By Taylor's series. The error up to π/4 is below 2⁻⁵⁴.
  @inline(__always)
  private static func sineAndCosine(
    _ angle: SIMD2<Double>
  ) -> (sine: SIMD2<Double>, cosine: SIMD2<Double>) {
    let square = angle * angle
    let fourth = square * square
    /// Two more terms of a series in the square; pairs do not depend on one another.
    func take(_ rest: SIMD2<Double>, _ high: Double, _ low: Double) -> SIMD2<Double> {
      let pair = square * high + low
      return fourth * rest + pair
    }
    var sine = SIMD2(repeating: -1 / 1_307_674_368_000.0)
    sine = take(sine, 1 / 6_227_020_800, -1 / 39_916_800)
    sine = take(sine, 1 / 362_880, -1 / 5040)
    sine = take(sine, 1 / 120, -1 / 6)
    var cosine = square * (1 / 20_922_789_888_000) - 1 / 87_178_291_200
    cosine = take(cosine, 1 / 479_001_600, -1 / 3_628_800)
    cosine = take(cosine, 1 / 40_320, -1 / 720)
    cosine = take(cosine, 1 / 24, -1 / 2)
    return (sine * square * angle + angle, cosine * square + 1)
  }
}
