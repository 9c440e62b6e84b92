import BootProgress
import TestSupport
import Testing

@Suite struct UnitTimesTests {
  @Test func `one slow boot changes the mean duration by a bounded part`() throws {
    let times = try BootProgressTests.times()
    let after = try #require(
      UnitTimes(learning: try BootProgressTests.record(scale: 20), after: times))
    // Three tenths of a boot that counts as half as long again.
    #expect(abs(after.duration - 11.5) < 1e-9)
  }

  @Test func `units that no longer start are forgotten`() throws {
    var times = try BootProgressTests.times()
    let name = try BootProgressTests.name("d")
    for boot in 1...5 {
      times = try #require(
        UnitTimes(learning: try BootProgressTests.record(without: ["d"]), after: times))
      #expect(times.units[name]?.missed == boot)
    }
    times = try #require(
      UnitTimes(learning: try BootProgressTests.record(without: ["d"]), after: times))
    #expect(times.units[name] == nil)
    #expect(times.units.count == 9)
  }

  @Test func `an incomplete boot changes no times`() throws {
    let times = try BootProgressTests.times()
    let part = try BootProgressTests.record(without: ["d", "e", "f", "g", "h", "i", "j"])
    #expect(UnitTimes(learning: part, after: times) == nil)
    #expect(UnitTimes(learning: part, after: nil) == nil)
    for duration in [0, -1, 1e9, .nan, .infinity] as [Double] {
      var record = try BootProgressTests.record()
      record.duration = duration
      #expect(UnitTimes(learning: record, after: nil) == nil)
    }
  }

  @Test func `at most 512 units are kept, spread over the whole boot`() throws {
    var record = BootRecord()
    for index in 0..<3000 {
      record.add(try #require(UnitName("unit-\(index)")), at: Double(index) / 100)
    }
    record.duration = 30
    let times = try #require(UnitTimes(learning: record, after: nil))
    #expect(times.units.count == UnitTimes.limit)
    #expect(times.units.values.contains { $0.fraction > 0.65 })
    #expect(try UnitTimes(decoding: times.encoded()).units.count == UnitTimes.limit)
  }

  @Test func `encoding and decoding keep all times`() throws {
    let text = """
      firstlight-times 1
      duration 18250
      48213 1200 12 0 systemd-udevd.service
      48213 1200 1 2 systemd-vconsole-setup.service
      1000000 0 1000000 0 dev-disk-by\\x2duuid-7.swap

      """
    let times = try UnitTimes(decoding: Array(text.utf8))
    #expect(times.duration == 18.25)
    #expect(times.units.count == 3)
    #expect(times.encoded() == Array(text.utf8))
    let learned = try BootProgressTests.times()
    #expect(try UnitTimes(decoding: learned.encoded()).encoded() == learned.encoded())
  }

  @Test(arguments: [
    ("", 1), ("firstlight-times 1\n", 2), ("firstlight-times 2\nduration 1000\n", 1),
    ("firstlight-times 1\nduration 0\n", 2), ("firstlight-times 1\nduration 99999999\n", 2),
    ("firstlight-times 1\nduration 1000\n1 2 3 4 a\n1 2 3 4 a\n", 4),
    ("firstlight-times 1\nduration 1000\n1 2 3 4\n", 3),
    ("firstlight-times 1\nduration 1000\n1 2 3 4 a b\n", 3),
    ("firstlight-times 1\nduration 1000\n-1 2 3 4 a\n", 3),
    ("firstlight-times 1\nduration 1000\n1000001 2 3 4 a\n", 3),
    ("firstlight-times 1\nduration 1000\n1 99999999999999999999 3 4 a\n", 3),
    ("firstlight-times 1\nduration 1000\n1 2 3 4 a", 3),
    ("firstlight-times 1\nduration 1000\n1 2 3 4 ä\n", 3),
  ])
  func `an invalid text is refused with the line of its mistake`(text: String, line: Int) {
    do {
      _ = try UnitTimes(decoding: Array(text.utf8))
      Issue.record("taken")
    } catch {
      #expect(error.line == line, "\(error.message)")
    }
  }

  @Test func `no changed bytes trap`() throws {
    var numbers = SeededGenerator(seed: 11)
    let good = try BootProgressTests.times().encoded()
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<numbers.int(in: 1...4) where !bytes.isEmpty {
        let place = numbers.int(in: 0...bytes.count - 1)
        switch numbers.int(in: 0...2) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        case 1: bytes.remove(at: place)
        default: bytes = Array(bytes[..<max(place, 1)])
        }
      }
      if let times = try? UnitTimes(decoding: bytes) {
        #expect(try UnitTimes(decoding: times.encoded()) == times)
      }
    }
  }

  @Test func `a unit's name is printable ASCII without spaces, of at most 255 bytes`() {
    #expect(UnitName("a.service")?.text == "a.service")
    #expect(UnitName(String(repeating: "a", count: 255)) != nil)
    for bad in ["", " ", "a b", "a\n", "ä", String(repeating: "a", count: 256)] {
      #expect(UnitName(bad) == nil)
    }
  }
}
