@testable import Output
import TestSupport
import Testing

@Suite struct FlipClockTests {
  /// A display with blanks, and a program that draws for it.
  struct Simulation {
    var random: SeededGenerator
    let refresh: Int
    /// Microseconds from one blank to the next, in reality.
    let interval: Double
    var clock: FlipClock
    var now: Int64 = 0
    var ticks: [FrameClock.Tick] = []
    /// The number of each blank that showed a new frame.
    var shown: [Int] = []

    init(seed: UInt64, refresh: Int, drift: Double) {
      random = SeededGenerator(seed: seed)
      self.refresh = refresh
      interval = 1e9 / Double(refresh) * (1 + drift)
      clock = FlipClock(refreshMillihertz: refresh, now: 0)
    }

    func time(ofBlank number: Int) -> Int64 { Int64(Double(number) * interval) }

    func blank(after time: Int64) -> Int { Int((Double(time + 1) / interval).rounded(.up)) }

    /// One frame from the request to the screen.
    /// - Parameters:
    ///   - lateness: the most that the caller wakes later than it wants to, in intervals.
    ///   - work: the most that drawing takes, in intervals.
    mutating func frame(lateness: Double, work: Double) throws {
      clock.schedule(from: now)
      var wakes = 0
      while true {
        let before = clock
        if let tick = clock.takeTick(now: now) {
          #expect(before.deadline(now: now).map { $0 <= now } == true)
          ticks.append(tick)
          break
        }
        let deadline = try #require(clock.deadline(now: now))
        #expect(deadline > now)
        wakes += 1
        try #require(wakes <= 3, "put off for ever")
        now = deadline + Int64(random.double(in: 0...max(lateness, 0)) * interval)
      }
      let duration = Int64(random.double(in: 0...work) * interval)
      now += duration
      let tick = try #require(ticks.last)
      clock.sent(tick.time, duration: duration)
      #expect(clock.deadline(now: now) == nil, "a frame is on its way")
      let blank = blank(after: now)
      now = time(ofBlank: blank)
      shown.append(blank)
      clock.shown(at: now)
      now += Int64(random.double(in: 0...0.05) * interval)
    }
  }

  static let rates = [60_000, 59_940, 23_976, 144_000, 600_000, 1_000_000]

  @Test(arguments: rates, [UInt64](1...20))
  func `no blank is aimed at twice, whatever the caller does`(refresh: Int, seed: UInt64) throws {
    var simulation = Simulation(seed: seed, refresh: refresh, drift: 0)
    let interval = 1_000_000_000 / Int64(refresh)
    for _ in 0..<200 {
      let isLate = simulation.random.chance(0.2)
      try simulation.frame(lateness: isLate ? 3 : 0.02, work: isLate ? 2.5 : 0.4)
    }
    for (a, b) in zip(simulation.ticks, simulation.ticks.dropFirst()) {
      #expect(b.time - a.time >= interval * 3 / 4, "seed \(seed)")
    }
    for (a, b) in zip(simulation.shown, simulation.shown.dropFirst()) { #expect(b > a) }
  }

  @Test(arguments: rates, [UInt64](1...20))
  func `presentation times are blanks`(refresh: Int, seed: UInt64) throws {
    var simulation = Simulation(seed: seed, refresh: refresh, drift: 0)
    for _ in 0..<100 {
      let last = simulation.shown.last.map(simulation.time) ?? 0
      try simulation.frame(lateness: 0.3, work: 1)
      let tick = try #require(simulation.ticks.last)
      let grid = FrameGrid(start: last, refreshMillihertz: refresh)
      #expect(grid.time(ofFrame: grid.frame(atOrBefore: tick.time)) == tick.time, "seed \(seed)")
    }
  }

  @Test(arguments: [-0.001, 0, 0.001], [UInt64](1...10))
  func `a caller in time misses no blank, though the refresh rate is not exact`(
    drift: Double, seed: UInt64
  ) throws {
    var simulation = Simulation(seed: seed, refresh: 60_000, drift: drift)
    for _ in 0..<600 { try simulation.frame(lateness: 0.02, work: 0.4) }
    #expect(simulation.clock.skippedCount == 0, "seed \(seed)")
    let first = try #require(simulation.shown.first)
    #expect(simulation.shown == Array(first..<first + 600))
  }

  @Test(arguments: [UInt64](1...50))
  func `each missed blank is counted once, and none is caught up`(seed: UInt64) throws {
    var simulation = Simulation(seed: seed, refresh: 60_000, drift: 0)
    for _ in 0..<10 { try simulation.frame(lateness: 0.02, work: 0.4) }
    for _ in 0..<100 {
      let isLate = simulation.random.chance(0.3)
      try simulation.frame(lateness: 0.02, work: isLate ? 3.5 : 0.4)
    }
    let blanks = try #require(simulation.shown.last) - #require(simulation.shown.first) + 1
    #expect(blanks == simulation.shown.count + simulation.clock.skippedCount, "seed \(seed)")
  }

  @Test func `a late caller gets the number of missed blanks`() {
    var clock = FlipClock(refreshMillihertz: 60_000, now: 0)
    clock.schedule(from: 0)
    // The deadline was at 0; blanks at 16,666, 33,333 and 50,000 cannot be reached any more.
    #expect(
      clock.takeTick(now: 50_000) == FrameClock.Tick(number: 4, time: 66_666, skippedCount: 3))
    #expect(clock.skippedCount == 3)
  }

