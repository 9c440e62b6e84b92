/// rsync's `--info=progress2`: `  1,234,567  42%  10.50MB/s  0:00:12 (xfr#3, to-chk=2/9)`, the
/// state of the whole transfer. Its percentage falls when rsync finds more files; the control's
/// own rule decides whether the display follows.
struct RsyncParser {
  func parse(_ line: String) -> FeedUpdate? {
    let words = DecimalText.words(of: line)
    guard words.count >= 4, isByteCount(words[0]), words[2].hasSuffix("/s"),
      words[3].contains(":"), let percent = DecimalText.parsePercent(words[1])
    else { return nil }
    return .percent(percent)
  }

  /// Grouped by the locale's separator, or short as `1.23M` with `--human-readable`.
  private func isByteCount(_ word: Substring) -> Bool {
    guard let first = word.utf8.first, (0x30...0x39).contains(first) else { return false }
    return word.allSatisfy { $0.isNumber || ".,'KMGTP".contains($0) || $0.isWhitespace }
  }
}
