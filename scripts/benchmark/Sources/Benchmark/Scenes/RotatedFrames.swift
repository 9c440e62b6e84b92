import Foundation
import Geometry
import Raster

/// The cost of writing whole frames rotated: each in interleaved rounds on an upright scanout and
/// on the others, all in the same memory, so that none has more of it in the cache. In a round each
/// draws several frames, as a display does: the rotated copies of all pictures need not fit the
/// cache together.
struct RotatedFrames {
  private static let framesOfRound = 8
  /// The time for measuring a case.
  var seconds = 1.5
  var format = PixelFormat.xrgb8888
  /// True if the shapes are the former frame's; false if all are new.
  var isAgain = false

  func run(_ names: [String]) {
    print("case                             upright µs     90°    180°    270°  (\(format.name))")
    for item in names.compactMap(Case.named) where item.damage == Frame.pixels {
      let upright = RasterCanvas(format: format)
      let canvases =
        [upright]
        + Rotation.allCases.dropFirst().map {
          RasterCanvas(format: format, rotation: $0, sharing: upright)
        }
      var best = canvases.map { _ in Int.max }
      let deadline = Stopwatch.nanoseconds + Int(seconds * 1e9)
      while Stopwatch.nanoseconds < deadline {
        for (index, canvas) in canvases.enumerated() {
          for _ in 0..<RotatedFrames.framesOfRound {
            if !isAgain { canvas.forget() }
            best[index] = min(best[index], Stopwatch.measure { canvas.draw(item) })
          }
        }
      }
      let ratios = best.dropFirst().map {
        String(format: "%8.2f", Double($0) / Double(best[0]))
      }
      let padding = String(repeating: " ", count: max(0, 30 - item.title.count))
      print(
        item.name + String(repeating: " ", count: 4 - item.name.count) + item.title + padding
          + String(format: "%9.1f", Double(best[0]) / 1000) + ratios.joined())
    }
  }
}
