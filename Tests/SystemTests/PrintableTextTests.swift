import System
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("plain, \\n and ünïcödé 👩‍💻", "plain, \\n and ünïcödé 👩‍💻"),
    ("a\n<0>b", "a\\n<0>b"),
    ("a\r\nb\tc", "a\\r\\nb\\tc"),
    ("\u{1B}[31mred\u{7}", "\\x1b[31mred\\x07"),
    ("\u{0}\u{7F}\u{9B}31m", "\\x00\\x7f\\u{9b}31m"),
    ("\u{202E}gnp.exe\u{2066}", "\\u{202e}gnp.exe\\u{2066}"),
    ("a\u{2028}b\u{FEFF}\u{E0041}", "a\\u{2028}b\\u{feff}\\u{e0041}"),
  ])
  func `control characters are written as escapes`(text: String, printable: String) {
    #expect(text.printable == printable)
    #expect(printable.printable == printable)
  }

  @Test func `lines keep their breaks and tabs`() {
    #expect("a\n\tb\u{1B}c\r".printableLines == "a\n\tb\\x1bc\\r")
  }

  @Test func `a text is cut at whole characters`() {
    #expect("äöü".prefix(utf8Count: 5) == "äö…")
    #expect("äöü".prefix(utf8Count: 6) == "äöü")
    #expect("a".prefix(utf8Count: 0) == "…")
  }
}
