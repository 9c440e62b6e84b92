import ArgumentParser
import Testing

@testable import ControlCommands

struct SampleTimesTests {
  @Test func `a list has a unit for each time`() throws {
    #expect(try SampleTimes("0, 100ms,.5s,2").microseconds == [0, 100_000, 500_000, 2_000_000])
  }

  @Test(arguments: ["", "0,,1", "0,1,1", "2,1", "0,x", "0 1"])
  func `an invalid list of times is refused`(text: String) {
    #expect(throws: ValidationError.self) { try SampleTimes(text) }
  }

  @Test func `steps end with the last that fits`() throws {
    let second = TimeSpan(microseconds: 1_000_000)
    let zero = TimeSpan(microseconds: 0)
    #expect(
      try SampleTimes(from: zero, to: second, step: TimeSpan(microseconds: 400_000)).microseconds
        == [0, 400_000, 800_000])
    #expect(
      try SampleTimes(from: second, to: second, step: second).microseconds == [1_000_000])
  }

  @Test func `a frame rate gives the times of its frames`() throws {
    func times(_ from: Int64, _ to: Int64, _ fps: Double) throws -> [Int64] {
      try SampleTimes(
        from: TimeSpan(microseconds: from), to: TimeSpan(microseconds: to), fps: fps
      ).microseconds
    }
    #expect(try times(0, 50_000, 60) == [0, 16_667, 33_333, 50_000])
    #expect(try times(0, 49_999, 60) == [0, 16_667, 33_333])
    #expect(try times(500_000, 500_000, 60) == [500_000])
    #expect(try times(0, 1_000_000, 60).count == 61)
    #expect(try times(0, 20_000_000, 0.1) == [0, 10_000_000, 20_000_000])
    for (from, to, fps) in [
      (0, 1, 0), (0, 1, -.infinity), (0, 1, .nan), (0, 1, 1_001), (1, 0, 60),
      (0, .max, 1_000),
    ] as [(Int64, Int64, Double)] {
      #expect(throws: ValidationError.self) { try times(from, to, fps) }
    }
  }

  @Test func `steps that lead nowhere or never end are refused`() {
    let second = TimeSpan(microseconds: 1_000_000)
    let zero = TimeSpan(microseconds: 0)
    #expect(throws: ValidationError.self) {
      try SampleTimes(from: zero, to: second, step: zero)
    }
    #expect(throws: ValidationError.self) {
      try SampleTimes(from: second, to: zero, step: second)
    }
    #expect(throws: ValidationError.self) {
      try SampleTimes(from: zero, to: second, step: TimeSpan(microseconds: 1))
    }
  }
}
