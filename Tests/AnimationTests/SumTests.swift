import Animation
import Geometry
import Testing

/// Additive and cumulative animations of every kind of value.
struct SumTests {
  private static let red = ColorComponents(red: 0.5, green: 0, blue: 0, alpha: 0.25)
  private static let dark = ColorComponents(red: 0.25, green: 0.125, blue: 0, alpha: 0.5)

  /// A key path, the current value, an addend, their sum, and twice the addend.
  private static let cases:
    [(AnimationKeyPath, AnimatableValue, AnimatableValue, AnimatableValue, AnimatableValue)] = [
      (AnimationKeyPath(.opacity), .scalar(1), .scalar(2), .scalar(3), .scalar(4)),
      (
        AnimationKeyPath(.position), .point(Point(x: 1, y: 2)), .point(Point(x: 3, y: 4)),
        .point(Point(x: 4, y: 6)), .point(Point(x: 6, y: 8))
      ),
      (
        AnimationKeyPath(.shadowOffset), .size(Size(width: 1, height: 2)),
        .size(Size(width: 3, height: 4)), .size(Size(width: 4, height: 6)),
        .size(Size(width: 6, height: 8))
      ),
      (
        AnimationKeyPath(.bounds), .rect(Rect(x: 1, y: 2, width: 3, height: 4)),
        .rect(Rect(x: 1, y: 1, width: 2, height: 2)), .rect(Rect(x: 2, y: 3, width: 5, height: 6)),
        .rect(Rect(x: 2, y: 2, width: 4, height: 4))
      ),
      (
        AnimationKeyPath(.backgroundColor), .color(dark), .color(red),
        .color(ColorComponents(red: 0.75, green: 0.125, blue: 0, alpha: 0.75)),
        .color(ColorComponents(red: 1, green: 0, blue: 0, alpha: 0.5))
      ),
      (
        AnimationKeyPath(.transform), .transform(.translation(x: 5, y: 0)),
        .transform(.scale(x: 2, y: 2, z: 4)),
        .transform(Transform3D.scale(x: 2, y: 2, z: 4).followed(by: .translation(x: 5, y: 0))),
        .transform(.scale(x: 4, y: 4, z: 16))
      ),
      (
        AnimationKeyPath(.locations), .scalars([0, 0.5]), .scalars([0.25, 1]),
        .scalars([0.25, 1.5]), .scalars([0.5, 2])
      ),
      (
        AnimationKeyPath(.colors), .colors([dark, red]), .colors([red, red]),
        .colors([
          ColorComponents(red: 0.75, green: 0.125, blue: 0, alpha: 0.75),
          ColorComponents(red: 1, green: 0, blue: 0, alpha: 0.5),
        ]),
        .colors([
          ColorComponents(red: 1, green: 0, blue: 0, alpha: 0.5),
          ColorComponents(red: 1, green: 0, blue: 0, alpha: 0.5),
        ])
      ),
    ]

  private func basic(_ keyPath: AnimationKeyPath, to value: AnimatableValue) -> BasicAnimation {
    BasicAnimation(keyPath: keyPath, from: value, to: value, timing: MediaTiming(duration: 1))
  }

  /// The value that an animation makes of a current one.
  private func value(
    _ animation: Animation, at time: Double, current: AnimatableValue
  ) -> AnimatableValue {
    var value = current
    animation.forEachChange(at: animation.timing.position(atParentTime: time)) { _, change in
      value = change(value)
    }
    return value
  }

  @Test func `every kind of value with a sum adds, alone, on keyframes, springs and in groups`() {
    for (keyPath, current, added, sum, _) in Self.cases {
      var animation = basic(keyPath, to: added)
      animation.isAdditive = true
      var keyframes = KeyframeAnimation(
        keyPath: keyPath, values: [added, added], timing: MediaTiming(duration: 1))
      keyframes.isAdditive = true
      let all: [Animation] = [
        .basic(animation), .keyframe(keyframes), .spring(SpringAnimation(animation)),
        .group(AnimationGroup([.basic(animation)], timing: MediaTiming(duration: 1))),
      ]
      for animation in all {
        #expect(value(animation, at: 0.5, current: current) == sum, "\(keyPath.name)")
      }
    }
  }

  @Test func `every kind of value with a sum accumulates over its cycles`() {
    for (keyPath, current, added, _, twice) in Self.cases {
      let timing = MediaTiming(duration: 1, repeatCount: 3)
      var animation = basic(keyPath, to: added)
      animation.isCumulative = true
      animation.timing = timing
      var keyframes = KeyframeAnimation(
        keyPath: keyPath, values: [added, added], timing: timing)
      keyframes.isCumulative = true
      for animation in [Animation.basic(animation), .keyframe(keyframes)] {
        #expect(value(animation, at: 0.5, current: current) == added, "\(keyPath.name)")
        #expect(value(animation, at: 1.5, current: current) == twice, "\(keyPath.name)")
      }
    }
  }

  @Test func `values without a sum stay`() {
    let circle = AnimatableValue.path(.circle(center: .zero, radius: 1))
    #expect(circle.adding(circle) == circle)
    #expect(AnimatableValue.flag(true).adding(.flag(false)) == .flag(true))
    #expect(AnimatableValue.scalars([1, 2]).adding(.scalars([1])) == .scalars([1, 2]))
    #expect(AnimatableValue.scalar(1).adding(.point(.zero)) == .scalar(1))
  }

