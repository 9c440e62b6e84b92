/// Lines that hold a percentage: what `pv --numeric` prints (`42`), and any line that says `42%`
/// in words of its own, as `[ 42%] Building` or `Downloading: 42.5 %`.
struct PercentParser {
  func parse(_ line: String) -> FeedUpdate? {
    let words = DecimalText.words(of: line)
    if words.count == 1, let percent = DecimalText.parse(words[0]) {
      return .percent(percent)
    }
    guard let percent = lastPercentage(in: line) else { return nil }
    return .percent(percent)
  }

  /// The last one counts: a meter that redraws itself without ending its line appends.
  private func lastPercentage(in line: String) -> Double? {
    let bytes = Array(line.utf8)
    guard let sign = bytes.lastIndex(of: 0x25) else { return nil }
    var end = sign
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1] == 0x2E || (0x30...0x39).contains(bytes[start - 1]) {
      start -= 1
    }
    return DecimalText.parse(String(decoding: bytes[start..<end], as: UTF8.self))
  }
}
