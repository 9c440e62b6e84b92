import Foundation
import TestSupport
import Testing

@testable import System

/// Files in an archive of tar, by paths that lead through it.
@Suite struct ArchiveTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  static func member(_ name: String, _ content: [UInt8], kind: Character = "0") -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    put(String(format: "%011o", content.count), at: 124)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put("ustar", at: 257)
    put(String(format: "%06o", header.reduce(0) { $0 + Int($1) }), at: 148)
    header[154] = 0
    return header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  static let whole =
    member("./scene.jsonc", Array("{}".utf8)) + member("fonts/", [], kind: "5")
    + member("fonts/a.ttf", [UInt8](repeating: 7, count: 1000))
    + member("fonts/deep/b.ttf", [1, 2])
    + member("link", [], kind: "2") + member("last", [9]) + [UInt8](repeating: 0, count: 1024)

  private func archive(_ bytes: [UInt8], _ name: String = "a.scene") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: directory(name)))
    return directory(name)
  }

  @Test func `a path that leads through an archive is that of a file in it`() throws {
    let path = try archive(Self.whole)
    #expect(isArchive(path))
    #expect(try readFile(atPath: path + "/scene.jsonc", limit: 10) == Array("{}".utf8))
    #expect(try readFile(atPath: path + "/fonts/deep/b.ttf", limit: 10) == [1, 2])
    #expect(try readFile(atPath: path + "/last", limit: 1) == [9])
    #expect(throws: ReadFileError.self) { try readFile(atPath: path + "/last", limit: 0) }
    for name in ["none", "link", "fonts", "fonts/", "", "../a.scene", "last/more"] {
      #expect(throws: ReadFileError.self) { try readFile(atPath: path + "/" + name, limit: 99) }
    }
    let file = try PlainFile(path: path + "/fonts/a.ttf", limit: 1000)
    #expect(file.count == 1000)
    #expect(try file.bytes(at: 998, count: 10) == [7, 7])
    let mapped = try MappedFile(mapping: file)
    #expect(unsafe mapped.bytes.count == 1000 && mapped.bytes.allSatisfy { $0 == 7 })
  }

  @Test func `of an archive a file alone is copied`() throws {
    let before = [UInt8](repeating: 1, count: MappedFile.longestCopy)
    let path = try archive(Self.member("a", before) + Self.member("b", [2, 3, 4]))
    let file = try PlainFile(path: path + "/b", limit: 3)
    for isCopied in [false, true] {
      let mapped = try MappedFile(file, isCopied: isCopied)
      withExtendedLifetime(mapped) { #expect(unsafe Array(mapped.bytes) == [2, 3, 4]) }
    }
  }

  @Test func `sizes are octal digits between spaces, and others are those of no archive`() throws {
    /// An archive of one file with this field for its size of 8 bytes.
    func field(_ text: String) -> [UInt8] {
      var bytes = Self.member("a", Array("12345678".utf8))
      bytes.replaceSubrange(124..<136, with: [UInt8](repeating: 0, count: 12))
      bytes.replaceSubrange(124..<124 + text.utf8.count, with: text.utf8)
      bytes.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
      let sum = bytes[..<512].reduce(0) { $0 + Int($1) }
      bytes.replaceSubrange(148..<155, with: String(format: "%06o\0", sum).utf8)
      return bytes + [UInt8](repeating: 0, count: 1024)
    }
    for text in ["10", "00000000010", "        10 ", "10 junk"] {
      let path = try archive(field(text), "good.scene")
      #expect(try readFile(atPath: path + "/a", limit: 8).count == 8, "\(text)")
    }
    for text in ["", "1x", "18", "-10", "+10", "x", "777777777777"] {
      #expect(!isArchive(try archive(field(text), "bad.scene")), "\(text)")
    }
  }

  @Test func `the list of an archive is read once, and again after a change`() throws {
    let archives = LastArchive()
    func names(_ path: String) throws -> [String]? {
      let file = try FileDescriptor.open(path, .read)
      let status = try Syscalls.status(of: file.rawValue)
      return try archives.list(of: file.rawValue, status, path: path)?.members.map { $0.name }
    }
    let all = ["scene.jsonc", "fonts/a.ttf", "fonts/deep/b.ttf", "last"]
    let path = try archive(Self.whole)
    #expect(try names(path) == all)
    // The file's content is not read, however long it is.
    #expect(try SystemFault(.read, code: EIO).inject { try names(path) } == all)
    let other = try archive(Self.member("other", [3]), "b.scene")
    #expect(try names(other) == ["other"])
    #expect(try names(path) == all)
    // The time of a change is that of the last tick of the kernel's clock.
    usleep(50_000)
    var changed = Self.whole
    let end = changed.count - 1024
    changed.replaceSubrange(end - 1024..<end, with: Self.member("past", [8]))
    _ = try archive(changed)
    #expect(try names(path) == all.dropLast() + ["past"])
    #expect(try readFile(atPath: path + "/past", limit: 1) == [8])
    #expect(try names(try archive(Array("hello".utf8), "plain")) == nil)
  }

  @Test func `folders of an archive are listed`() throws {
    let path = try archive(Self.whole)
    #expect(try listDirectory(path + "/fonts") == ["a.ttf", "deep"])
    #expect(try listDirectory(path + "/fonts/deep") == ["b.ttf"])
    #expect(try listDirectory(path + "/none") == [])
    #expect(throws: SystemError.self) { try listDirectory(path) }
    let plain = try archive(Array("hello".utf8), "plain")
    #expect(throws: SystemError.self) { try listDirectory(plain + "/fonts") }
  }

  @Test func `a file that is no archive is not taken for one, and no damaged archive traps`() throws
  {
    for (index, bytes) in [[], Array("hello".utf8), [UInt8](repeating: 0, count: 2048)].enumerated()
    {
      #expect(!isArchive(try archive(bytes, "plain\(index)")))
    }
    #expect(!isArchive(directory("none")))
    #expect(!isArchive(directory.path))
    var random = SeededGenerator(seed: 5)
    for index in 0..<300 {
      var bytes = Self.whole
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let path = try archive(bytes, "damaged\(index)")
      for name in ["scene.jsonc", "fonts/a.ttf", "last"] {
        _ = try? readFile(atPath: path + "/" + name, limit: 2000)
      }
      _ = try? listDirectory(path + "/fonts")
    }
  }
}