  @Test func `an idle clock has no deadline`() {
    var clock = FlipClock(refreshMillihertz: 60_000, now: 0)
    #expect(clock.deadline(now: 5) == nil && clock.takeTick(now: 1 << 40) == nil)
    clock.schedule(from: 100)
    #expect(clock.deadline(now: 5) != nil)
    clock.cancel()
    #expect(clock.deadline(now: 5) == nil && clock.takeTick(now: 1 << 40) == nil)
    clock.schedule(from: 100)
    #expect(clock.takeTick(now: 100) != nil)
    #expect(clock.deadline(now: 5) == nil, "a tick is taken once")
  }

  @Test func `a change far ahead is waited for until its blank`() throws {
    var clock = FlipClock(refreshMillihertz: 60_000, now: 0)
    clock.schedule(from: 1_000_000)
    #expect(clock.takeTick(now: 15_900) == nil)
    let deadline = try #require(clock.deadline(now: 15_900))
    #expect(deadline == 1_000_000 - 16_666)
    #expect(clock.takeTick(now: deadline - 1) == nil)
    #expect(clock.takeTick(now: deadline)?.time == 1_000_000)
  }

  @Test func `a frame that never comes to be shown can be given up`() {
    var clock = FlipClock(refreshMillihertz: 60_000, now: 0)
    clock.schedule(from: 0)
    _ = clock.takeTick(now: 0)
    clock.sent(16_666, duration: 100)
    clock.schedule(from: 100)
    #expect(clock.deadline(now: 1 << 30) == nil)
    clock.reset()
    #expect(clock.deadline(now: 16_666) != nil)
  }

  /// A finger moves at any time; the frame that shows it is started as late as possible.
  @Test(arguments: [UInt64](1...20))
  func `a touch until shortly before a blank shows at that blank`(seed: UInt64) throws {
    var simulation = Simulation(seed: seed, refresh: 60_000, drift: 0)
    simulation.clock.isPrompt = true
    for _ in 0..<20 { try simulation.frame(lateness: 0.02, work: 0.05) }
    for _ in 0..<100 {
      var before = simulation.clock
      before.schedule(from: simulation.now)
      let blank = try #require(simulation.shown.last) + 1
      try simulation.frame(lateness: 0.02, work: 0.05)
      let begun = try #require(before.deadline(now: simulation.time(ofBlank: blank - 1) + 1000))
      #expect(simulation.shown.last == blank, "none is missed")
      let start = simulation.time(ofBlank: blank) - begun
      #expect(start > 0 && start <= 6000, "seed \(seed): \(start) µs before the blank")
    }
  }
}