  @Test func `a cumulative rotation turns on and on`() throws {
    let keyPath = try #require(AnimationKeyPath("transform.rotation.z"))
    var turn = BasicAnimation(
      keyPath: keyPath, from: .scalar(0), to: .scalar(1),
      timing: MediaTiming(duration: 1, repeatCount: 10))
    turn.isCumulative = true
    guard case .scalar(let angle) = value(.basic(turn), at: 4.5, current: .scalar(0)) else {
      Issue.record("no angle")
      return
    }
    #expect(abs(angle - 4.5) < 1e-12)
  }

  @Test func `a cumulative whole transform is applied again for every cycle`() {
    var step = BasicAnimation(
      keyPath: AnimationKeyPath(.transform), from: .transform(.identity),
      to: .transform(.rotation(.pi / 4, x: 0, y: 1, z: 0)),
      timing: MediaTiming(duration: 1, repeatCount: 4))
    step.isCumulative = true
    guard
      case .transform(let shown) = value(
        .basic(step), at: 2.5, current: .transform(.identity))
    else {
      Issue.record("no transform")
      return
    }
    let angle = TransformComponents3D(shown).rotation
      .angle(to: Quaternion(angles: Vector3D(dx: 0, dy: 2.5 * .pi / 4, dz: 0)))
    #expect(angle < 1e-9)
  }

  @Test func `an additive cumulative animation that runs to and fro counts from its start`() {
    var sway = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), from: .scalar(2), to: .scalar(6),
      timing: MediaTiming(duration: 1, repeatCount: 3, autoreverses: true))
    sway.isAdditive = true
    sway.isCumulative = true
    #expect(value(.basic(sway), at: 0.5, current: .scalar(100)) == .scalar(104))
    #expect(value(.basic(sway), at: 2.5, current: .scalar(100)) == .scalar(106))
    #expect(value(.basic(sway), at: 5, current: .scalar(100)) == .scalar(110))
  }

  // MARK: Differences of colours

  private static let ground = ColorComponents(red: 0.2, green: 0.3, blue: 0.4, alpha: 1)
  private static let nothing = ColorComponents(red: 0, green: 0, blue: 0, alpha: 0)
  /// Red without an alpha.
  private static let reddening = ColorComponents(red: 0.4, green: 0, blue: 0, alpha: 0)

  private func reds(_ animation: Animation, at times: [Double]) -> [Double] {
    times.map { time in
      let value = value(animation, at: time, current: .color(Self.ground))
      guard case .color(let color) = value, color.alpha == 1, color.green == 0.3 else {
        return .nan
      }
      return (color.red * 1e9).rounded() / 1e9
    }
  }

  @Test func `a difference of colours has no alpha to weigh it`() {
    var ramp = BasicAnimation(
      keyPath: AnimationKeyPath(.backgroundColor), by: .color(Self.reddening),
      timing: MediaTiming(duration: 1, fillMode: .both))
    ramp.isAdditive = true
    #expect(reds(.basic(ramp), at: [0, 0.01, 0.5, 1]) == [0.2, 0.204, 0.4, 0.6])
    var spring = SpringAnimation(ramp, damping: 20)
    spring.basic.timing.duration = 5
    #expect(
      abs(reds(.spring(spring), at: [0.1])[0] - (0.2 + 0.4 * spring.fraction(at: 0.1))) < 1e-8)
  }

  @Test(arguments: CalculationMode.allCases)
  func `keyframes add differences of colours in every mode`(mode: CalculationMode) {
    var pulse = KeyframeAnimation(
      keyPath: AnimationKeyPath(.backgroundColor),
      values: [.color(Self.nothing), .color(Self.reddening), .color(Self.nothing)],
      calculationMode: mode, timing: MediaTiming(duration: 1, fillMode: .both))
    pulse.isAdditive = true
    let expected: [Double] =
      switch mode {
      case .discrete: [0.2, 0.2, 0.6, 0.2, 0.2]
      case .linear, .paced: [0.2, 0.4, 0.6, 0.4, 0.2]
      // Half of the chord and an eighth of the way out of the virtual ends.
      case .cubic, .cubicPaced: [0.2, 0.45, 0.6, 0.45, 0.2]
      }
    #expect(reds(.keyframe(pulse), at: [0, 0.25, 0.5, 0.75, 1]) == expected)
  }

  @Test func `lists of differences of colours are added straight`() {
    var ramp = BasicAnimation(
      keyPath: AnimationKeyPath(.colors), from: .colors([Self.nothing]),
      to: .colors([Self.reddening]), timing: MediaTiming(duration: 1))
    ramp.isAdditive = true
    guard
      case .colors(let shown) = value(.basic(ramp), at: 0.5, current: .colors([Self.ground]))
    else {
      Issue.record("no colours")
      return
    }
    #expect(abs(shown[0].red - 0.4) < 1e-12 && shown[0].alpha == 1)
  }

  @Test func `colours that replace others are weighed by their alphas`() {
    let fade = BasicAnimation(
      keyPath: AnimationKeyPath(.backgroundColor), from: .color(Self.nothing),
      to: .color(Self.ground), timing: MediaTiming(duration: 1))
    guard
      case .color(let shown) = value(.basic(fade), at: 0.5, current: .color(Self.nothing))
    else {
      Issue.record("no colour")
      return
    }
    #expect(abs(shown.red - 0.2) < 1e-12 && shown.alpha == 0.5)
  }
}
