import Foundation
import System
import TestSupport
import Testing

/// Lines for readers that are slow, or stand.
@Suite struct BackgroundWriterTests {
  /// The ends of a pipe that takes 4 KiB.
  private func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    _ = fcntl(ends[1], 1031, 4096)
    return (ends[0], ends[1])
  }

  /// The text that arrives until it is all that is expected, and what comes soon after it.
  private func text(from descriptor: Int32, until isAll: (String) -> Bool) -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&entry, 1, isAll(text) ? 100 : Int32(Self.longest)) > 0 {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }

  /// Milliseconds that a thread may take for its turn on a machine that is busy.
  private static let longest = 30_000

  @Test func `a stuck reader delays nothing, and learns how much was lost`() throws {
    let (reading, writing) = try pipe()
    defer { close(reading) }
    let writer = BackgroundWriter(borrowing: writing, byteLimit: 8192) { "\($0) lost\n" }
    let line = String(repeating: "x", count: 99) + "\n"
    let start = ContinuousClock.now
    var taken = 0
    for _ in 0..<1000 where writer.write(line) { taken += 1 }
    #expect((80..<200).contains(taken))
    #expect(!writer.finish(milliseconds: 50), "nobody reads")
    // A blocking write would wait for ever.
    #expect(ContinuousClock.now - start < .milliseconds(Self.longest))
    // The file description is unchanged, since other processes may share it.
    #expect(fcntl(writing, F_GETFL) & O_NONBLOCK == 0)

    func losses(in text: String) -> [Int] {
      text.split(separator: "\n").compactMap { $0.hasSuffix(" lost") ? Int($0.dropLast(5)) : nil }
    }
    let text = text(from: reading) { losses(in: $0).reduce(0, +) == 1000 - taken }
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.allSatisfy { $0 == "x" } && $0.count == 99 }.count == taken)
    // In two parts where the thread had its first turn late.
    #expect(losses(in: text).reduce(0, +) == 1000 - taken)
    #expect((1...2).contains(losses(in: text).count))
    #expect(writer.finish(milliseconds: Self.longest))
    #expect(writer.write("later\n"))
    #expect(writer.finish(milliseconds: Self.longest))
    #expect(self.text(from: reading) { !$0.isEmpty } == "later\n")
    close(writing)
  }

  @Test func `a descriptor that another process made non-blocking loses nothing`() throws {
    let (reading, writing) = try pipe()
    defer { close(reading) }
    _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK)
    let writer = BackgroundWriter(borrowing: writing, byteLimit: 1 << 16)
    let text = (0..<1000).map { "line \($0)\n" }.joined()
    #expect(writer.write(text))
    #expect(self.text(from: reading) { $0.utf8.count == text.utf8.count } == text)
    #expect(writer.finish(milliseconds: Self.longest))
    close(writing)
  }

  @Test func `a socket takes what it can at once, and the rest in order`() throws {
    let (mine, theirs) = try UnixStream.pair()
    // As a service's standard error is: without O_NONBLOCK.
    _ = fcntl(mine, F_SETFL, fcntl(mine, F_GETFL) & ~O_NONBLOCK)
    defer { close(theirs) }
    let writer = BackgroundWriter(borrowing: mine, byteLimit: 1 << 20)
    let line = String(repeating: "y", count: 999) + "\n"
    for _ in 0..<800 { #expect(writer.write(line)) }
    // Nobody has read so far.
    let all = String(repeating: line, count: 800)
    #expect(text(from: theirs) { $0.utf8.count == all.utf8.count } == all)
    #expect(writer.finish(milliseconds: Self.longest))
    close(mine)
  }

  @Test func `a closed reader is not waited for`() throws {
    signal(SIGPIPE, SIG_IGN)
    let (reading, writing) = try pipe()
    close(reading)
    let writer = BackgroundWriter(borrowing: writing, byteLimit: 4096)
    #expect(writer.write("nobody\n"))
    #expect(writer.finish(milliseconds: Self.longest))
    close(writing)
  }

  @Test func `a plain file has a line when the call returns`() throws {
    let directory = try TemporaryDirectory()
    let descriptor = unsafe open(directory("log"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let writer = BackgroundWriter(borrowing: descriptor, byteLimit: 4096)
    #expect(writer.write("one\n"))
    #expect(try readFile(atPath: directory("log"), limit: 99) == Array("one\n".utf8))
  }
}
