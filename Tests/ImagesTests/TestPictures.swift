import Geometry
import Images
import Raster

/// A generator of random numbers that a seed repeats (SplitMix64).
struct Generator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Premultiplied pixels: flat areas, ramps and noise, of random or full alpha.
func randomPixels(
  _ size: PixelSize, isOpaque: Bool, using generator: inout Generator
) -> [UInt32] {
  let kind = Int.random(in: 0..<3, using: &generator)
  return (0..<size.width * size.height).map { index in
    let x = index % size.width
    let alpha = isOpaque ? 255 : UInt32.random(in: 0...255, using: &generator)
    func component() -> UInt32 {
      switch kind {
      case 0: min(200, alpha)
      case 1: UInt32(x % 256) % (alpha + 1)
      default: UInt32.random(in: 0...alpha, using: &generator)
      }
    }
    return alpha << 24 | component() << 16 | component() << 8 | component()
  }
}

/// Lends a surface over words; `stride` is in words.
func withSurface<Result, Failure: Error>(
  _ words: inout [UInt32], width: Int, height: Int, stride: Int, format: PixelFormat,
  _ body: (Surface) throws(Failure) -> Result
) throws(Failure) -> Result {
  precondition(words.count == stride * height)
  var span = words.mutableSpan
  return try unsafe span.withUnsafeMutableBytes { bytes throws(Failure) -> Result in
    guard let base = bytes.baseAddress else { preconditionFailure("an empty surface") }
    return try body(
      unsafe Surface(base: base, width: width, height: height, stride: stride * 4, format: format))
  }
}
