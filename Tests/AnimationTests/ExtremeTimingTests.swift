import Animation
import Geometry
import TestSupport
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

  // MARK: Hostile numbers

  private static let hostile: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-9, .leastNonzeroMagnitude, -.leastNormalMagnitude, 1e15, 9e18, -9.3e18,
    1e308, -1e308, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  private struct Source {
    var random: SeededGenerator

    mutating func number() -> Double {
      ExtremeTimingTests.hostile.randomElement(using: &random) ?? 0
    }

    mutating func timing() -> MediaTiming {
      MediaTiming(
        beginTime: number(), timeOffset: number(), speed: number(), duration: number(),
        repeatCount: number(), repeatDuration: number(), autoreverses: .random(using: &random),
        fillMode: FillMode.allCases.randomElement(using: &random) ?? .both)
    }

    mutating func animation(_ depth: Int) -> Animation {
      let keyPath = AnimationKeyPath(.opacity)
      var basic = BasicAnimation(
        keyPath: keyPath, from: .scalar(number()), to: .scalar(number()), timing: timing(),
        timingFunction: MediaTimingFunction(x1: 0.3, y1: 1e308, x2: 0.7, y2: -1e308))
      basic.isCumulative = .random(using: &random)
      switch Int.random(in: 0..<(depth > 0 ? 4 : 3), using: &random) {
      case 0: return .basic(basic)
      case 1:
        return .spring(
          SpringAnimation(
            basic, mass: number(), stiffness: number(), damping: number(),
            initialVelocity: number(), allowsOverdamping: .random(using: &random)))
      case 2:
        var times: [Double] = []
        for _ in 0..<Int.random(in: 0...5, using: &random) { times.append(number()) }
        var keyframes = KeyframeAnimation(
          keyPath: keyPath, values: times.map { .scalar($0) }, keyTimes: times.sorted(),
          calculationMode: CalculationMode.allCases.randomElement(using: &random) ?? .linear,
          timing: timing(), timingFunction: basic.timingFunction)
        keyframes.isCumulative = basic.isCumulative
        keyframes.isAdditive = .random(using: &random)
        return .keyframe(keyframes)
      default:
        return .group(
          AnimationGroup(
            [animation(depth - 1), animation(depth - 1)], timing: timing(),
            timingFunction: basic.timingFunction))
      }
    }
  }

  @Test func `no numbers in an animation trap`() {
    for seed in UInt64(1)...20_000 {
      var source = Source(random: SeededGenerator(seed: seed))
      let animation = source.animation(3)
      for _ in 0..<4 {
        let position = animation.timing.position(
          atParentTime: source.number(), rounding: source.number())
        if position.iteration < 0 || !(0...1).contains(position.fraction) {
          Issue.record("seed \(seed): \(animation.timing) gives \(position)")
          return
        }
        animation.forEachChange(at: position) { _, change in _ = change(.scalar(1)) }
        animation.forEachCalmChange(at: position) { _, change in _ = change(.scalar(1)) }
        _ = animation.timing.activeStart
        _ = animation.timing.activeEnd
      }
      _ = AnimatableValue.transform(.rotation(1)).adding(
        .transform(.scale(x: 2, y: 2)), times: source.number())
    }
  }
}
