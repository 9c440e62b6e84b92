import Animation
import Testing

/// Timings far from what anyone would write: no trap, and always a fraction of a run.
struct ExtremeTimingTests {
  private static let numbers: [Double] = [
    0, .leastNonzeroMagnitude, 1e-300, 1e-9, 3.7, 1e15, .greatestFiniteMagnitude, .infinity,
  ]

  @Test(arguments: numbers)
  func `every position is a fraction of a run`(duration: Double) {
    for repeatCount in Self.numbers {
      for repeatDuration in Self.numbers {
        for speed in Self.numbers + Self.numbers.map({ -$0 }) where speed.isFinite {
          for autoreverses in [false, true] {
            let timing = MediaTiming(
              beginTime: 1, timeOffset: 2, speed: speed, duration: duration,
              repeatCount: repeatCount, repeatDuration: repeatDuration,
              autoreverses: autoreverses)
            for time in [0, 1, 1.5, 1e6, 1e300] {
              let position = timing.position(atParentTime: time)
              if !(0...1).contains(position.fraction) || position.iteration < 0 {
                Issue.record("\(timing) at \(time): \(position)")
                return
              }
            }
          }
        }
      }
    }
  }
}
