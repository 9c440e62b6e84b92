/// A gradient's stops as premultiplied colours, from the first offset to the last.
struct GradientRamp {
  /// Offsets in 0…1, never falling.
  private(set) var offsets: [Double] = []
  /// Premultiplied components in 0…255, in the order red, green, blue, alpha.
  private(set) var colors: [SIMD4<Double>] = []

  init(_ stops: [GradientStop], opacity: Double) {
    var last = 0.0
    for stop in stops {
      last = max(last, stop.offset > 0 ? min(stop.offset, 1) : 0)
      offsets.append(last)
      colors.append(stop.color.premultiplied(opacity: opacity))
    }
    if offsets.isEmpty {
      offsets = [0]
      colors = [SIMD4(repeating: 0)]
    }
  }

  /// Components, or their steps, with 24 fraction bits; what is beyond 32 bits is left out.
  @inline(__always) static func fixed(_ values: SIMD4<Double>) -> SIMD4<UInt32> {
    // To convert a whole vector takes three times as long.
    @inline(__always) func fixed(_ value: Double) -> UInt32 {
      UInt32(truncatingIfNeeded: Fixed.roundedInt(value * 0x1p24))
    }
    return SIMD4(fixed(values.x), fixed(values.y), fixed(values.z), fixed(values.w))
  }

  var isOpaque: Bool { colors.allSatisfy { $0.w == 255 } }

  /// Levels a pixel from which on gradients are not dithered: no level lasts for two pixels.
  static let leastDithered = 0.5

  /// Levels in a length of the ramp, were it all like a segment: those of the component that changes most.
  func steepness(ofSegment index: Int) -> Double {
    let change = colors[index + 1] - colors[index]
    let width = offsets[index + 1] - offsets[index]
    return max(abs(change.x), abs(change.y), abs(change.z), abs(change.w)) / width
  }

  /// The colour at an offset; at a place where two stops meet, the later one's.
  func color(at offset: Double) -> SIMD4<Double> {
    guard offset >= offsets[0] else { return colors[0] }
    var index = offsets.count - 1
    while index > 0, offsets[index] > offset { index -= 1 }
    guard index + 1 < offsets.count else { return colors[index] }
    let part = (offset - offsets[index]) / (offsets[index + 1] - offsets[index])
    return colors[index] + (colors[index + 1] - colors[index]) * part
  }

  /// The width of the narrowest segment, and true if two colours meet at one place.
  var edges: (narrowest: Double, areHard: Bool) {
    var (narrowest, areHard) = (1.0, false)
    for index in 0..<(offsets.count - 1) {
      let width = offsets[index + 1] - offsets[index]
      if width > 0 { narrowest = min(narrowest, width) } else { areHard = true }
    }
    return (narrowest, areHard)
  }

  /// The most levels in a length of the ramp that a segment has, were it all like it, and the least
  /// above 0.
  var steepness: (most: Double, least: Double) {
    var (most, least) = (0.0, Double.infinity)
    for index in 0..<(offsets.count - 1) where offsets[index + 1] > offsets[index] {
      let levels = steepness(ofSegment: index)
      most = max(most, levels)
      if levels > 0 { least = min(least, levels) }
    }
    return (most, least)
  }
}
