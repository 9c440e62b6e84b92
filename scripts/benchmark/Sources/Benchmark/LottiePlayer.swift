import Foundation
import Geometry
import Lottie
import Raster

/// A Lottie file that is read and played as `firstlight render` does it, frame by frame on nothing.
struct LottiePlayer {
  var path: String
  var size: PixelSize

  /// Reads and draws the file.
  ///
  /// - Parameter frames: the most that are drawn after the first one, evenly over the animation.
  /// - Returns: seconds to the first frame, and the mean of those of a frame.
  func run(frames: Int) throws -> (first: Double, each: Double) {
    let byteCount = size.width * size.height * 4
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    defer { unsafe pixels.deallocate() }
    let surface = unsafe Surface(
      base: pixels, width: size.width, height: size.height, stride: size.width * 4,
      format: .argb8888)
    let renderer = Renderer()
    let clock = ContinuousClock()
    var file: LottieFile?
    let first = try clock.measure {
      let read = try LottieFile(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
      read.draw(at: 0, into: surface, with: renderer)
      file = read
    }
    guard let file else { return (0, 0) }
    let total = file.duration * file.frameRate
    let count = min(frames, max(1, Int(total)))
    let all = clock.measure {
      for index in 0..<count {
        let frame = total * Double(index) / Double(count)
        file.draw(at: frame / file.frameRate, into: surface, with: renderer)
      }
    }
    return (first / .seconds(1), all / .seconds(1) / Double(count))
  }
}
