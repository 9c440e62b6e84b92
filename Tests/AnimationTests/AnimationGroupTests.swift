import Animation
import TestSupport
import Testing

struct AnimationGroupTests {
  /// An animation whose value is its own time: it runs from 0 to its duration.
  private func clock(
    _ property: AnimatableProperty = .opacity, duration: Double,
    _ change: (inout MediaTiming) -> Void = { _ in }
  ) -> Animation {
    var timing = MediaTiming(duration: duration)
    change(&timing)
    return .basic(
      BasicAnimation(
        keyPath: AnimationKeyPath(property), from: .scalar(0),
        to: .scalar(duration > 0 ? duration : 1), timing: timing))
  }

  /// The values to which an animation changes −1, by key path.
  private func values(_ animation: Animation, at time: Double) -> [String: Double] {
    var result: [String: Double] = [:]
    let position = animation.timing.position(atParentTime: time)
    animation.forEachChange(at: position) { keyPath, change in
      if case .scalar(let number) = change(.scalar(result[keyPath.name] ?? -1)) {
        result[keyPath.name] = number
      }
    }
    return result
  }

  private func group(
    _ animations: [Animation], duration: Double, _ change: (inout AnimationGroup) -> Void = { _ in }
  ) -> Animation {
    var group = AnimationGroup(animations, timing: MediaTiming(duration: duration))
    change(&group)
    return .group(group)
  }

  @Test func `a longer animation is cut off by its group and not scaled`() {
    let animation = group([clock(duration: 10)], duration: 5)
    #expect(values(animation, at: 2) == ["opacity": 2])
    #expect(values(animation, at: 4.5) == ["opacity": 4.5])
    #expect(values(animation, at: 5) == ["opacity": 5])
  }

  @Test func `an animation without a duration takes the group's`() {
    let animation = group([clock(duration: 0)], duration: 4)
    #expect(values(animation, at: 1) == ["opacity": 0.25])
    let nested = group([group([clock(duration: 0)], duration: 0)], duration: 4)
    #expect(values(nested, at: 3) == ["opacity": 0.75])
  }

  @Test func `animations of different properties run side by side`() {
    let animation = group(
      [clock(duration: 2), clock(.lineWidth, duration: 4)], duration: 4)
    #expect(values(animation, at: 1) == ["opacity": 1, "lineWidth": 1])
    // The shorter animation is over and shows nothing.
    #expect(values(animation, at: 3) == ["lineWidth": 3])
    #expect(animation.animates(.opacity) && animation.animates(.lineWidth))
    #expect(!animation.animates(.strokeEnd))
  }

  @Test func `a begin time and a fill mode count in the group's time`() {
    let late = clock(duration: 1) { $0.beginTime = 2 }
    #expect(values(group([late], duration: 4), at: 1) == [:])
    #expect(values(group([late], duration: 4), at: 2.5) == ["opacity": 0.5])
    let filled = clock(duration: 1) {
      $0.beginTime = 2
      $0.fillMode = .both
    }
    #expect(values(group([filled], duration: 4), at: 1) == ["opacity": 0])
    #expect(values(group([filled], duration: 4), at: 3.5) == ["opacity": 1])
  }

  @Test func `the group's timing function bends the time of all`() {
    let animation = group([clock(duration: 4)], duration: 4) {
      $0.timingFunction = .easeInEaseOut
    }
    let expected = 4 * MediaTimingFunction.easeInEaseOut.value(at: 0.25)
    #expect(values(animation, at: 1) == ["opacity": expected])
  }

  @Test func `an animation that ends with its group is filled as long as the group is`() {
    let animation = group([clock(duration: 2), clock(.lineWidth, duration: 1)], duration: 2) {
      $0.timing.fillMode = .forwards
    }
    #expect(values(animation, at: 2) == ["opacity": 2])
    #expect(values(animation, at: 9) == ["opacity": 2])
    let frozen = group([clock(duration: 2)], duration: 2) {
      $0.timing.speed = 0
      $0.timing.timeOffset = 2
    }
    #expect(values(frozen, at: 0) == ["opacity": 2])
  }

  @Test func `a group repeats and runs back with all that is in it`() {
    let animation = group([clock(duration: 2)], duration: 2) {
      $0.timing.autoreverses = true
      $0.timing.repeatCount = 3
    }
    #expect(values(animation, at: 1.5) == ["opacity": 1.5])
    #expect(values(animation, at: 2) == ["opacity": 2])
    #expect(values(animation, at: 2.5) == ["opacity": 1.5])
    #expect(values(animation, at: 4.5) == ["opacity": 0.5])
  }

  @Test func `an endless group still has a time`() {
    let spin = clock(duration: 2) { $0.repeatCount = .infinity }
    #expect(values(group([spin], duration: .infinity), at: 1001.5) == ["opacity": 1.5])
  }

  @Test func `later animations of the same property build on earlier ones`() {
    let add: Animation = {
      var basic = BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), from: .scalar(10), to: .scalar(20))
      basic.isAdditive = true
      return .basic(basic)
    }()
    #expect(values(group([clock(duration: 4), add], duration: 4), at: 2) == ["opacity": 17])
  }

  @Test func `hostile timings never trap`() {
    let hostile: [Double] = [
      0, -1, 1e308, -1e308, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    ]
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      func number() -> Double { hostile.randomElement(using: &random) ?? 0 }
      func timing() -> MediaTiming {
        MediaTiming(
          beginTime: number(), timeOffset: number(), speed: number(), duration: number(),
          repeatCount: number(), repeatDuration: number(),
          autoreverses: .random(using: &random), fillMode: .both)
      }
      let child = clock(duration: 1) { $0 = timing() }
      let animation = Animation.group(
        AnimationGroup(
          [child, .group(AnimationGroup([child], timing: timing()))], timing: timing()))
      _ = values(animation, at: number())
    }
  }
}
