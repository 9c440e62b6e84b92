import Output
import Testing

@Suite struct FrameClockTests {
  @Test func `the grid of sixty hertz rounds down and does not add up`() {
    let grid = FrameGrid(start: 0, refreshMillihertz: 60_000)
    #expect(
      (-1...6).map { grid.time(ofFrame: $0) }
        == [-16667, 0, 16666, 33333, 50000, 66666, 83333, 100_000])
    #expect(grid.time(ofFrame: 60 * 86400) == 86_400_000_000)
    #expect(FrameGrid(start: 7, refreshMillihertz: 59_940).time(ofFrame: 1) == 7 + 16683)
  }

  @Test(arguments: [60_000, 59_940, 144_000, 23_976, 1, 1_000_000_000])
  func `the frame at or before a time is the last that has come`(refresh: Int) {
    let grid = FrameGrid(start: 1_000_003, refreshMillihertz: refresh)
    for number in (-50...50).map({ Int64($0) }) + [1 << 20, 1 << 30] {
      let time = grid.time(ofFrame: number)
      for instant in [time - 1, time, time + 1] {
        let found = grid.frame(atOrBefore: instant)
        #expect(grid.time(ofFrame: found) <= instant)
        #expect(grid.time(ofFrame: found + 1) > instant)
      }
    }
  }

  @Test func `a clock that nobody asks waits for nothing`() {
    var clock = FrameClock(grid: FrameGrid(start: 0, refreshMillihertz: 60_000))
    #expect(clock.deadline == nil)
    #expect(clock.takeTick(now: 1_000_000) == nil)
    clock.schedule(now: 0)
    clock.cancel()
    #expect(clock.deadline == nil)
    #expect(clock.takeTick(now: 1_000_000) == nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let asked: Int64
    let woken: Int64
    let tick: FrameClock.Tick?
    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(
      name: "on time", asked: 100, woken: 16666,
      tick: .init(number: 1, time: 16666, skippedCount: 0)),
    Case(name: "early", asked: 100, woken: 16665, tick: nil),
    Case(
      name: "a little late", asked: 100, woken: 33332,
      tick: .init(number: 1, time: 16666, skippedCount: 0)),
    Case(
      name: "one missed", asked: 100, woken: 33333,
      tick: .init(number: 2, time: 33333, skippedCount: 1)),
    Case(
      name: "a second missed", asked: 0, woken: 1_000_000,
      tick: .init(number: 60, time: 1_000_000, skippedCount: 59)),
    Case(
      name: "asked on the grid", asked: 16666, woken: 33333,
      tick: .init(number: 2, time: 33333, skippedCount: 0)),
    Case(
      name: "asked before the start", asked: -16667, woken: 0,
      tick: .init(number: 0, time: 0, skippedCount: 0)),
  ])
  func `ticks have consecutive numbers and times on the grid`(_ row: Case) {
    var clock = FrameClock(grid: FrameGrid(start: 0, refreshMillihertz: 60_000))
    let deadline = clock.schedule(now: row.asked)
    #expect(deadline > row.asked)
    #expect(clock.takeTick(now: row.woken) == row.tick)
    #expect(clock.skippedCount == row.tick?.skippedCount ?? 0)
    #expect((clock.deadline == nil) == (row.tick != nil), "a tick is taken once")
  }

  @Test func `asking again keeps the deadline`() {
    var clock = FrameClock(grid: FrameGrid(start: 0, refreshMillihertz: 60_000))
    #expect(clock.schedule(now: 0) == 16666)
    #expect(clock.schedule(now: 20_000) == 16666)
    #expect(clock.deadline == 16666)
  }

  @Test func `a frame does not come twice, and late frames do not queue`() {
    var clock = FrameClock(grid: FrameGrid(start: 0, refreshMillihertz: 60_000))
    var numbers: [Int64] = []
    // Each frame takes 40 ms to draw, so that the second and third of every three are missed.
    var now: Int64 = 0
    for _ in 0..<5 {
      now = max(now, clock.schedule(now: now))
      if let tick = clock.takeTick(now: now) { numbers.append(tick.number) }
      now += 40_000
    }
    #expect(numbers == [1, 4, 7, 10, 13])
    #expect(clock.schedule(now: 0) == 233_333, "a clock that runs back gives no old frame")
  }

  @Test func `steps present the frames that they pass`() {
    var clock = StepClock()
    #expect(Array(clock.step(by: 16_665)) == [])
    #expect(clock.time == 16_665)
    #expect(Array(clock.step(by: 1)) == [16_666])
    #expect(Array(clock.step(by: 0)) == [])
    #expect(Array(clock.step(by: -5)) == [])
    #expect(Array(clock.step(by: 33_334)) == [33_333, 50_000])
    #expect(clock.time == 50_000)
    let second = clock.step(by: 1_000_000)
    #expect(second.count == 60)
  }

  @Test(arguments: [UInt64](1...50))
  func `however a time is divided, the frames are the same`(seed: UInt64) {
    var state = seed
    func random(_ limit: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % limit)
    }
    var whole = StepClock()
    var divided = StepClock()
    var times: [Int64] = []
    while divided.time < 500_000 { times += Array(divided.step(by: random(40_000))) }
    #expect(Array(whole.step(by: divided.time)) == times, "seed \(seed)")
  }

  @Test func `a step without end stops at the limit`() {
    var clock = StepClock()
    let frames = clock.step(by: .max)
    #expect(clock.time == StepClock.limit)
    #expect(frames.count > 1 << 37)
    #expect(clock.step(by: .max).isEmpty)
  }
}
