import Animation
import TestSupport
import Testing

struct MediaTimingTests {
  @Test func `local time is scaled about the begin time and then shifted`() {
    let timing = MediaTiming(beginTime: 2, timeOffset: 0.5, speed: 3, duration: 10)
    #expect(timing.localTime(atParentTime: 4) == 6.5)
    #expect(timing.parentTime(atLocalTime: 6.5) == 4)
  }

  @Test func `the inverse undoes the conversion for every speed but zero`() {
    let seed: UInt64 = 0x5eed_0003
    var generator = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var timing = MediaTiming()
      timing.beginTime = .random(in: -100...100, using: &generator)
      timing.timeOffset = .random(in: -10...10, using: &generator)
      timing.speed = .random(in: 0.1...5, using: &generator) * (round % 2 == 0 ? 1 : -1)
      let time = Double.random(in: -200...200, using: &generator)
      let back = timing.parentTime(atLocalTime: timing.localTime(atParentTime: time))
      #expect(abs((back ?? .nan) - time) < 1e-9, "seed \(seed), round \(round)")
    }
    #expect(MediaTiming(speed: 0).parentTime(atLocalTime: 1) == nil)
  }

  @Test func `the active duration follows repeats and reversal, a repeat duration is not doubled`()
  {
    #expect(MediaTiming(duration: 2).activeDuration == 2)
    #expect(MediaTiming(duration: 2, repeatCount: 2.5).activeDuration == 5)
    #expect(MediaTiming(duration: 2, repeatCount: 2.5, autoreverses: true).activeDuration == 10)
    #expect(MediaTiming(duration: 2, repeatDuration: 3, autoreverses: true).activeDuration == 3)
    #expect(MediaTiming(duration: 2, repeatCount: .infinity).activeDuration == .infinity)
    #expect(MediaTiming(duration: 0, repeatCount: .infinity).activeDuration == 0)
  }

  @Test func `an interior boundary starts the next cycle and the last one is the end`() {
    let timing = MediaTiming(duration: 1, repeatCount: 3, fillMode: .both)
    let interior = timing.position(atParentTime: 2)
    #expect(interior.iteration == 2)
    #expect(interior.fraction == 0)
    #expect(interior.phase == .active)
    let last = timing.position(atParentTime: 3)
    #expect(last.iteration == 2)
    #expect(last.fraction == 1)
    #expect(last.phase == .after)
  }

  @Test func `the end of an autoreversing animation is its start`() {
    let timing = MediaTiming(duration: 1, repeatCount: 2, autoreverses: true, fillMode: .forwards)
    #expect(timing.position(atParentTime: 1).fraction == 1)
    #expect(timing.position(atParentTime: 1.75).fraction == 0.25)
    #expect(timing.position(atParentTime: 4).fraction == 0)
    #expect(timing.position(atParentTime: 4).iteration == 1)
  }

  @Test func `a fractional repeat count ends within a cycle`() {
    let timing = MediaTiming(duration: 2, repeatCount: 1.25, fillMode: .forwards)
    let end = timing.position(atParentTime: 9)
    #expect(end.phase == .after)
    #expect(end.iteration == 1)
    #expect(end.fraction == 0.25)
  }

  @Test func `the fill mode decides what shows outside the active time`() {
    for mode in FillMode.allCases {
      let timing = MediaTiming(beginTime: 1, duration: 1, fillMode: mode)
      let before = timing.position(atParentTime: 0)
      let after = timing.position(atParentTime: 5)
      #expect(before.phase == .before && before.fraction == 0)
      #expect(after.phase == .after && after.fraction == 1)
      #expect(before.isVisible == (mode == .backwards || mode == .both))
      #expect(after.isVisible == (mode == .forwards || mode == .both))
      #expect(timing.position(atParentTime: 1.5).isVisible)
      #expect(FillMode(name: mode.name) == mode)
    }
  }

  @Test func `at speed zero the clamped offset is shown for ever`() {
    var timing = MediaTiming(timeOffset: 0.3, speed: 0, duration: 1)
    #expect(timing.position(atParentTime: 0) == timing.position(atParentTime: 1000))
    #expect(timing.position(atParentTime: 7).fraction == 0.3)
    timing.timeOffset = 1
    #expect(timing.position(atParentTime: 7).fraction == 1)
    #expect(timing.position(atParentTime: 7).phase == .active)
    timing.timeOffset = -4
    #expect(timing.position(atParentTime: 7).fraction == 0)
  }

  @Test func `a negative speed runs down from the offset and ends at zero`() {
    let timing = MediaTiming(
      beginTime: 10, timeOffset: 1, speed: -1, duration: 1, fillMode: .forwards)
    #expect(timing.position(atParentTime: 10).fraction == 1)
    #expect(timing.position(atParentTime: 10.25).fraction == 0.75)
    #expect(timing.position(atParentTime: 11).phase == .after)
    #expect(timing.position(atParentTime: 12).fraction == 0)
    #expect(timing.activeEnd == 11)
  }

  @Test func `rounding in the subtraction of the begin time does not delay the end`() {
    for step in 0..<200 {
      let begin = Double(step) * 0.1
      let timing = MediaTiming(beginTime: begin, duration: 0.25)
      #expect(timing.position(atParentTime: begin + 0.25).phase == .after, "begin \(begin)")
    }
  }

  @Test func `an animation without length shows its end`() {
    let timing = MediaTiming(duration: 0, fillMode: .forwards)
    #expect(timing.position(atParentTime: 0).fraction == 1)
    #expect(timing.position(atParentTime: 0).phase == .after)
  }

  @Test func `an animation without length shows its start before its beginning`() {
    var timing = MediaTiming(beginTime: 3, duration: 0, fillMode: .both)
    let before = timing.position(atParentTime: 2)
    #expect(before.phase == .before && before.isVisible)
    #expect(before.fraction == 0 && before.iteration == 0)
    #expect(timing.position(atParentTime: 3).fraction == 1)
    timing.autoreverses = true
    #expect(timing.position(atParentTime: 2).fraction == 0)
    #expect(timing.position(atParentTime: 4).fraction == 0)
    // Running down from its end, it shows the end first.
    timing = MediaTiming(beginTime: 3, speed: -1, duration: 0, fillMode: .both)
    #expect(timing.position(atParentTime: 2).fraction == 1)
    #expect(timing.position(atParentTime: 4).fraction == 0)
  }

  @Test func `cycles without length are all over at once`() {
    func end(_ count: Double, autoreverses: Bool = false) -> MediaTiming.Position {
      MediaTiming(
        duration: 0, repeatCount: count, autoreverses: autoreverses, fillMode: .both
      ).position(atParentTime: 1)
    }
    #expect(end(3).iteration == 2 && end(3).fraction == 1)
    #expect(end(2.25).iteration == 2 && end(2.25).fraction == 0.25)
    #expect(end(3, autoreverses: true).iteration == 2)
    #expect(end(3, autoreverses: true).fraction == 0)
    #expect(end(2.25, autoreverses: true).fraction == 0.5)
    #expect(end(.infinity).fraction == 1)
    #expect(end(1e300).fraction == 1)
    var turn = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), from: .scalar(1), to: .scalar(2),
      timing: MediaTiming(duration: 0, repeatCount: 3, fillMode: .both))
    turn.isCumulative = true
    #expect(
      turn.value(at: turn.timing.position(atParentTime: 1), current: .scalar(0)) == .scalar(6))
  }

  @Test func `an animation without end never leaves its start`() {
    let timing = MediaTiming(duration: .infinity)
    #expect(timing.position(atParentTime: 1e9).fraction == 0)
    #expect(timing.position(atParentTime: 1e9).phase == .active)
  }

  @Test func `a cycle that repeats for ever keeps its place after weeks`() {
    let timing = MediaTiming(duration: 1.6, repeatCount: .infinity)
    let position = timing.position(atParentTime: 1.6 * 1_000_000 + 0.4)
    #expect(position.phase == .active)
    #expect(position.iteration == 1_000_000)
    #expect(abs(position.fraction - 0.25) < 1e-6)
    #expect(timing.activeEnd == nil)
  }
}
