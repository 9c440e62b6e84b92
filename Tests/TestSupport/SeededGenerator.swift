/// SplitMix64: the same seed gives the same numbers on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `range`, evenly spread.
  public mutating func double(in range: ClosedRange<Double>) -> Double {
    Double(next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound) + range.lowerBound
  }

  /// A whole number in `range`.
  public mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True with the given probability.
  public mutating func chance(_ probability: Double) -> Bool {
    double(in: 0...1) < probability
  }
}
