import Animation
import TestSupport
import Testing

/// Properties of every timing, tested on random ones.
struct TimingPropertyTests {
  private func random(_ generator: inout SeededGenerator) -> MediaTiming {
    var timing = MediaTiming(duration: .random(in: 0.1...3, using: &generator))
    switch Int.random(in: 0...3, using: &generator) {
    case 0: timing.repeatCount = .random(in: 0.2...5, using: &generator)
    case 1: timing.repeatCount = Double(Int.random(in: 1...5, using: &generator))
    case 2: timing.repeatDuration = .random(in: 0.1...9, using: &generator)
    default: break
    }
    timing.autoreverses = Bool.random(using: &generator)
    timing.fillMode = FillMode.allCases[Int.random(in: 0...3, using: &generator)]
    return timing
  }

  @Test func `a repeat duration is as many cycles as it holds`() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      var timing = random(&generator)
      timing.repeatCount = .random(in: 0.2...5, using: &generator)
      timing.repeatDuration = 0
      var same = timing
      same.repeatCount = 9
      same.repeatDuration = timing.duration * (timing.autoreverses ? 2 : 1) * timing.repeatCount
      #expect(abs(same.activeDuration - timing.activeDuration) < 1e-9, "seed \(seed)")
      for _ in 0..<40 {
        let time = Double.random(in: -1...20, using: &generator)
        let (a, b) = (timing.position(atParentTime: time), same.position(atParentTime: time))
        #expect(a.phase == b.phase && a.iteration == b.iteration, "seed \(seed), \(time) s")
        #expect(abs(a.fraction - b.fraction) < 1e-8, "seed \(seed), \(time) s")
      }
    }
  }

  @Test func `speed and begin time only scale and shift the course`() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let timing = random(&generator)
      var moved = timing
      moved.beginTime = .random(in: -50...50, using: &generator)
      moved.speed = .random(in: 0.1...4, using: &generator)
      moved.timeOffset = .random(in: -2...2, using: &generator)
      for _ in 0..<40 {
        let time = Double.random(in: -1...20, using: &generator)
        guard let parent = moved.parentTime(atLocalTime: time) else { continue }
        let (a, b) = (timing.position(atParentTime: time), moved.position(atParentTime: parent))
        #expect(a.phase == b.phase && a.isVisible == b.isVisible, "seed \(seed), \(time) s")
        #expect(abs(a.time - b.time) < 1e-8 || a.iteration != b.iteration, "seed \(seed)")
      }
    }
  }

  @Test func `a negative speed shows the same course from its end`() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let timing = random(&generator)
      var back = timing
      back.speed = -1
      back.timeOffset = timing.activeDuration
      for _ in 0..<40 {
        let time = Double.random(in: 0.01...0.99, using: &generator) * timing.activeDuration
        let forth = timing.position(atParentTime: time)
        let mirrored = back.position(atParentTime: timing.activeDuration - time)
        #expect(mirrored.phase == .active)
        #expect(mirrored.iteration == forth.iteration, "seed \(seed), \(time) s")
        #expect(abs(mirrored.fraction - forth.fraction) < 1e-8, "seed \(seed), \(time) s")
      }
      #expect(back.position(atParentTime: timing.activeDuration).phase == .after)
      #expect(back.activeEnd == timing.activeDuration)
    }
  }

  @Test func `a course that runs to and fro has no jumps`() {
    for seed in UInt64(1)...100 {
      var generator = SeededGenerator(seed: seed)
      var timing = random(&generator)
      timing.autoreverses = true
      var last = timing.position(atParentTime: 0).fraction
      let step = timing.duration / 64
      for index in 1...400 {
        let fraction = timing.position(atParentTime: Double(index) * step).fraction
        #expect(abs(fraction - last) < 1 / 64 + 1e-8, "seed \(seed), step \(index)")
        last = fraction
      }
    }
  }

  @Test func `the ends of the active time are where its phases change`() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      var timing = random(&generator)
      timing.beginTime = .random(in: 1...50, using: &generator)
      timing.speed = .random(in: 0.1...4, using: &generator) * (seed % 2 == 0 ? 1 : -1)
      guard let start = timing.activeStart, let end = timing.activeEnd else {
        Issue.record("seed \(seed) has no ends")
        continue
      }
      #expect(start < end)
      #expect(timing.position(atParentTime: start - 1e-6).phase == .before, "seed \(seed)")
      #expect(timing.position(atParentTime: (start + end) / 2).phase == .active)
      #expect(timing.position(atParentTime: end + 1e-6).phase == .after, "seed \(seed)")
      for time in [start - 1, end + 1] {
        let position = timing.position(atParentTime: time)
        let isCovered =
          switch timing.fillMode {
          case .removed: false
          case .backwards: time < start
          case .forwards: time > end
          case .both: true
          }
        #expect(position.isVisible == isCovered, "seed \(seed)")
      }
    }
  }
}
