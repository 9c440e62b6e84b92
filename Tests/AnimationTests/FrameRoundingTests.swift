import Animation
import Testing

/// Animations whose edges lie on frames. Frame times are whole microseconds, rounded down.
struct FrameRoundingTests {
  /// The time of the frame with a number, counted from 0.
  private static func time(ofFrame number: Int, rate: Int) -> Double {
    Double(number * 1_000_000 / rate) / 1_000_000
  }

  private func flipbook(_ count: Int, _ timing: MediaTiming) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: AnimationKeyPath(.opacity), values: (0..<count).map { .scalar(Double($0)) },
      calculationMode: .discrete, timing: timing)
  }

  private func picture(
    _ animation: KeyframeAnimation, at position: MediaTiming.Position
  ) -> Int {
    guard case .scalar(let value) = animation.value(at: position, current: .scalar(-1)) else {
      return -2
    }
    return Int(value)
  }

  @Test(arguments: [(60, 60), (30, 60), (20, 60), (60, 120), (144, 144), (24, 72), (59, 59)])
  func `every picture of a flipbook is shown for as many frames`(count: Int, rate: Int) {
    for first in 0..<120 {
      let animation = flipbook(
        count, MediaTiming(beginTime: Self.time(ofFrame: first, rate: rate), duration: 1))
      for frame in 0..<rate {
        let time = Self.time(ofFrame: first + frame, rate: rate)
        let position = animation.timing.position(atParentTime: time)
        #expect(position.phase == .active)
        #expect(
          picture(animation, at: position) == frame * count / rate,
          "frame \(frame) of those after \(first)")
      }
      let end = Self.time(ofFrame: first + rate, rate: rate)
      #expect(animation.timing.position(atParentTime: end).phase == .after)
    }
  }

  @Test func `cycles begin on their frames, and all pictures of each are shown`() {
    // A third of a second: 20 frames.
    let animation = flipbook(20, MediaTiming(duration: 1.0 / 3, repeatCount: 9))
    for frame in 0..<180 {
      let position = animation.timing.position(
        atParentTime: Self.time(ofFrame: frame, rate: 60))
      #expect(position.iteration == frame / 20, "frame \(frame)")
      #expect(picture(animation, at: position) == frame % 20, "frame \(frame)")
    }
  }

  @Test func `running back, each picture keeps its frames`() {
    let animation = flipbook(60, MediaTiming(duration: 1, autoreverses: true))
    for frame in 0..<120 {
      let position = animation.timing.position(
        atParentTime: Self.time(ofFrame: frame, rate: 60))
      let expected = frame < 60 ? frame : min(120 - frame, 59)
      #expect(picture(animation, at: position) == expected, "frame \(frame)")
    }
  }

  @Test func `a begin time and an end between microseconds are on their frames`() {
    for frame in 1..<120 {
      let time = Self.time(ofFrame: frame, rate: 60)
      let begin = MediaTiming(beginTime: Double(frame) / 60, duration: 9)
      #expect(begin.position(atParentTime: time).phase == .active, "frame \(frame)")
      #expect(begin.position(atParentTime: time).fraction == 0)
      let end = MediaTiming(duration: Double(frame) / 60, fillMode: .forwards)
      #expect(end.position(atParentTime: time).phase == .after, "frame \(frame)")
      #expect(end.position(atParentTime: time).fraction == 1)
      #expect(end.position(atParentTime: time - 2e-6).phase == .active)
    }
  }

  @Test func `the rounding of a frame's time is scaled by the animation's speed`() {
    for speed in [0.125, 3.0, 40, -3] {
      for frame in 1..<60 {
        let length = Double(frame) / 60 * abs(speed)
        let timing = MediaTiming(
          timeOffset: speed < 0 ? length : 0, speed: speed, duration: length)
        let time = Self.time(ofFrame: frame, rate: 60)
        #expect(timing.position(atParentTime: time).phase == .after, "\(frame) at \(speed)")
      }
    }
  }

  @Test func `a jump between key times is on its frame`() {
    let jump = KeyframeAnimation(
      keyPath: AnimationKeyPath(.opacity), values: [0, 1, 5, 6].map { .scalar($0) },
      keyTimes: [0, 2.0 / 3, 2.0 / 3, 1], timing: MediaTiming(duration: 0.1))
    let position = jump.timing.position(atParentTime: Self.time(ofFrame: 4, rate: 60))
    #expect(jump.value(at: position, current: .scalar(-1)) == .scalar(5))
  }

  @Test func `a bent pace does not move the frames of a group's flipbook`() {
    for function in [MediaTimingFunction.linear, .easeInEaseOut] {
      let pages = flipbook(60, MediaTiming())
      var part = pages
      part.timing.beginTime = 0
      let group = AnimationGroup(
        [.keyframe(part)], timing: MediaTiming(duration: 1), timingFunction: function)
      for frame in 0..<60 {
        let time = Self.time(ofFrame: frame, rate: 60)
        let expected = Int(function.value(at: Double(frame) / 60) * 60 + 1e-9)
        var shown = -1.0
        Animation.group(group).forEachChange(at: group.timing.position(atParentTime: time)) {
          if case .scalar(let value) = $1(.scalar(-1)) { shown = value }
        }
        #expect(Int(shown) == expected, "frame \(frame)")
      }
    }
  }
}
