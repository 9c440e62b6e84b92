import Testing
import Wire

@testable import Server

@Suite struct LogTests {
  private final class Lines {
    var text = ""
  }

  private func log(_ body: (Log) -> Void) -> [Substring] {
    let lines = Lines()
    body(Log(isVerbose: true, now: { 0 }, write: { lines.text += $0 }))
    #expect(lines.text.hasSuffix("\n"))
    return lines.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `a message with any characters is one line of the log`() {
    let hostile = "x\n<0>emergency\r\u{1B}]0;title\u{7}\u{202E}\u{0}"
    let written = "firstlightd: x\\n<0>emergency\\r\\x1b]0;title\\x07\\u{202e}\\x00"
    #expect(
      log { log in
        log.error(hostile)
        log.warning(hostile)
        log.note(hostile)
        log.clientFault(hostile)
      } == Array(repeating: Substring(written), count: 4))
  }

  @Test func `details are indented lines, which outside text cannot begin`() {
    let lines = log { $0.error("no:", details: "<0>a\n 3 | b\n\u{1B}c\r\n   | ^") }
    #expect(
      lines == ["firstlightd: no:", "  <0>a", "   3 | b", "  \\x1bc\\r", "     | ^"])
  }

  @Test func `a long line is cut`() {
    let lines = log { $0.error(String(repeating: "é", count: 1 << 20)) }
    #expect(lines[0].utf8.count < 2100)
  }

  @Test func `a client's bytes reach the log on one line`() throws {
    let harness = try Harness(text: Harness.scene)
    try harness.connect().send("{\"x\\n<0>forged\\u001b[2J\":1}\0")
    #expect(harness.lines.all.count == 1)
    let line = try #require(harness.lines.all.first)
    #expect(line.contains("'x\\n<0>forged\\x1b[2J'"))
    #expect(line.dropLast().allSatisfy { $0 >= " " } && line.hasSuffix("\n"))
  }
}
