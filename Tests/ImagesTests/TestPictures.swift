import Geometry
import Images
import Raster
import TestSupport

/// Premultiplied pixels: flat areas, ramps and noise, of random or full alpha.
func randomPixels(
  _ size: PixelSize, isOpaque: Bool, using generator: inout SeededGenerator
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
