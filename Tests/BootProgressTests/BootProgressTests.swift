import BootProgress
import TestSupport
import Testing

@Suite struct BootProgressTests {
  /// Units a…j, one a second, and an end after ten.
  static func times() throws -> UnitTimes {
    try #require(UnitTimes(learning: try record(), after: nil))
  }

  static func record(without left: Set<String> = [], scale: Double = 1) throws -> BootRecord {
    var record = BootRecord()
    for (index, letter) in "abcdefghij".enumerated() where !left.contains(String(letter)) {
      record.add(try name(letter), at: Double(index) * scale + 0.5)
    }
    record.duration = 10 * scale
    return record
  }

  static func name(_ letter: Character) throws -> UnitName {
    try #require(UnitName(String(letter)))
  }

  /// Shown at the end of some time, looked at 30 times a second.
  static func run(_ progress: inout BootProgress, from start: Double, to end: Double) -> [Double] {
    stride(from: start, to: end, by: Course.interval).map { progress.value(at: $0) }
  }

  @Test func `a unit that no longer starts does not hold up the progress`() throws {
    var progress = BootProgress(try Self.times(), at: 0)
    var without = BootProgress(try Self.times(), at: 0)
    var time = 0.0
    for (index, letter) in "abcdefghij".enumerated() {
      let now = Double(index) + 0.5
      _ = Self.run(&progress, from: time, to: now)
      _ = Self.run(&without, from: time, to: now)
      time = now
      progress.start(try Self.name(letter), at: now)
      if !"de".contains(letter) { without.start(try Self.name(letter), at: now) }
    }
    let whole = progress.value(at: 9.6)
    #expect(whole > 0.85)
    #expect(abs(without.value(at: 9.6) - whole) < 0.02)
  }

  @Test func `unknown units do not move the progress`() throws {
    var progress = BootProgress(try Self.times(), at: 0)
    var other = progress
    for index in 0..<100 { other.start(try #require(UnitName("x\(index)")), at: 0.1) }
    #expect(
      Self.run(&progress, from: 0, to: 3) == Self.run(&other, from: 0, to: 3))
  }

  @Test func `without a former boot the progress approaches nine tenths`() {
    var progress = BootProgress(nil, at: 100)
    let values = Self.run(&progress, from: 100, to: 400)
    #expect(values[0] < 0.001)
    #expect(abs(progress.value(at: 120) - 0.9) < 0.001, "it never falls")
    // Looked at late, it catches up with the time at four times the usual pace.
    var late = BootProgress(nil, at: 100)
    #expect(late.value(at: 120) <= 0.25 * 4 / 20)
    #expect(values[600] > 0.56 && values[600] < 0.58)
    #expect(values.allSatisfy { $0 <= 0.9 })
    #expect(progress.stall(at: 400) == nil)
  }

  @Test func `the progress continues from the shown value`() throws {
    for times in [nil, try Self.times()] {
      var progress = BootProgress(times, value: 0.6, at: 0)
      let values = Self.run(&progress, from: 0, to: 2)
      #expect(values.allSatisfy { $0 >= 0.6 })
    }
  }

  @Test func `the progress catches up at four times the pace at most`() throws {
    var progress = BootProgress(try Self.times(), at: 0)
    _ = progress.value(at: 0)
    for letter in "abcdefgh" { progress.start(try Self.name(letter), at: 0.01) }
    let values = [0] + Self.run(&progress, from: Course.interval, to: 1)
    // A boot of 10 s that is mostly over is expected to take 0.36 of that.
    for (former, value) in zip(values, values.dropFirst()) {
      #expect(value - former <= 4 * Course.interval / 3.6 + 1e-9)
    }
    #expect(values[values.count - 1] > 0.7)
  }

  @Test func `a pause does not count as time`() throws {
    var progress = BootProgress(try Self.times(), at: 0)
    var paused = progress
    paused.setPaused(true, at: 0)
    #expect(paused.value(at: 50) == 0)
    paused.setPaused(true, at: 60)
    paused.setPaused(false, at: 100)
    paused.setPaused(false, at: 120)
    _ = Self.run(&progress, from: 0, to: 4)
    _ = Self.run(&paused, from: 100, to: 104)
    #expect(abs(progress.value(at: 4) - paused.value(at: 104)) < 1e-9)
    paused.start(try Self.name("a"), at: 104)
    paused.finish(at: 110)
    #expect(paused.record.starts == [BootRecord.Start(name: try Self.name("a"), time: 4)])
    #expect(paused.record.duration == 10)
  }

  @Test func `times learned in the middle count for units that have started`() throws {
    var early = BootProgress(try Self.times(), at: 0)
    var late = BootProgress(nil, at: 0)
    for (index, letter) in "abcde".enumerated() {
      early.start(try Self.name(letter), at: Double(index) + 0.5)
      late.start(try Self.name(letter), at: Double(index) + 0.5)
    }
    _ = Self.run(&early, from: 0, to: 5)
    late.learn(try Self.times())
    _ = Self.run(&late, from: 0, to: 5)
    #expect(early.value(at: 5) == late.value(at: 5))
  }

  @Test func `a stall names the awaited unit`() throws {
    var progress = BootProgress(try Self.times(), at: 0)
    for (index, letter) in "abc".enumerated() {
      progress.start(try Self.name(letter), at: Double(index) + 0.5)
    }
    #expect(progress.stall(at: 4) == nil)
    #expect(progress.stall(at: 6)?.awaited == (try Self.name("d")))
    progress.setPaused(true, at: 6)
    #expect(progress.stall(at: 60) == nil)
    progress.setPaused(false, at: 60)
    progress.start(try Self.name("d"), at: 60)
    #expect(progress.stall(at: 61) == nil)
    progress.finish(at: 90)
    #expect(progress.stall(at: 100) == nil)
  }

  @Test func `extreme times and values never trap`() throws {
    var numbers = SeededGenerator(seed: 3)
    let wild: [Double] = [
      0, -1, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1,
    ]
    for _ in 0..<300 {
      var progress = BootProgress(
        numbers.chance(0.7) ? try Self.times() : nil,
        value: wild[numbers.int(in: 0...8)], at: wild[numbers.int(in: 0...8)])
      for _ in 0..<20 {
        let time = wild[numbers.int(in: 0...8)]
        switch numbers.int(in: 0...3) {
        case 0: progress.setPaused(numbers.chance(0.5), at: time)
        case 1: progress.start(try #require(UnitName("u\(numbers.int(in: 0...20))")), at: time)
        case 2: _ = progress.stall(at: time)
        default: #expect((0...1).contains(progress.value(at: time)))
        }
      }
      progress.finish(at: wild[numbers.int(in: 0...8)])
      #expect(progress.value(at: 0) == 1)
      _ = UnitTimes(learning: progress.record, after: try Self.times())?.encoded()
    }
  }
}
