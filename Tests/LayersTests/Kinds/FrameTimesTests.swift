import Layers
import Testing

/// Times of pictures that follow each other.
@Suite struct FrameTimesTests {
  /// Microseconds of refreshes at 60 Hz, rounded down as those of frames are.
  private static func refresh(_ number: Int64) -> Int64 { number * 1_000_000 / 60 }

  /// The number of refreshes for which each picture is shown, without the last.
  private static func lengths(
    _ times: FrameTimes, refreshes: Int64, lead: Int64 = 1000, jitter: (Int64) -> Int64 = { _ in 0 }
  ) -> [Int] {
    var lengths: [Int] = []
    var last = -1
    for number in 0..<refreshes {
      let place = times.place(at: refresh(number) + jitter(number) + lead)
      if place.index == last {
        lengths[lengths.count - 1] += 1
      } else {
        lengths.append(1)
        last = place.index
      }
    }
    return lengths.dropLast()
  }

  @Test(arguments: [24, 25, 30, 50, 60])
  func `each picture is shown as long as its neighbours within one refresh`(rate: Int64) {
    let times = FrameTimes(count: 540, rate: rate * 1000, runCount: nil)
    // An hour; some tenths of a millisecond of error in each time.
    let jitter: (Int64) -> Int64 = { ($0 * 7919) % 401 - 200 }
    let lengths = Self.lengths(times, refreshes: 60 * 3600, jitter: jitter)
    #expect(lengths.count == Int(rate) * 3600 - 1)
    let shortest = Int(60 / rate)
    #expect(lengths.allSatisfy { $0 == shortest || $0 == shortest + 1 && 60 % rate != 0 })
    // The mean is exact, too.
    #expect(abs(lengths.reduce(0, +) - 60 * 3600) <= shortest + 1)
  }

  @Test(arguments: [1, 7, 23_976, 24_000, 25_000, 59_940, 60_000, 1_000_000])
  func `the place and the next change agree, in all runs`(rate: Int64) {
    let times = FrameTimes(count: 7, rate: rate, runCount: nil)
    var time: Int64 = 0
    for number in 0..<2000 {
      let place = times.place(at: time)
      #expect(place.index == number % 7 && place.phase == .active)
      let next = place.nextChange ?? 0
      #expect(next > time)
      #expect(times.place(at: next - 1).index == number % 7)
      // ⌈(number + 1) · 10⁹ / rate⌉
      #expect(next == (Int64(number + 1) * 1_000_000_000 + rate - 1) / rate)
      time = next
    }
  }

  @Test func `durations of their own are kept in each run`() {
    let times = FrameTimes(durations: [100, 0, 50, 250], runCount: 3)
    #expect(times.runLength == 400)
    let expected: [(Int64, Int, FrameTimes.Phase, Int64?)] = [
      (-1, 0, .before, 0), (0, 0, .active, 100), (99, 0, .active, 100), (100, 2, .active, 150),
      (150, 3, .active, 400), (399, 3, .active, 400), (400, 0, .active, 500),
      (1199, 3, .active, 1200), (1200, 3, .after, nil), (.max, 3, .after, nil),
    ]
    for (time, index, phase, next) in expected {
      #expect(
        times.place(at: time) == FrameTimes.Place(phase: phase, index: index, nextChange: next))
    }
  }

  @Test func `extreme times and numbers do not trap`() {
    for times in [
      FrameTimes(count: 1, rate: .min),
      FrameTimes(count: FrameTimes.greatestCount, rate: .max, runCount: .max),
      FrameTimes(count: FrameTimes.greatestCount, rate: 1, runCount: .max),
      FrameTimes(count: 3, rate: 1, runCount: .min),
      FrameTimes(durations: [.max, .max, .min], runCount: .max), FrameTimes(durations: [0, 0]),
    ] {
      for time in [Int64.min, -1, 0, 1, 1 << 40, .max - 1, .max] {
        let place = times.place(at: time)
        #expect(0..<times.count ~= place.index)
      }
      #expect(times.runLength > 0)
    }
  }

  @Test func `one picture without end never changes`() {
    let place = FrameTimes(count: 1, rate: 60_000, runCount: nil).place(at: 12_345)
    #expect(place == FrameTimes.Place(phase: .active, index: 0, nextChange: nil))
  }
}
