import Testing

@testable import Stage

@Suite struct SpokenTextTests {
  @Test(arguments: [
    (0.0, "a few seconds left"), (9.9, "a few seconds left"), (10, "about 10 seconds left"),
    (47, "about 50 seconds left"), (60, "about a minute left"), (100, "about 2 minutes left"),
    (3_299, "about 55 minutes left"), (3_600, "about an hour left"), (7_300, "about 2 hours left"),
    (200_000, "about 2 days left"), (1e300, "a long time left"), (.infinity, "a long time left"),
  ])
  func `times are spoken in rounded words`(seconds: Double, words: String) {
    #expect(SpokenText(locale: "").remaining(seconds) == words)
    #expect(SpokenText(locale: "zu").remaining(seconds) == words)
  }

  @Test func `the text of a progress has its phase, percentage and time left`() {
    let spoken = SpokenText(locale: "en-GB")
    #expect(
      spoken.progress(0.429, phase: "Downloading", remaining: 180)
        == "Downloading, 42%, about 3 minutes left")
    #expect(spoken.progress(0.5, phase: nil, remaining: nil) == "50%")
    #expect(spoken.progress(nil, phase: "Unpacking", remaining: 5) == "Unpacking, in progress")
    #expect(spoken.progress(nil, phase: nil, remaining: nil) == "in progress")
    #expect(spoken.progress(1, phase: "Unpacking", remaining: 0) == "100%")
  }

  @Test(arguments: [
    ("de-AT", 180.0, "42\u{A0}%, noch etwa 3 Minuten", "läuft"),
    ("fr_CA.UTF-8", 3_600, "42\u{A0}%, encore environ une heure", "en cours"),
    ("es", 40, "42\u{A0}%, quedan unos 40 segundos", "en curso"),
    ("RU", 180, "42\u{A0}%, осталось около 3 минут", "выполняется"),
    ("ru", 1_260, "42\u{A0}%, осталось около 21 минуты", "выполняется"),
    ("ru", 660, "42\u{A0}%, осталось около 11 минут", "выполняется"),
    // A language without words gets English text throughout.
    ("ar", 180, "42%, about 3 minutes left", "in progress"),
  ])
  func `the text of a progress is in the scene's language`(
    locale: String, remaining: Double, text: String, unknown: String
  ) {
    let spoken = SpokenText(locale: locale)
    #expect(spoken.progress(0.42, phase: nil, remaining: remaining) == text)
    #expect(spoken.progress(nil, phase: nil, remaining: nil) == unknown)
  }
}
