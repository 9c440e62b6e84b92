import Geometry
import Lottie
import Raster

/// Reads Lottie files and draws them at some times. A picture that a player makes from the one
/// before equals the picture of the time alone.
enum LottieTarget {
  private static let size = PixelSize(width: 48, height: 32)

  static func run(_ bytes: [UInt8]) throws(Finding) {
    guard let file = try? LottieFile(parsing: bytes) else { return }
    try require(file.duration > 0, "a duration of \(file.duration)")
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let other = PixelBuffer(size: size, format: .argb8888)
    let player = LottiePlayer(file)
    for part in [0, 0.3, 0.31, 1, 0.3] {
      file.draw(at: file.duration * part, into: buffer.surface)
      _ = player.draw(at: file.duration * part, into: other.surface)
      try require(buffer.bytes == other.bytes, "two drawings of the time \(part) differ")
    }
  }
}
