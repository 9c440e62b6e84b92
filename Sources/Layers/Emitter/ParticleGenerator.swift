/// The numbers of one particle, which depend on its seed and nothing else.
///
/// SplitMix64 from Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014),
/// with the constants of its public-domain reference code: a counter with a step of 2⁶⁴/φ through
/// the finalizer "Mix13" of David Stafford.
struct ParticleGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1, evenly spread.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in mean ± range/2, evenly spread.
  mutating func number(_ mean: Double, range: Double) -> Double {
    mean + (unit() - 0.5) * range
  }

  /// The seed of the child with an index, of a parent with a seed.
  static func seed(_ seed: UInt64, _ index: Int) -> UInt64 {
    var first = ParticleGenerator(seed: seed)
    var second = ParticleGenerator(seed: first.next() ^ UInt64(truncatingIfNeeded: index))
    return second.next()
  }
}
