import BootProgress
import TestSupport
import Testing

/// Made-up boots, by our rule and by Plymouth's.
@Suite struct SimulationTests {
  static let scenarios = [
    Scenario(name: "first boot", learnedBoots: 0),
    Scenario(name: "as before"),
    Scenario(name: "half the speed", scale: 2),
    Scenario(name: "a stall of 30 s", stall: (6, 30)),
    Scenario(name: "units gone, and new ones", gone: 0.3, newcomers: 40),
    Scenario(name: "at .4 of the time", scale: 0.4),
  ]

  /// Both rules over some boots of a kind.
  struct Comparison {
    var error = (ours: 0.0, theirs: 0.0)
    var freeze = (ours: 0.0, theirs: 0.0)
    var fall = 0.0
    /// The longest step of our rule, against four times the pace of the boot expected at the time.
    var step = 0.0
    var most = 0.0

    var description: String {
      "mean error \(error.ours) and \(error.theirs), freeze \(freeze.ours) s and \(freeze.theirs) s, "
        + "fall \(fall), step \(step), most \(most)"
    }
  }

  static func name(_ unit: Int) throws -> UnitName {
    try #require(UnitName("unit-\(unit).service"))
  }

  static func compare(_ scenario: Scenario, seed: UInt64, boots: Int = 20) throws -> Comparison {
    var numbers = SeededGenerator(seed: seed)
    var result = Comparison()
    let names = try (0..<2000).map { try name($0) }
    for _ in 0..<boots {
      let machine = SyntheticMachine(using: &numbers)
      var times: UnitTimes?
      var former: [Int: Double] = [:]
      for _ in 0..<scenario.learnedBoots {
        let boot = SyntheticBoot(of: machine, as: Scenario(name: ""), using: &numbers)
        var rule = PlymouthRule(former)
        var record = BootRecord()
        for start in boot.starts {
          rule.start(start.unit, at: start.time)
          record.add(names[start.unit], at: start.time)
        }
        former = rule.learned(boot.duration)
        record.duration = boot.duration
        times = UnitTimes(learning: record, after: times)
        #expect(times != nil)
      }
      let boot = SyntheticBoot(of: machine, as: scenario, using: &numbers)
      var rule = PlymouthRule(former)
      let theirs = boot.play(start: { rule.start($0, at: $1) }, value: { rule.value(at: $0) })
      var progress = BootProgress(times, at: 0)
      let ours = boot.play(
        start: { progress.start(names[$0], at: $1) }, value: { progress.value(at: $0) })
      result.error.ours += ours.error(boot.duration) / Double(boots)
      result.error.theirs += theirs.error(boot.duration) / Double(boots)
      result.freeze.ours = max(result.freeze.ours, ours.freeze)
      result.freeze.theirs = max(result.freeze.theirs, theirs.freeze)
      result.fall = max(result.fall, ours.largestFall)
      result.step = max(result.step, ours.largestStep)
      result.most = max(result.most, ours.values.max() ?? 0)
      progress.finish(at: boot.duration)
      #expect(progress.value(at: boot.duration) == 1)
    }
    return result
  }

  @Test(arguments: [7, 8, 9] as [UInt64])
  func `our error is less than Plymouth's in four scenarios, and never much more`(
    seed: UInt64
  ) throws {
    var better: [String] = []
    var table = ""
    for scenario in Self.scenarios {
      let result = try Self.compare(scenario, seed: seed)
      table += "\n\(scenario.name): \(result.description)"
      if result.error.ours < result.error.theirs { better.append(scenario.name) }
      #expect(
        result.error.ours <= 1.2 * result.error.theirs, "\(scenario.name): \(result.description)")
      #expect(result.freeze.ours <= result.freeze.theirs, "\(scenario.name): \(result.description)")
      #expect(result.fall <= 0, "\(scenario.name): \(result.description)")
      #expect(result.most <= BootProgress.most, "\(scenario.name): \(result.description)")
      // A boot of 18 s may be expected to be shorter: this is four times the pace of the shortest
      // one.
      #expect(result.step <= 4 * Course.interval / (0.35 * 18), "\(scenario.name): \(result.step)")
    }
    #expect(better.count >= 4, "better in \(better)\(table)")
  }
}
