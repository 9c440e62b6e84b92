import TestSupport
import Testing

@testable import ControlCommands

struct FeedParserTests {
  @Test(arguments: [FeedFormat.auto, .percent])
  func `pv's numbers are percentages`(format: FeedFormat) {
    let (updates, parser) = CapturedOutput.updates(of: CapturedOutput.pv, format: format)
    #expect(CapturedOutput.fractions(updates) == [0.2, 0.41, 0.62, 0.83, 1])
    #expect(parser.format == .percent)
    #expect(parser.ignoredLineCount == 0)
  }

  @Test func `percentages past 100 are clamped, and bare numbers past 100 are ignored`() {
    let (updates, parser) = CapturedOutput.updates(of: "99\n101\n180\n101%\n")
    #expect(CapturedOutput.fractions(updates) == [0.99, 1])
    #expect(parser.ignoredLineCount == 2)
  }

  @Test(arguments: [FeedFormat.auto, .curl])
  func `curl's table gives its total column`(format: FeedFormat) {
    let (updates, parser) = CapturedOutput.updates(of: CapturedOutput.curlTable, format: format)
    #expect(CapturedOutput.fractions(updates) == [0, 0.38, 0.86, 1])
    #expect(parser.format == .curl)
    #expect(parser.ignoredLineCount == 2)
  }

  @Test func `curl's table without a length is indeterminate`() {
    let (updates, _) = CapturedOutput.updates(
      of: CapturedOutput.curlTableOfUnknownLength, format: .curl)
    #expect(updates == [.percent(0), .unknown, .unknown])
  }

  @Test(arguments: [FeedFormat.auto, .curl])
  func `curl's bar gives its percentage`(format: FeedFormat) {
    let (updates, _) = CapturedOutput.updates(of: CapturedOutput.curlBar, format: format)
    #expect(updates == [.percent(9.8), .percent(15.9), .percent(62.4), .percent(100)])
  }

  @Test(arguments: [FeedFormat.auto, .curl])
  func `curl's ship is indeterminate`(format: FeedFormat) {
    let (updates, _) = CapturedOutput.updates(of: CapturedOutput.curlShip, format: format)
    #expect(updates == [.unknown, .unknown, .unknown])
  }

  @Test(arguments: [FeedFormat.auto, .rsync])
  func `rsync's progress2 gives its percentage`(format: FeedFormat) {
    let (updates, parser) = CapturedOutput.updates(of: CapturedOutput.rsync, format: format)
    #expect(CapturedOutput.fractions(updates) == [0, 0.33, 0.66, 1])
    #expect(parser.format == .rsync)
  }

  @Test func `rsync's file names with percent signs are ignored`() {
    let (updates, parser) = CapturedOutput.updates(of: "50% off.png\n100%\n", format: .rsync)
    #expect(updates.isEmpty)
    #expect(parser.ignoredLineCount == 2)
  }

  @Test func `garbage before the first meaningful line does not decide the format`() {
    let (updates, parser) = CapturedOutput.updates(
      of: "hello\n\u{1b}[2K\nReading state...\n" + CapturedOutput.apt)
    #expect(parser.format == .apt)
    #expect(parser.ignoredLineCount == 3)
    #expect(updates.count == 8)
  }

  @Test(arguments: [
    ("2 packets transmitted, 0 received, 100% packet loss\n10% [==>   ]\n", [1, 0.1]),
    ("/dev/sda1 20G 12G 7.1G 63% /\n[=>        ] 10%\n", [0.63, 0.1]),
    ("glibc 2/3 loaded\n[1/9] x\n[2/9] y\n", [0.666667, 0.111111, 0.222222]),
    ("[3/9] x\n[2/9] y\n", [0.333333, 0.333333]),
  ])
  func `prose before a meter does not hold it up`(output: String, expected: [Double]) {
    let fractions = CapturedOutput.fractions(CapturedOutput.updates(of: output).updates)
    #expect(fractions.map { ($0 * 1e6).rounded() / 1e6 } == expected)
  }

  @Test func `marks and a comma do not hide curl's, apt's and a program's progress`() {
    #expect(FeedParser(format: .curl).peek("######   9,8%") == .percent(9.8))
    #expect(
      FeedParser(format: .apt).peek("pmstatus:x:20:\u{301}a")?.progress == .fraction(0.2))
    let json = FeedParser(format: .json)
    #expect(json.peek("{\"percent_done\":1.0000001}") == .percent(100))
    #expect(json.peek("\u{FEFF}{\"current\":\"3\",\"total\":\"12\"}") == .percent(25))
  }

  @Test func `peeking counts nothing`() {
    let parser = FeedParser(format: .percent)
    #expect(parser.peek("junk") == nil)
    #expect(parser.peek("50") == .percent(50))
    #expect(parser.ignoredLineCount == 0)
  }

  @Test func `a complaint names what a tool has to print, or the other formats`() {
    #expect(
      FeedParser(format: .auto).complaint(ofLines: 3)
        == "none of 3 lines has a progress with a total, such as 42% or 12/160; for a tool without "
        + "a total, as dd, put 'pv -n' in its place")
    #expect(
      FeedParser(format: .git).complaint(ofLines: 20).hasPrefix(
        "none of 20 lines is understood as git; --format is one of auto, percent, "))
  }

  @Test func `signs, numbers and words in any order never trap`() {
    let parts = [
      "%", "%", " ", " ", "5", "42", "100", "/", ",", ".", "(", ")", "percent", "of", "pass",
    ]
    var random = SeededGenerator(seed: 11)
    var readCount = 0
    for _ in 0..<40_000 {
      let line = (0..<random.int(in: 1...9)).map { _ in parts[random.int(in: 0...parts.count - 1)] }
        .joined()
      guard case .fraction(let value)? = FeedParser(format: .auto).peek(line)?.progress
      else { continue }
      #expect((0...1).contains(value), "\(line)")
      readCount += 1
    }
    #expect(readCount > 1_000)
  }

  @Test func `arbitrary bytes never trap and never give a value out of range`() {
    var state: UInt64 = 0x5EED
    let alphabet = Array("0123456789.%:#=O-, \r\n\u{0}\u{FF}abckMB/spmdlstatuserror".utf8) + [0xC3]
    for format in FeedFormat.allCases {
      var splitter = LineSplitter(limit: 80)
      var parser = FeedParser(format: format)
      var bytes: [UInt8] = []
      for _ in 0..<20_000 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      for line in splitter.append(bytes) {
        guard let update = parser.parse(line), case .fraction(let value) = update.progress else {
          continue
        }
        #expect((0...1).contains(value), "format \(format), seed 0x5EED, line \(line)")
      }
    }
  }
}
