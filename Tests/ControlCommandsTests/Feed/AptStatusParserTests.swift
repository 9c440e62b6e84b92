import Testing

@testable import ControlCommands

struct AptStatusParserTests {
  @Test func `two phases share one scale`() {
    let (updates, _) = CapturedOutput.updates(of: CapturedOutput.apt)
    let expected = [0, 0.0926, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9]
    for (value, wanted) in zip(CapturedOutput.fractions(updates), expected) {
      #expect(abs(value - wanted) < 1e-9)
    }
    #expect(updates.count == expected.count)
    #expect(updates.last?.text == "Installed hello (amd64)")
  }

  @Test func `weights divide the scale`() throws {
    let weights = try #require(PhaseWeights("3:1"))
    let (updates, _) = CapturedOutput.updates(of: CapturedOutput.apt, weights: weights)
    #expect(CapturedOutput.fractions(updates)[2] == 0.75)
  }

  @Test func `a run without downloads has the whole scale`() {
    var parser = AptStatusParser()
    #expect(
      parser.parse("pmstatus:hello:20.0000:Unpacking")
        == .percent(20, text: "Unpacking"))
  }

  @Test func `the total never goes back`() {
    var parser = AptStatusParser()
    _ = parser.parse("pmstatus:a:60.0000:x")
    #expect(parser.parse("dlstatus:1:10.0000:again") == .percent(60, text: "again"))
    #expect(parser.parse("pmstatus:a:0.0000:y") == .percent(60, text: "y"))
  }

  @Test func `texts and names may hold colons`() {
    var parser = AptStatusParser()
    #expect(
      parser.parse("pmstatus:libc6:amd64:20.0000:Unpacking libc6:amd64")
        == .percent(20, text: "Unpacking libc6:amd64"))
  }

  @Test func `a disc's label may hold colons`() {
    var parser = AptStatusParser()
    #expect(
      parser.parse(
        "pmstatus:cdrom://[Debian 12: disc 10:21]/pool/a.deb:40.0000:Unpacking: a")
        == .percent(40, text: "Unpacking: a"))
    #expect(
      parser.parse("pmerror:cdrom://[Disc 2:3:4]/a.deb:40.0000:broken")
        == FeedUpdate(text: "broken", isFailure: true))
    #expect(
      parser.parse("media-change:Debian 12: DVD 10:21:/media/cdrom/:Insert it: now")
        == FeedUpdate(text: "Insert it: now"))
    #expect(parser.parse("pmstatus:x:10:ratio:1.5:1") == .percent(40, text: "ratio:1.5:1"))
  }

  @Test func `an error is a failure with its text`() {
    var parser = AptStatusParser()
    #expect(
      parser.parse("pmerror:/var/cache/a.deb:0.0000:trying to overwrite '/x'")
        == FeedUpdate(text: "trying to overwrite '/x'", isFailure: true))
  }

  @Test func `a wanted medium is a message`() {
    var parser = AptStatusParser()
    #expect(
      parser.parse("media-change:Debian 12:/media/cdrom/:Insert it: now")
        == FeedUpdate(text: "Insert it: now"))
  }

  @Test(arguments: [
    "dlstatus", "dlstatus:1", "dlstatus:1:x:y", "pmstatus:::", "status: a", "media-change:a",
  ])
  func `a broken record is ignored`(line: String) {
    var parser = AptStatusParser()
    #expect(parser.parse(line) == nil)
  }

  @Test(arguments: ["", "1", "1:2:3", "0:0", "-1:2", "a:b"])
  func `weights that sum to zero are refused`(text: String) {
    #expect(PhaseWeights(text) == nil)
  }
}
