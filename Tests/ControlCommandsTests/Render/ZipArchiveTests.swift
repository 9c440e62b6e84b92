import Testing

@testable import ControlCommands

@Suite struct ZipArchiveTests {
  /// An archive of stored files.
  private func archive(_ files: [(name: String, content: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ fields: (value: Int, count: Int)...) {
      for (value, count) in fields {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
      }
    }
    var offsets: [Int] = []
    for (name, content) in files {
      let size = content.utf8.count
      offsets.append(bytes.count)
      add((0x0403_4B50, 4), (0, 14), (size, 4), (size, 4), (name.utf8.count, 2), (0, 2))
      bytes += Array(name.utf8) + Array(content.utf8)
    }
    let list = bytes.count
    for (offset, (name, content)) in zip(offsets, files) {
      let size = content.utf8.count
      add((0x0201_4B50, 4), (0, 16), (size, 4), (size, 4), (name.utf8.count, 2), (0, 12))
      add((offset, 4))
      bytes += Array(name.utf8)
    }
    add((0x0605_4B50, 4), (0, 4), (files.count, 2), (files.count, 2), (bytes.count - list, 4))
    add((list, 4), (0, 2))
    return bytes
  }

  @Test func `a file is found by its name, and of equal names the first one`() throws {
    let zip = try ZipArchive(archive([("a", "1"), ("b/c", "2"), ("a", "3"), ("b/", "")]))
    #expect(try zip.content(named: "a") == Array("1".utf8))
    #expect(try zip.content(named: "b/c") == Array("2".utf8))
    #expect(try zip.content(named: "b/") == nil)
    #expect(try zip.content(named: "c") == nil)
  }

  @Test func `many names of one file of an archive unpack a bounded number of bytes`() throws {
    let assets = (0..<40).map { #"{"id": "\#($0)", "u": "f\#($0)/", "p": "a.png"}"# }
    let animation =
      #"{"fr": 30, "ip": 0, "op": 9, "w": 9, "h": 9, "layers": [], "assets": ["#
      + assets.joined(separator: ", ") + "]}"
    func warnings(byteCount: Int) throws -> [String] {
      let picture = String(repeating: "x", count: byteCount)
      let files = [
        (name: "manifest.json", content: #"{"animations": [{"id": "a"}]}"#),
        ("animations/a.json", animation), ("images/a.png", picture),
      ]
      return try #require(try LottiePicture.open(archive(files), "a.lottie")).warnings
    }
    func areMissing(_ warnings: [String]) -> [Bool] {
      warnings.map { $0.contains("is not there or too large") }
    }
    #expect(areMissing(try warnings(byteCount: 3)) == Array(repeating: false, count: 40))
    // Four times 15 MiB, and no more than 64.
    let isRead = Array(repeating: false, count: 4)
    #expect(
      areMissing(try warnings(byteCount: 15 << 20)) == isRead + Array(repeating: true, count: 36))
    #expect(areMissing(try warnings(byteCount: 17 << 20)) == Array(repeating: true, count: 40))
  }

  @Test func `a name is looked up as fast among ten thousand files as among ten`() throws {
    /// The shortest of several measured look-ups: of the archive's last names, or of missing ones.
    func time(_ count: Int) throws -> Duration {
      let names = (0..<count).map { "images/a folder of pictures/\($0).png" }
      let zip = try ZipArchive(archive(names.map { ($0, "") }))
      let wanted = [names[count - 1], "images/a folder of pictures/none.png"]
      let times = try (0..<5).map { _ in
        try ContinuousClock().measure {
          for _ in 0..<500 { for name in wanted { _ = try zip.content(named: name) } }
        }
      }
      return try #require(times.min())
    }
    // One name after the other would take a thousand times as long.
    #expect(try time(10_000) < time(10) * 50)
  }
}
