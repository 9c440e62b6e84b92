import BootProgress
import TestSupport
import Testing

@Suite struct BootRecordTests {
  @Test func `encoding and decoding keep the whole record`() throws {
    let text = """
      firstlight-boot 1
      duration 18250
      0 systemd-udevd.service
      871 dev-disk-by\\x2duuid-7.swap
      18250 a

      """
    let record = try BootRecord(decoding: Array(text.utf8))
    #expect(record.duration == 18.25)
    #expect(record.starts.map { $0.time } == [0, 0.871, 18.25])
    #expect(record.encoded() == Array(text.utf8))
    #expect(try BootRecord(decoding: BootRecord().encoded()) == BootRecord())
  }

  @Test(arguments: [
    ("", 1), ("firstlight-boot 1\n", 2), ("firstlight-times 1\nduration 1000\n", 1),
    ("firstlight-boot 1\nduration 3600001\n", 2), ("firstlight-boot 1\nduration x\n", 2),
    ("firstlight-boot 1\nduration 0\n1 a\n2 a\n", 4), ("firstlight-boot 1\nduration 0\n1 a b\n", 3),
    ("firstlight-boot 1\nduration 0\n-1 a\n", 3), ("firstlight-boot 1\nduration 0\n1 a", 3),
    ("firstlight-boot 1\nduration 0\n99999999 a\n", 3), ("firstlight-boot 1\nduration 0\n1 ä\n", 3),
  ])
  func `an invalid record is refused with the line of its mistake`(text: String, line: Int) {
    do {
      _ = try BootRecord(decoding: Array(text.utf8))
      Issue.record("taken")
    } catch {
      #expect(error.line == line, "\(error.message)")
    }
  }

  @Test func `no changed bytes trap`() throws {
    var numbers = SeededGenerator(seed: 12)
    let good = try BootProgressTests.record().encoded()
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<numbers.int(in: 1...4) where !bytes.isEmpty {
        let place = numbers.int(in: 0...bytes.count - 1)
        if numbers.chance(0.5) {
          bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        } else {
          bytes.remove(at: place)
        }
      }
      if let record = try? BootRecord(decoding: bytes) {
        #expect(try BootRecord(decoding: record.encoded()) == record)
      }
    }
  }

  @Test func `a boot goes on from its record as if it had been tracked from the start`() throws {
    var whole = BootProgress(try BootProgressTests.times(), at: 0)
    for (index, letter) in "abcde".enumerated() {
      whole.start(try BootProgressTests.name(letter), at: Double(index) + 0.5)
    }
    let text = whole.record.encoded()
    let values = BootProgressTests.run(&whole, from: 0, to: 5)
    let last = try #require(values.last)
    var later = BootProgress(
      try BootProgressTests.times(), value: last, at: 0, record: try BootRecord(decoding: text))
    for (index, letter) in "fghij".enumerated() {
      let time = Double(index) + 5.5
      whole.start(try BootProgressTests.name(letter), at: time)
      later.start(try BootProgressTests.name(letter), at: time)
      let former = BootProgressTests.run(&whole, from: time, to: time + 1).last ?? 0
      let value = BootProgressTests.run(&later, from: time, to: time + 1).last ?? 0
      #expect(abs(value - former) < 0.01)
    }
    #expect(later.record.starts == whole.record.starts)
    #expect(later.elapsed(at: 9) == 9)
  }

  @Test(arguments: [
    ("ssh.service", "ssh"), ("-.mount", "/"), ("var-lib.mount", "/var/lib"),
    ("mnt-a\\x2db\\x20c.mount", "/mnt/a-b c"), ("dev-sda2.swap", "/dev/sda2"),
    ("mnt-\\x0a.mount", "mnt-\\x0a.mount"), ("mnt-\\xzz.mount", "mnt-\\xzz.mount"),
    ("mnt-\\x2.mount", "/mnt/\\x2"), ("a", "a"), (".service", ".service"), ("b.timer", "b.timer"),
  ])
  func `a unit has a readable title`(name: String, title: String) throws {
    #expect(try #require(UnitName(name)).title == title)
  }
}
