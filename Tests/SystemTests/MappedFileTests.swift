import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct MappedFileTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private func mapped(_ bytes: [UInt8]) throws -> MappedFile {
    try writeFileAtomically(path: directory("a"), bytes: bytes)
    return try MappedFile(mapping: try PlainFile(path: directory("a"), limit: bytes.count))
  }

  private func truncate(to count: UInt64) throws {
    let handle = try #require(FileHandle(forWritingAtPath: directory("a")))
    try handle.truncate(atOffset: count)
    try handle.close()
  }

  @Test func `bytes cut off a mapped file are read as zeros`() throws {
    let page = 4096
    let file = try mapped([UInt8](repeating: 7, count: 5 * page))
    try truncate(to: UInt64(page + 10))
    #expect(unsafe file.bytes[page + 9] == 7)
    #expect(unsafe file.bytes[page + 10] == 0)
    #expect(unsafe file.bytes[3 * page] == 0)
    #expect(unsafe file.bytes[5 * page - 1] == 0)
    #expect(unsafe file.bytes[0] == 7)
  }

  @Test func `threads that read a truncated mapped file at once survive`() throws {
    let count = 64 * 4096
    nonisolated(unsafe) let file = try mapped([UInt8](repeating: 1, count: count))
    try truncate(to: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let sum = unsafe file.bytes.reduce(0) { $0 + Int($1) }
      #expect(sum == 0)
    }
  }

  @Test func `a thousand mappings that come and go leave room for more`() throws {
    try writeFileAtomically(path: directory("a"), bytes: [3])
    for _ in 0..<10 {
      let files = try (0..<1000).map { _ in
        try MappedFile(mapping: try PlainFile(path: directory("a"), limit: 1))
      }
      #expect(files.allSatisfy { unsafe $0.bytes[0] == 3 })
    }
  }

  private func copied(_ bytes: [UInt8], shortening: UInt64? = nil) throws -> MappedFile {
    try writeFileAtomically(path: directory("a"), bytes: bytes)
    let file = try PlainFile(path: directory("a"), limit: bytes.count)
    if let shortening { try truncate(to: shortening) }
    return try MappedFile(file, isCopied: true)
  }

  @Test func `a copied file stays as it was, and its file system is free of it`() throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = try copied(bytes)
    try truncate(to: 0)
    #expect(unsafe Array(file.bytes) == bytes)
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(!maps.contains(directory.path))
    #expect(try unsafe Array(copied([]).bytes) == [])
  }

  @Test func `a file that would take too much memory is mapped, and not copied`() throws {
    let limit = MappedFile.longestCopy
    for (size, isCopied) in [(limit, true), (limit + 1, false)] {
      try writeFileAtomically(path: directory("a"), bytes: [1])
      try truncate(to: UInt64(size))
      let file = try PlainFile(path: directory("a"), limit: size)
      #expect(try MappedFile(file, isCopied: false).count == size)
      if isCopied {
        let copy = try MappedFile(file, isCopied: true)
        withExtendedLifetime(copy) { #expect(unsafe copy.bytes[0] == 1) }
      } else {
        do throws(ReadFileError) {
          _ = try MappedFile(file, isCopied: true)
          Issue.record("it was copied")
        } catch {
          #expect(error == .tooLarge(path: directory("a"), size: size, limit: limit))
        }
      }
    }
  }

  @Test func `bytes cut off a file before its copy are zeros`() throws {
    let file = try copied([UInt8](repeating: 7, count: 6000), shortening: 10)
    let rest = [UInt8](repeating: 0, count: 5990)
    #expect(unsafe Array(file.bytes) == [UInt8](repeating: 7, count: 10) + rest)
  }

  @Test func `a file that cannot be read is not copied`() {
    let fault = SystemFault(.read, code: EIO)
    #expect(throws: ReadFileError.self) { try fault.inject { _ = try copied([1, 2, 3]) } }
  }
}
