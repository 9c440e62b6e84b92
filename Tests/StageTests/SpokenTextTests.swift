import Testing

@testable import Stage

@Suite struct SpokenTextTests {
  @Test(arguments: [
    (0.0, "a few seconds"), (9.9, "a few seconds"), (10, "about 10 seconds"),
    (47, "about 50 seconds"), (60, "about a minute"), (100, "about 2 minutes"),
    (3_299, "about 55 minutes"), (3_600, "about an hour"), (7_300, "about 2 hours"),
    (200_000, "about 2 days"), (1e300, "a long time"), (.infinity, "a long time"),
  ])
  func `times are said in round words`(seconds: Double, words: String) {
    #expect(SpokenText.remaining(seconds) == words)
  }

  @Test func `a progress says its phase, its percents and the time left`() {
    #expect(
      SpokenText.progress(0.429, phase: "Downloading", remaining: 180)
        == "Downloading, 42%, about 3 minutes left")
    #expect(SpokenText.progress(0.5, phase: nil, remaining: nil) == "50%")
    #expect(SpokenText.progress(nil, phase: "Unpacking", remaining: 5) == "Unpacking, in progress")
    #expect(SpokenText.progress(nil, phase: nil, remaining: nil) == "in progress")
    #expect(SpokenText.progress(1, phase: "Unpacking", remaining: 0) == "100%")
  }
}
