/// Both meters of curl, which it redraws after a carriage return: the `#` bar of
/// `--progress-bar` (`#####   9.8%`) and the table of twelve columns.
struct CurlMeterParser {
  func parse(_ line: String) -> FeedUpdate? {
    let words = DecimalText.words(of: line)
    return parseBar(words) ?? parseTable(words)
  }

  /// At first the bar is empty and the percentage stands alone.
  private func parseBar(_ words: [Substring]) -> FeedUpdate? {
    if words.count <= 2, let last = words.last, let percent = DecimalText.parsePercent(last),
      words.count == 1 || words[0].utf8.allSatisfy({ $0 == 0x23 })
    {
      return .percent(percent)
    }
    // Without a length from the server a small ship (`-=O=-`) sails to and fro instead.
    let isShip = words.contains { $0.contains("=") || $0.contains("O") }
    return isShip && words.allSatisfy { $0.allSatisfy("#-=O".contains) } ? .unknown : nil
  }

  /// `% total, total, % received, received, % sent, sent, speeds ×2, times ×3, speed`.
  private func parseTable(_ words: [Substring]) -> FeedUpdate? {
    guard words.count == 12, let total = DecimalText.parse(words[0]),
      let received = DecimalText.parse(words[2]), let sent = DecimalText.parse(words[4]),
      total <= 100, words[8...10].allSatisfy(isTime)
    else { return nil }
    // When the length is unknown curl counts what came as the total, and says 100 at once.
    if total > 0, received == 0, sent == 0 { return .unknown }
    return .percent(total)
  }

  /// `0:00:01` or `--:--:--`. Past 99 hours curl writes `4d 03h`, two words, and such a line is
  /// left out.
  private func isTime(_ word: Substring) -> Bool {
    word.contains(":") && word.utf8.allSatisfy { (0x30...0x3A).contains($0) || $0 == 0x2D }
  }
}
