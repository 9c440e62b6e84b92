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

  @Test func `a name is looked up as fast among ten thousand files as among ten`() throws {
    /// The shortest of several times for names that are last in an archive, or not there.
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
