import BootProgress
import Foundation
import Testing

/// Boots of Debian 12 in the display lab, as its case `boot-times` records them, by our rule and by
/// Plymouth's.
@Suite struct RecordedBootTests {
  static func boots() throws -> [BootRecord] {
    let folder = try #require(Bundle.module.url(forResource: "Boots", withExtension: nil))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.map {
      try BootRecord(decoding: Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  /// The knowledge of both rules after some boots.
  private static func learn(
    _ boots: [BootRecord], _ numbers: [UnitName: Int]
  ) -> (times: UnitTimes?, former: [Int: Double]) {
    var times: UnitTimes?
    var former: [Int: Double] = [:]
    for boot in boots {
      times = UnitTimes(learning: boot, after: times)
      var rule = PlymouthRule(former)
      for start in boot.starts { rule.start(numbers[start.name] ?? 0, at: start.time) }
      former = rule.learned(boot.duration)
    }
    return (times, former)
  }

  @Test func `the records are whole boots`() throws {
    let boots = try Self.boots()
    #expect(boots.count >= 4)
    for boot in boots {
      #expect(boot.starts.count > 15)
      #expect(boot.duration >= boot.starts.last?.time ?? .infinity)
      #expect(UnitTimes(learning: boot, after: nil) != nil)
    }
  }

  /// Both rules' mean errors over the boots after some learnt ones, and their longest freezes.
  private static func compare(
    learnt: Int, _ boots: [BootRecord]
  ) -> (ours: (error: Double, freeze: Double), theirs: (error: Double, freeze: Double)) {
    var numbers: [UnitName: Int] = [:]
    for start in boots.flatMap({ $0.starts }) where numbers[start.name] == nil {
      numbers[start.name] = numbers.count
    }
    let names = Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, $0.key) })
    var result = (ours: (error: 0.0, freeze: 0.0), theirs: (error: 0.0, freeze: 0.0))
    let part = 1 / Double(boots.count - learnt)
    for index in boots.indices.dropFirst(learnt) {
      let boot = boots[index]
      let known = learn(Array(boots[index - learnt..<index]), numbers)
      let played = SyntheticBoot(
        starts: boot.starts.map { ($0.time, numbers[$0.name] ?? 0) }, duration: boot.duration)
      var rule = PlymouthRule(known.former)
      let theirs = played.play(start: { rule.start($0, at: $1) }, value: { rule.value(at: $0) })
      var progress = BootProgress(known.times, at: 0)
      let ours = played.play(
        start: { unit, time in
          if let name = names[unit] { progress.start(name, at: time) }
        }, value: { progress.value(at: $0) })
      result.ours.error += ours.error(boot.duration) * part
      result.theirs.error += theirs.error(boot.duration) * part
      result.ours.freeze = max(result.ours.freeze, ours.freeze)
      result.theirs.freeze = max(result.theirs.freeze, theirs.freeze)
      #expect(ours.largestFall <= 0)
      #expect((ours.values.max() ?? 1) <= BootProgress.most)
      progress.finish(at: boot.duration)
      #expect(progress.value(at: boot.duration) == 1)
    }
    return result
  }

  @Test func `our mean error is mostly less than Plymouth's, and never much more`() throws {
    let boots = try Self.boots()
    var better: [Int] = []
    var table = ""
    for learnt in 0...3 {
      let result = Self.compare(learnt: learnt, boots)
      table += "\nafter \(learnt) boots: \(result)"
      if result.ours.error < result.theirs.error { better.append(learnt) }
      #expect(result.ours.error <= 1.2 * result.theirs.error, "after \(learnt): \(result)")
      #expect(result.ours.freeze <= result.theirs.freeze, "after \(learnt): \(result)")
    }
    #expect(better.count >= 3, "better after \(better)\(table)")
  }
}
