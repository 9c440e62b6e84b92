import Geometry
import Lottie
import Raster
import System

/// Reads and plays a Lottie file like `firstlight render`, frame by frame without a display. Of
/// each frame only the difference from the last one is drawn.
struct LottieRun {
  var path: String
  var size: PixelSize

  /// Reads and draws the file.
  ///
  /// - Parameter frames: the largest number of frames drawn after the first, evenly spaced.
  /// - Returns: the seconds to the first frame, and the mean seconds of a later frame.
  func run(frames: Int) throws -> (first: Double, each: Double) {
    let byteCount = size.width * size.height * 4
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    defer { unsafe pixels.deallocate() }
    // The other players' buffers were written to as well.
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let surface = unsafe Surface(
      base: pixels, width: size.width, height: size.height, stride: size.width * 4,
      format: .argb8888)
    let clock = ContinuousClock()
    var player: LottiePlayer?
    let first = try clock.measure {
      let file = try LottieFile(parsing: try readFile(atPath: path, limit: 16 << 20))
      player = LottiePlayer(file)
      _ = player?.draw(at: 0, into: surface)
    }
    guard let player else { return (0, 0) }
    let file = player.file
    let total = file.duration * file.frameRate
    let count = min(frames, max(1, Int(total)))
    let all = clock.measure {
      for index in 0..<count {
        let frame = total * Double(index) / Double(count)
        _ = player.draw(at: frame / file.frameRate, into: surface)
      }
    }
    return (first / .seconds(1), all / .seconds(1) / Double(count))
  }
}
