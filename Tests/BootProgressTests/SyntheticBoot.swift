import BootProgress
import Foundation
import TestSupport

/// A machine whose boots are made up: units with their usual times.
struct SyntheticMachine {
  let times: [Double]

  init(using numbers: inout SeededGenerator) {
    times = (0..<140).map { _ in
      min(1, max(0.005, Self.beta(1.3, 1.6, using: &numbers))) * 18
    }
  }

  /// A number of a beta distribution, by Jöhnk's way for gamma's parts.
  private static func beta(
    _ a: Double, _ b: Double, using numbers: inout SeededGenerator
  ) -> Double {
    let (x, y) = (gamma(a, using: &numbers), gamma(b, using: &numbers))
    return x / (x + y)
  }

  /// Marsaglia and Tsang's method, for shapes of 1 and more.
  private static func gamma(_ shape: Double, using numbers: inout SeededGenerator) -> Double {
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal(using: &numbers)
      let v = pow(1 + c * x, 3)
      if v > 0, log(numbers.double(in: 1e-12...1)) < 0.5 * x * x + d - d * v + d * log(v) {
        return d * v
      }
    }
  }

  static func normal(using numbers: inout SeededGenerator) -> Double {
    (-2 * log(numbers.double(in: 1e-12...1))).squareRoot()
      * cos(2 * .pi * numbers.double(in: 0...1))
  }
}

/// The difference of a boot from the usual one.
struct Scenario {
  var name: String
  var learnedBoots = 6
  var scale = 1.0
  var stall: (time: Double, duration: Double)?
  /// The part of the units that have gone.
  var gone = 0.0
  var newcomers = 0
}

/// One boot: when units start, and its duration in seconds.
struct SyntheticBoot {
  var starts: [(time: Double, unit: Int)] = []
  var duration = 0.0

  init(starts: [(time: Double, unit: Int)], duration: Double) {
    self.starts = starts
    self.duration = duration
  }

  init(
    of machine: SyntheticMachine, as scenario: Scenario, using numbers: inout SeededGenerator
  ) {
    for (unit, time) in machine.times.enumerated() where !numbers.chance(scenario.gone) {
      let jitter = exp(0.1 * SyntheticMachine.normal(using: &numbers))
      starts.append((time * scenario.scale * jitter, unit))
    }
    for unit in 0..<scenario.newcomers {
      starts.append((numbers.double(in: 0...18) * scenario.scale, 1000 + unit))
    }
    starts.sort { $0.time < $1.time }
    if let stall = scenario.stall {
      for index in starts.indices where starts[index].time >= stall.time {
        starts[index].time += stall.duration
      }
    }
    duration = (starts.last?.time ?? 0) + scenario.scale
  }

  /// Plays it, looking 30 times a second.
  func play(start: (Int, Double) -> Void, value: (Double) -> Double) -> Course {
    var course = Course()
    var next = 0
    var time = 0.0
    while time < duration {
      while next < starts.count, starts[next].time <= time {
        start(starts[next].unit, starts[next].time)
        next += 1
      }
      course.values.append(value(time))
      time += Course.interval
    }
    for item in starts[next...] { start(item.unit, item.time) }
    return course
  }
}

/// The values over a boot, at even times.
struct Course {
  static let interval = 1.0 / 30
  var values: [Double] = []

  /// The mean distance from the part of the time that has passed.
  func error(_ duration: Double) -> Double {
    var sum = 0.0
    for (index, value) in values.enumerated() {
      sum += abs(value - Double(index) * Self.interval / duration)
    }
    return sum / Double(values.count)
  }

  /// The longest time without a visible step, in seconds.
  var freeze: Double {
    var (longest, run) = (0, 0)
    for (former, value) in zip(values, values.dropFirst()) {
      run = value - former < 1e-4 ? run + 1 : 0
      longest = max(longest, run)
    }
    return Double(longest) * Self.interval
  }

  var largestFall: Double { zip(values, values.dropFirst()).map { $0 - $1 }.max() ?? 0 }
  var largestStep: Double { zip(values, values.dropFirst()).map { $1 - $0 }.max() ?? 0 }
}
