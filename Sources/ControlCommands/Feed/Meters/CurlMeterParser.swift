/// Both meters of curl, which are redrawn after a carriage return: the `#` bar of `--progress-bar`
/// (`#####   9.8%`) and the table with twelve columns, whose times may be blank.
struct CurlMeterParser {
  func parse(_ line: MeterLine) -> FeedUpdate? {
    let words = line.words
    return parseBar(words) ?? parseTable(words)
  }

  /// At first the bar is empty and there is only the percentage.
  private func parseBar(_ words: [String]) -> FeedUpdate? {
    if words.count <= 2, let last = words.last,
      let percent = DecimalText.parsePercent(last.replacing(",", with: ".")),
      words.count == 1 || words[0].utf8.allSatisfy({ $0 == 0x23 })
    {
      return .percent(percent)
    }
    // If the server gives no length a small ship (`-=O=-`) moves to and fro instead.
    let isShip = words.contains { $0.contains("=") || $0.contains("O") }
    return isShip && words.allSatisfy { $0.allSatisfy("#-=O".contains) } ? .unknown : nil
  }

  /// `% total, total, % received, received, % sent, sent, speeds ×2, times up to 3, speed`.
  private func parseTable(_ words: [String]) -> FeedUpdate? {
    guard words.count >= 9, let total = DecimalText.parse(words[0]),
      let received = DecimalText.parse(words[2]), let sent = DecimalText.parse(words[4]),
      total <= 100, received <= 100, sent <= 100, isSize(words[1]), isSize(words[3]),
      isSize(words[5]), isSize(words[6]), isSize(words[7]), isSize(words[words.count - 1]),
      areTimes(words[8..<(words.count - 1)])
    else { return nil }
    // Without a known length curl counts the received bytes as the total, and shows 100 at once, or
    // shows no percentages at all.
    let hasCome = !isZero(words[3]) || !isZero(words[5])
    if received == 0, sent == 0, total > 0 || isZero(words[1]) && hasCome { return .unknown }
    if total == 0, hasCome, words[1] == words[3] || words[1] == words[5] { return .unknown }
    return .percent(total)
  }

  /// Up to three times, or fewer where some are blank: `0:00:01`, `00:01`, `--:--:--`, and in two
  /// words `17h 04m` and `4d 03h`.
  private func areTimes(_ words: ArraySlice<String>) -> Bool {
    var count = 0
    var rest = words
    while let word = rest.popFirst() {
      count += 1
      if isTime(word) { continue }
      guard isPart(word, of: "dh"), let second = rest.popFirst(), isPart(second, of: "hm")
      else { return false }
    }
    return count <= 3
  }

  private func isTime(_ word: String) -> Bool {
    word.contains(":") && word.utf8.allSatisfy { (0x30...0x3A).contains($0) || $0 == 0x2D }
  }

  /// A number and one of the letters.
  private func isPart(_ word: String, of units: String) -> Bool {
    guard let unit = word.last, units.contains(unit) else { return false }
    return word.count > 1 && word.dropLast().utf8.allSatisfy(\.isDigit)
  }

  /// A number, short as `1.23M`.
  private func isSize(_ word: String) -> Bool {
    let number = word.last.map { "kKMGTPE".contains($0) } ?? false ? word.dropLast() : word[...]
    return DecimalText.parse(number) != nil
  }

  private func isZero(_ word: String) -> Bool { DecimalText.parse(word) == 0 }
}
