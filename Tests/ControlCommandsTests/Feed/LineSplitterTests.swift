import Testing

@testable import ControlCommands

struct LineSplitterTests {
  @Test func `both line ends end a line and empty lines vanish`() {
    var splitter = LineSplitter()
    #expect(splitter.append(Array("a\rb\n\r\nc".utf8)) == ["a", "b"])
    #expect(splitter.unfinishedLine == "c")
    #expect(splitter.finish() == "c")
    #expect(splitter.finish() == nil)
  }

  @Test func `reads of every size give the same lines`() {
    let bytes = Array(CapturedOutput.curlTable.utf8)
    var whole = LineSplitter()
    let expected = whole.append(bytes)
    #expect(expected.count == 6)
    for size in 1...40 {
      var splitter = LineSplitter()
      var lines: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        lines += splitter.append(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(lines == expected, "reads of \(size)")
    }
  }

  @Test func `a line past the limit is dropped whole and the next one is read`() {
    var splitter = LineSplitter(limit: 4)
    #expect(splitter.append(Array("1234\n12345678\n42\n".utf8)) == ["1234", "42"])
    #expect(splitter.oversizedLineCount == 1)
  }

  @Test func `backspaces give the line that they begin to take back`() {
    var splitter = LineSplitter()
    #expect(splitter.append(Array("at 1/4\u{8}\u{8}\u{8}".utf8)) == ["at 1/4"])
    #expect(splitter.isRedrawing && splitter.unfinishedLine == "at ")
    #expect(
      splitter.append(Array("2/4\u{8}\u{8}\u{8}   \u{8}\u{8}\u{8}done\n".utf8)) == [
        "at 2/4", "at    ", "at done",
      ])
    // A character of several bytes goes whole.
    #expect(splitter.append(Array("é█\u{8}x\u{8}\u{8}\u{8}\u{8}y\n".utf8)) == ["é█", "éx", "y"])
  }

  @Test func `a backspace ends no line that is longer than a meter`() {
    for (count, lines) in [(4096, 1), (4097, 0)] {
      var splitter = LineSplitter()
      #expect(splitter.append([UInt8](repeating: 0x78, count: count) + [0x08]).count == lines)
      #expect(splitter.finish()?.utf8.count == count - 1)
    }
  }

  @Test func `a cursor that moves ends a line`() {
    var splitter = LineSplitter()
    let bar = "\u{1B}7\u{1B}[24;0f\u{1B}[42mProgress: [ 42%]\u{1B}[0m\u{1B}8Unpacking\n"
    let lines = splitter.append(Array(bar.utf8))
    #expect(lines.count == 2 && lines.last == "Unpacking")
    #expect(MeterLine(lines.first ?? "").percentage?.value == 42)
    #expect(splitter.append(Array("1%\u{1B}[G2%\u{1B}[1G\u{1B}[31m3%".utf8)) == ["1%", "2%"])
    #expect(splitter.isRedrawing)
  }

  @Test func `bytes that are not UTF-8 are replaced`() {
    var splitter = LineSplitter()
    #expect(splitter.append([0x41, 0xFF, 0x0A]) == ["A\u{FFFD}"])
  }

  @Test func `a carriage return marks a line as redrawn`() {
    var splitter = LineSplitter()
    _ = splitter.append(Array("a\n#".utf8))
    #expect(!splitter.isRedrawing)
    _ = splitter.append(Array("\r##".utf8))
    #expect(splitter.isRedrawing)
  }

  @Test func `a line that is too long for a log ends between two characters`() {
    let line = String(repeating: "x", count: 510) + "🙂 and more"
    #expect(LogCommand.text(of: ["a", line]) == "a\n" + String(repeating: "x", count: 510))
  }
}
