import Animation
import Foundation
import TestSupport
import Testing

struct SpringAnimationTests {
  private func spring(
    damping: Double = 10, mass: Double = 1, stiffness: Double = 100, velocity: Double = 0
  ) -> SpringAnimation {
    SpringAnimation(
      BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), from: .scalar(10), to: .scalar(20),
        timing: MediaTiming(duration: 2)),
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
  }

  private func number(_ animation: SpringAnimation, at time: Double) -> Double? {
    let position = animation.basic.timing.position(atParentTime: time)
    guard case .scalar(let value) = animation.value(at: position, current: .scalar(0)) else {
      return nil
    }
    return value
  }

  @Test func `the settling duration is that of Core Animation`() {
    #expect(abs(spring().settlingDuration - 1.4727) < 5e-5)
    #expect(abs(spring(damping: 1).settlingDuration - 13.913) < 5e-4)
  }

  @Test func `an undamped spring never settles`() {
    #expect(spring(damping: 0).settlingDuration == .infinity)
    #expect(spring(damping: -3).settlingDuration == .infinity)
    #expect(spring(mass: 0).settlingDuration == .infinity)
  }

  @Test func `the motion follows the solution of the damped spring`() {
    // ω₀ 10, ζ ½: decay 5, ω 5√3.
    let turning = 5 * 3.0.squareRoot()
    for time in [0, 0.05, 0.2, 0.4, 1] {
      let expected =
        1 - exp(-5 * time) * (cos(turning * time) + 5 / turning * sin(turning * time))
      #expect(abs(spring().fraction(at: time) - expected) < 1e-12)
    }
    #expect(abs(spring(damping: 20).fraction(at: 0.1) - (1 - exp(-1) * 2)) < 1e-12)
    #expect(abs(spring(damping: 90).fraction(at: 0.1) - (1 - exp(-1) * 2)) < 1e-12)
    #expect(abs(spring(damping: 20, velocity: 4).fraction(at: 0.1) - (1 - exp(-1) * 1.6)) < 1e-12)
  }

  @Test func `more damping than critical counts only where it is allowed to`() {
    var creeping = spring(damping: 90)
    #expect(creeping.settlingDuration == spring(damping: 20).settlingDuration)
    creeping.allowsOverdamping = true
    // ω₀ 10, ζ 4.5: the roots are −45 ± 5√77.
    let spread = 5 * 77.0.squareRoot()
    for time in [0, 0.01, 0.1, 0.5, 2.0] {
      let expected =
        1 - exp(-45 * time) * (cosh(spread * time) + 45 / spread * sinh(spread * time))
      #expect(abs(creeping.fraction(at: time) - expected) < 1e-12, "at \(time)")
    }
    #expect(creeping.settlingDuration > 4 && creeping.settlingDuration < 9)
    #expect(creeping.fraction(at: 1e6) == 1)
    // No step at the border.
    var border = spring(damping: 20.000001, velocity: 3)
    border.allowsOverdamping = true
    for time in [0.05, 0.3, 1] {
      #expect(
        abs(border.fraction(at: time) - spring(damping: 20, velocity: 3).fraction(at: time)) < 1e-6)
    }
    #expect(abs(border.settlingDuration - spring(damping: 20, velocity: 3).settlingDuration) < 1e-4)
  }

  @Test func `a spring that creeps never passes its end and settles in time`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var animation = spring(
        damping: .random(in: 25...400, using: &random),
        velocity: .random(in: -20...9, using: &random))
      animation.allowsOverdamping = true
      let settling = animation.settlingDuration
      #expect(settling.isFinite)
      for step in 0...200 {
        let time = settling * Double(step) / 100
        #expect(animation.fraction(at: time) <= 1, "seed \(seed)")
        if step >= 100 { #expect(1 - animation.fraction(at: time) <= 0.001 + 1e-9, "seed \(seed)") }
      }
    }
  }

  @Test func `a spring is described by how it looks`() {
    let basic = BasicAnimation(keyPath: AnimationKeyPath(.opacity))
    let bouncing = SpringAnimation(basic, perceptualDuration: 1, bounce: 0.5)
    #expect(abs(bouncing.stiffness - 39.478) < 5e-4)
    #expect(abs(bouncing.damping - 6.283) < 5e-4)
    #expect(bouncing.mass == 1)
    #expect(abs(bouncing.settlingDuration - 2.3439) < 5e-5)
    let creeping = SpringAnimation(basic, perceptualDuration: 0.5, bounce: -0.5)
    #expect(abs(creeping.damping - 4 * .pi / (0.5 * 0.5)) < 1e-9)
    for (duration, bounce) in [(0.3, 0.9), (2, 0), (1, -0.25), (5, 1)] {
      let spring = SpringAnimation(basic, perceptualDuration: duration, bounce: bounce)
      #expect(abs(spring.perceptualDuration - duration) < 1e-9)
      #expect(abs(spring.bounce - bounce) < 1e-9)
    }
    #expect(SpringAnimation(basic, perceptualDuration: 1, bounce: 1).settlingDuration == .infinity)
  }

  @Test func `a spring starts at its start, overshoots and ends near its end`() throws {
    let animation = spring()
    #expect(number(animation, at: 0) == 10)
    let peak = try #require(number(animation, at: .pi / (5 * 3.0.squareRoot())))
    #expect(abs(peak - (20 + 10 * exp(-.pi / 3.0.squareRoot()))) < 1e-9)
    let end = try #require(number(animation, at: 1.9999999))
    #expect(abs(end - 20) < 0.01)
  }

  @Test func `an initial velocity is the slope at the start`() {
    for damping in [1, 10, 20, 50.0] {
      let slope = spring(damping: damping, velocity: 3).fraction(at: 1e-6) / 1e-6
      #expect(abs(slope - 3) < 1e-3, "damping \(damping)")
    }
  }

  @Test func `a spring stays in its envelope and is settled at its settling duration`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let animation = spring(
        damping: .random(in: 0.5...60, using: &random), mass: .random(in: 0.1...5, using: &random),
        stiffness: .random(in: 5...500, using: &random),
        velocity: .random(in: -20...20, using: &random))
      let frequency = (animation.stiffness / animation.mass).squareRoot()
      let ratio = animation.damping / (2 * (animation.stiffness * animation.mass).squareRoot())
      let settling = animation.settlingDuration
      #expect(settling > 0 && settling.isFinite, "seed \(seed)")
      let decay = min(ratio, 1) * frequency
      let width = abs(decay - animation.initialVelocity)
      for step in 0...400 {
        let time = settling * 2 * Double(step) / 400
        let rest = abs(1 - animation.fraction(at: time))
        let bound =
          ratio < 1
          ? 1 + width / (frequency * (1 - ratio * ratio).squareRoot()) : 1 + width * time
        #expect(rest <= exp(-decay * time) * bound + 1e-9, "seed \(seed), \(time) s")
        if time >= settling { #expect(rest <= 0.001 + 1e-9, "seed \(seed), \(time) s") }
      }
    }
  }

  @Test func `constants that no spring has show the end`() {
    let hostile: [Double] = [0, -1, .infinity, -.infinity, .nan, 1e308, .leastNonzeroMagnitude]
    for mass in hostile {
      for stiffness in hostile {
        for damping in hostile {
          var animation = spring(
            damping: damping, mass: mass, stiffness: stiffness, velocity: 1e308)
          for allowsOverdamping in [false, true] {
            animation.allowsOverdamping = allowsOverdamping
            #expect(animation.fraction(at: 0.5).isFinite)
            #expect(!animation.settlingDuration.isNaN)
          }
        }
      }
    }
    #expect(spring(mass: -1).fraction(at: 0.5) == 1)
  }

  @Test func `a spring that repeats starts anew, or where it ended`() throws {
    var animation = spring()
    animation.basic.timing.repeatCount = 2
    let first = try #require(number(animation, at: 0.2))
    let again = try #require(number(animation, at: 2.2))
    #expect(abs(again - first) < 1e-9)
    animation.basic.isCumulative = true
    let second = try #require(number(animation, at: 2.2))
    #expect(abs(second - first - 20) < 1e-6)
    animation.basic.isAdditive = true
    animation.basic.fromValue = nil
    animation.basic.isCumulative = false
    #expect(number(animation, at: 0) == 0)
  }

  @Test func `a spring takes no timing function`() {
    var animation = Animation.spring(spring())
    animation.timingFunction = .easeIn
    #expect(animation.timingFunction == nil)
    #expect(animation == .spring(spring()))
  }
}
