/// rsync's `--info=progress2`: `  1,234,567  42%  10.50MB/s  0:00:12 (xfr#3, to-chk=2/9)`, the
/// state of the whole transfer, in the numbers of any locale. Its percentage falls when rsync finds
/// more files.
struct RsyncParser {
  func parse(_ line: MeterLine) -> FeedUpdate? {
    let words = line.words
    guard let place = words.firstIndex(where: { $0.hasSuffix("%") }), place > 0,
      place + 2 < words.count, words[..<place].allSatisfy(isByteCount),
      words[place + 1].hasSuffix("/s"), words[place + 2].contains(":"),
      let percentage = line.percentage
    else { return nil }
    return .percent(percentage.value)
  }

  /// Grouped by the locale's separator, which may be a blank, or short as `1.23M` with
  /// `--human-readable`.
  private func isByteCount(_ word: String) -> Bool {
    guard let first = word.utf8.first, first.isDigit else { return false }
    return word.utf8.allSatisfy { $0.isDigit || $0.separatesDigits || "KMGTP".utf8.contains($0) }
  }
}
