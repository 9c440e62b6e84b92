import Scene
import Stage
import Testing
import TestSupport

@Suite struct ProgressEstimatorTests {
  private static let seeds: [UInt64] = Array(1...40)
  private static let plans = [[1.0], [3, 1], [1, 2, 3, 4], [0.001, 1_000]]

  /// A job that reports at random times and fractions, sometimes repeats a report or skips a phase,
  /// and ends. Calls the body with the moments between the reports.
  private static func play(
    seed: UInt64, stallAfter: Double? = nil,
    _ body: (_ estimator: ProgressEstimator, _ time: Double, _ isReport: Bool) -> Void
  ) {
    var random = SeededGenerator(seed: seed)
    let weights = plans[random.int(in: 0...plans.count - 1)]
    var estimator = ProgressEstimator(
      plan: PhasePlan(weights: weights), stallAfter: stallAfter)
    var time = random.double(in: 0...100)
    var phase = 0
    var fraction = 0.0
    while !estimator.isComplete {
      let wait = random.chance(0.1) ? random.double(in: 0...60) : random.double(in: 0...0.5)
      for _ in 0..<8 {
        time += wait / 8
        body(estimator, time, false)
      }
      if !random.chance(0.2) { fraction += random.double(in: 0...0.2) }
      if fraction >= 1 || random.chance(0.01) {
        estimator.report(estimator.plan.value(of: 1, in: phase), inPhase: phase, at: time)
        body(estimator, time, true)
        if phase == weights.count - 1 { break }
        phase += 1
        fraction = 0
      }
      let value = estimator.plan.value(of: fraction, in: phase)
      estimator.report(value, inPhase: phase, at: time)
      body(estimator, time, true)
    }
    for _ in 0..<40 {
      time += 0.05
      body(estimator, time, false)
    }
  }

  @Test(arguments: seeds) func `the shown progress is ahead of the reported one by a tenth at most`(
    seed: UInt64
  ) {
    var greatest = 0.0
    Self.play(seed: seed) { estimator, time, _ in
      greatest = max(greatest, estimator.displayed(at: time) - estimator.value)
    }
    #expect(greatest <= 0.1 + 1e-12)
  }

  @Test func `a quick job that stops stands a tenth ahead`() {
    var estimator = ProgressEstimator()
    for step in 0...4 { estimator.report(Double(step) * 0.1, at: Double(step)) }
    #expect(abs(estimator.displayed(at: 60) - 0.5) < 1e-9)
  }

  @Test(arguments: seeds) func `the shown progress never falls and is 1 only after the end`(
    seed: UInt64
  ) {
    var last = 0.0
    var last1: Double?
    var falls = 0
    var early = 0
    Self.play(seed: seed) { estimator, time, _ in
      let shown = estimator.displayed(at: time)
      if shown < last - 1e-12 { falls += 1 }
      if !estimator.isComplete && shown >= 1 { early += 1 }
      last = max(last, shown)
      if estimator.isComplete { last1 = shown }
    }
    #expect(falls == 0)
    #expect(early == 0)
    #expect(last1 == 1)
  }

  @Test(arguments: seeds)
  func `the shown progress does not jump at a report and stays inside the phase`(
    seed: UInt64
  ) {
    var former: (shown: Double, time: Double)?
    var jumps = 0
    var outside = 0
    Self.play(seed: seed) { estimator, time, isReport in
      let shown = estimator.displayed(at: time)
      // At the very moment of a report nothing may move.
      if isReport, let former, former.time == time, abs(shown - former.shown) > 1e-12 { jumps += 1 }
      former = (shown, time)
      if shown > estimator.plan.end(of: estimator.phase) + 1e-12 { outside += 1 }
    }
    #expect(jumps == 0)
    #expect(outside == 0)
  }

  @Test(arguments: seeds)
  func `the estimator rests at its announced time, and nothing moves afterwards`(seed: UInt64) {
    var moved = 0
    Self.play(seed: seed) { estimator, _, _ in
      let rest = estimator.displayed(at: estimator.restTime)
      if estimator.displayed(at: estimator.restTime + 1_000) != rest { moved += 1 }
      if estimator.restTime.isNaN || estimator.restTime.isInfinite { moved += 1 }
    }
    #expect(moved == 0)
  }

