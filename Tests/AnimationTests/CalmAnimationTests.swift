import Animation
import Geometry
import Testing

@Suite struct CalmAnimationTests {
  private static let horizontal = keyPath("position.x")
  private static let rotation = keyPath("transform.rotation")
  private static let opacity = AnimationKeyPath(.opacity)

  private static func keyPath(_ name: String) -> AnimationKeyPath {
    guard let keyPath = AnimationKeyPath(name) else { preconditionFailure("no key path: \(name)") }
    return keyPath
  }

  private static func basic(
    _ keyPath: AnimationKeyPath, repeatCount: Double = 0, autoreverses: Bool = false
  ) -> Animation {
    .basic(
      BasicAnimation(
        keyPath: keyPath, from: .scalar(10), to: .scalar(20),
        timing: MediaTiming(
          duration: 2, repeatCount: repeatCount, autoreverses: autoreverses)))
  }

  /// The value to which the calm animation changes a 0 at a time.
  private static func value(_ animation: Animation, at time: Double) -> AnimatableValue {
    var value = AnimatableValue.scalar(0)
    animation.forEachCalmChange(at: animation.timing.position(atParentTime: time)) {
      value = $1(value)
    }
    return value
  }

  @Test func `under reduced motion a movement shows its end from the beginning`() {
    let there = Self.basic(Self.horizontal)
    #expect(
      [0, 0.5, 1.9].map { Self.value(there, at: $0) } == Array(repeating: .scalar(20), count: 3))
    let thereAndBack = Self.basic(Self.horizontal, repeatCount: 3, autoreverses: true)
    #expect(Self.value(thereAndBack, at: 1) == .scalar(10))
  }

  @Test func `under reduced motion a delayed movement shows its end, too`() {
    for repeatCount in [1, .infinity] {
      let waiting = BasicAnimation(
        keyPath: Self.horizontal, from: .scalar(10), to: .scalar(20),
        timing: MediaTiming(
          beginTime: 3, duration: 2, repeatCount: repeatCount, fillMode: .backwards))
      let end: AnimatableValue = repeatCount == 1 ? .scalar(20) : .scalar(0)
      #expect([0, 2.9].map { Self.value(.basic(waiting), at: $0) } == [end, end])
      let spring = SpringAnimation(waiting, damping: 10, initialVelocity: 0)
      if repeatCount == 1 {
        guard case .scalar(let value) = Self.value(.spring(spring), at: 1) else {
          Issue.record("no number")
          continue
        }
        #expect(abs(value - 20) < 0.1)
      }
    }
  }

  @Test func `under reduced motion an endless movement has no effect`() {
    let spin = Self.basic(Self.rotation, repeatCount: .infinity)
    #expect(spin.isCalm)
    #expect(
      [0, 0.7, 100].map { Self.value(spin, at: $0) } == Array(repeating: .scalar(0), count: 3))
  }

  @Test func `opacity animates as usual under reduced motion`() {
    let fade = Self.basic(Self.opacity, repeatCount: .infinity)
    #expect(!fade.isCalm)
    #expect(Self.value(fade, at: 1) == .scalar(15))
  }

  @Test func `a spring does not go past its end`() {
    var spring = SpringAnimation(
      BasicAnimation(
        keyPath: Self.opacity, from: .scalar(0), to: .scalar(1), timing: MediaTiming(duration: 5)),
      damping: 2, initialVelocity: 50)
    let wild = Animation.spring(spring)
    var last = 0.0
    for step in 0...100 {
      guard case .scalar(let now) = Self.value(wild, at: Double(step) / 20) else {
        Issue.record("no number")
        return
      }
      #expect(now >= last - 1e-12 && now <= 1)
      last = now
    }
    #expect(last > 0.999)
    spring.basic.keyPath = Self.horizontal
    #expect(Self.value(.spring(spring), at: 0.1) == Self.value(.spring(spring), at: 4))
  }

  @Test func `under reduced motion a group keeps its animations without movement`() {
    let group = Animation.group(
      AnimationGroup(
        [Self.basic(Self.horizontal), Self.basic(Self.opacity)],
        timing: MediaTiming(duration: 2, repeatCount: .infinity)))
    var changed: [AnimationKeyPath] = []
    group.forEachCalmChange(at: group.timing.position(atParentTime: 1)) { keyPath, _ in
      changed.append(keyPath)
    }
    #expect(changed == [Self.opacity])
    #expect(!group.isCalm)
  }

  @Test func `an indeterminate spin becomes a pulse of opacity under reduced motion`() {
    let spin = Animation.basic(
      BasicAnimation(
        keyPath: AnimationKeyPath(.indeterminatePhase), from: .scalar(0), to: .scalar(1),
        timing: MediaTiming(duration: 2, repeatCount: .infinity)))
    var opacities: [Double] = []
    for time in [0, 0.5, 1, 2] {
      spin.forEachCalmChange(at: spin.timing.position(atParentTime: time)) { keyPath, change in
        #expect(keyPath == Self.opacity)
        if case .scalar(let value) = change(.scalar(0.5)) { opacities.append(value) }
      }
    }
    for (value, expected) in zip(opacities, [0.5, 0.35, 0.2, 0.5]) {
      #expect(abs(value - expected) < 1e-9)
    }
    #expect(opacities.count == 4)
  }

  @Test func `a scrubbed animation follows its time offset under reduced motion`() {
    let scrubbed = Animation.basic(
      BasicAnimation(
        keyPath: Self.horizontal, from: .scalar(10), to: .scalar(20),
        timing: MediaTiming(timeOffset: 1, speed: 0, duration: 2)))
    #expect(Self.value(scrubbed, at: 0) == .scalar(15))
  }
}
