import Foundation
import Geometry
import Raster
import System

/// The gain of several threads for whole frames. Each case is drawn in interleaved rounds by one
/// thread and by all threads. A pool waits between rounds, as in the daemon, so that waking it
/// counts.
struct SharedFrames {
  /// The time for measuring a case.
  var seconds = 1.5
  var threadCount = min(ThreadPool.processorCount, 4)

  func run(_ names: [String]) {
    let pool = ThreadPool(memberCount: threadCount)
    let workers = Workers(
      count: threadCount, begin: { pool.begin($0, $1) }, takePart: { pool.takePart() },
      end: { pool.end() })
    print("case                            1 thread µs  \(threadCount) threads µs     ×")
    for item in names.compactMap(Case.named) where item.damage == Frame.pixels {
      let alone = RasterCanvas()
      let together = RasterCanvas()
      var best = (alone: Int.max, together: Int.max)
      let deadline = Stopwatch.nanoseconds + Int(seconds * 1e9)
      while Stopwatch.nanoseconds < deadline {
        best.alone = min(best.alone, Stopwatch.measure { alone.draw(item) })
        best.together = min(
          best.together, Stopwatch.measure { together.draw(item, by: workers) })
      }
      let padding = String(repeating: " ", count: max(0, 30 - item.title.count))
      print(
        item.name + String(repeating: " ", count: 4 - item.name.count) + item.title + padding
          + String(
            format: "%9.1f%14.1f%6.2f", Double(best.alone) / 1000, Double(best.together) / 1000,
            Double(best.together) / Double(best.alone)))
    }
  }
}