  @Test(arguments: seeds) func `the estimator stalls exactly at its timeout after the last report`(
    seed: UInt64
  ) {
    var lastReport: Double?
    var wrong = 0
    Self.play(seed: seed, stallAfter: 3) { estimator, time, isReport in
      if isReport { lastReport = time }
      guard let lastReport, !estimator.isComplete else {
        if estimator.isStalled(at: time + 1_000) { wrong += 1 }
        return
      }
      if estimator.isStalled(at: (lastReport + 3).nextDown) { wrong += 1 }
      if !estimator.isStalled(at: lastReport + 3) { wrong += 1 }
      if estimator.stallTime != lastReport + 3 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [(0.1, 20.0), (0.5, 60), (2, 600), (0.016, 5)])
  func `at a constant pace the picture and the estimate are near the truth`(
    interval: Double, length: Double
  ) {
    var estimator = ProgressEstimator()
    var worst = 0.0
    var worstEstimate = 0.0
    var step = 0
    var known = false
    while Double(step) * interval < length {
      let time = Double(step) * interval
      estimator.report(time / length, at: time)
      for part in [0.0, 0.3, 0.6, 0.9] where step > 10 {
        let moment = time + part * interval
        worst = max(worst, abs(estimator.displayed(at: moment) - min(moment / length, 1)))
        if let seconds = estimator.remaining(at: moment) {
          known = true
          worstEstimate = max(worstEstimate, abs(seconds - (length - moment)) - 1)
        }
      }
      step += 1
    }
    #expect(known)
    // The error stays below one report's step, or the time that catching up takes.
    #expect(worst < max(interval, 0.25) / length)
    #expect(worstEstimate < length / 10)
  }

  @Test func `between reports the shown progress continues at their pace`() {
    var estimator = ProgressEstimator()
    for step in 0...20 { estimator.report(Double(step) / 100, at: Double(step)) }
    let after = estimator.displayed(at: 20.5)
    #expect(after > 0.2 + 0.002)
    #expect(after < 0.2 + 0.006)
    // Without further reports, the progress stops at most two steps ahead.
    #expect(abs(estimator.displayed(at: 100) - 0.22) < 1e-9)
  }

  @Test func `the estimate counts down and is not known before there is enough to go by`() {
    var estimator = ProgressEstimator()
    #expect(estimator.remaining(at: 0) == nil)
    for step in 0...2 {
      estimator.report(Double(step) / 100, at: Double(step))
      #expect(estimator.remaining(at: Double(step)) == nil)
    }
    estimator.report(0.03, at: 3)
    #expect(estimator.remaining(at: 3).map { abs($0 - 97) < 1e-9 } == true)
    #expect(estimator.remaining(at: 4).map { abs($0 - 96) < 1e-9 } == true)
    // Overdue: the number stands, and goes after a long silence.
    #expect(estimator.remaining(at: 6).map { abs($0 - 94) < 1e-9 } == true)
    #expect(estimator.remaining(at: 11.9) == estimator.remaining(at: 6))
    #expect(estimator.silenceTime == 12 && estimator.remaining(at: 12) == nil)
    estimator.report(0.03, at: 20)
    #expect(estimator.remaining(at: 20) != nil)
    estimator.report(1, at: 21)
    #expect(estimator.silenceTime == nil)
  }

  @Test func `three steps in two seconds are enough, also with one into another phase`() {
    for phases in [[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 1, 1]] {
      var estimator = ProgressEstimator(plan: PhasePlan(weights: [1, 1]))
      for (step, phase) in phases.enumerated() {
        let time = Double(step) * 0.7
        estimator.report(Double(phase) / 2 + Double(step) / 10, inPhase: phase, at: time)
        #expect((estimator.remaining(at: time) != nil) == (step == 3), "\(phases) \(step)")
      }
    }
  }

  @Test(arguments: seeds) func `reports that come a little early or late leave the estimate alone`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var estimator = ProgressEstimator()
    var ends: [Double] = []
    for step in 0..<95 {
      let time = Double(step) + random.double(in: -0.2...0.2)
      estimator.report(Double(step) / 100, at: time)
      if step > 10, let seconds = estimator.remaining(at: time) { ends.append(time + seconds) }
    }
    let changes = zip(ends, ends.dropFirst()).filter { abs($0 - $1) > 1e-6 }.count
    #expect(ends.count > 80)
    #expect(changes <= 6)
  }

  @Test func `a repeated report is a sign of life and changes nothing else`() {
    var estimator = ProgressEstimator(stallAfter: 2)
    estimator.report(0.1, at: 0)
    estimator.report(0.2, at: 1)
    var other = estimator
    other.report(0.2, at: 2.5)
    #expect(other.stallTime == 4.5)
    for time in [2.5, 2.6, 3, 4] {
      #expect(other.displayed(at: time) == estimator.displayed(at: time))
    }
  }

  @Test func `a decrease is shown where it is allowed`() {
    var estimator = ProgressEstimator()
    for step in 0...5 { estimator.report(Double(step) / 10, at: Double(step)) }
    let before = estimator.displayed(at: 5.5)
    estimator.report(0.1, at: 5.5)
    #expect(abs(estimator.displayed(at: 5.5) - before) < 1e-12)
    #expect(estimator.displayed(at: estimator.restTime) == 0.1)
    #expect(estimator.remaining(at: 5.5) == nil)
  }

  @Test func `the end is reached in the requested time`() {
    var estimator = ProgressEstimator()
    estimator.report(0.5, at: 0)
    estimator.report(1, at: 1, catchUp: 0)
    #expect(estimator.displayed(at: 1) == 1)
    #expect(estimator.remaining(at: 1) == 0)
  }
}
