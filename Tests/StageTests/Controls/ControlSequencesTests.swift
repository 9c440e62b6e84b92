import Testing

@testable import Stage

@Suite struct ControlSequencesTests {
  @Test(arguments: [
    ("plain {percent} text", "plain {percent} text"),
    ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{1B}[38;5;196;48:2::1:2:3mx", "x"),
    ("a\u{1B}]0;title\u{7}b\u{1B}]8;;http://x\u{1B}\\c", "abc"),
    ("a\u{1B}Pq#0;2\u{1B}\\b\u{1B}_apc\u{9C}c\u{1B}^pm\u{1B}\\d\u{1B}Xsos\u{9C}e", "abcde"),
    ("\u{9B}1;2Hx\u{9D}0;t\u{7}y\u{90}q\u{9C}z", "xyz"),
    ("a\u{1B}(Bb\u{1B}#8c\u{1B}7d\u{1B}=e\u{1B}cf", "abcdef"),
    ("a\u{1B}[3\u{1B}[1mb", "ab"),
    ("a\u{1B}[3é", "aé"),
    ("a\u{1B}", "a"), ("a\u{1B}[12", "a"), ("a\u{1B}]0;never ends", "a"),
    ("a\u{0}\u{7}\u{8}b\u{7F}\u{85}c", "abc"),
    ("one\ntwo\r\nthree\tfour\rfive", "one\ntwo\nthree fourfive"),
    ("\u{202B}עברית\u{202C} 👩‍💻", "\u{202B}עברית\u{202C} 👩‍💻"),
  ])
  func `control sequences are removed as a whole`(text: String, shown: String) {
    #expect(text.withoutControlSequences == shown)
    #expect(shown.withoutControlSequences == shown)
  }
}
