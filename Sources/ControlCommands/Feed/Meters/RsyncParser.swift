/// rsync's meters, in the numbers of any locale.
///
/// `--info=progress2` prints the state of the whole transfer:
/// `  1,234,567  42%  10.50MB/s  0:00:12 (xfr#3, to-chk=2/9)`.
/// The percentage falls when rsync finds more files. `--progress` prints a meter for each file in
/// the same form; at the end of a file it shows how many files of all are still to be checked.
struct RsyncParser {
  private enum Kind {
    /// Nothing has ended yet.
    case unknown
    /// One file has ended, and its meter was full: it may also have been nearly all of the
    /// transfer.
    case either(Files)
    /// Meters are those of single files.
    case files(Files)
    /// Meters are those of the whole transfer.
    case whole
  }

  private typealias Files = (done: Double, total: Double)

  private var kind = Kind.unknown
  /// True if a line without a meter, such as a file's name, came after the last end of a file.
  private var hasName = false
  /// True if the last line was the first one that was known to be that of a single file.
  private(set) var hasFoundFiles = false

  /// A line that is no meter.
  mutating func skip() { hasName = true }

  mutating func parse(_ line: MeterLine) -> FeedUpdate? {
    hasFoundFiles = false
    let words = line.words
    guard let place = words.firstIndex(where: { $0.hasSuffix("%") }), place > 0,
      place + 2 < words.count, words[..<place].allSatisfy(isByteCount),
      words[place + 1].hasSuffix("/s"), words[place + 2].contains(":"),
      let percentage = line.percentage
    else { return nil }
    let part = min(percentage.value / 100, 1)
    if let files = Self.endedFiles(words[(place + 3)...]) { return end(of: files, part) }
    switch kind {
    case .either(let files) where part < 1 && hasName:
      hasFoundFiles = true
      kind = .files(files)
      return Self.update(files, part)
    case .files(let files): return Self.update(files, part)
    case .unknown, .either, .whole: return .percent(percentage.value)
    }
  }

  private mutating func end(of files: Files, _ part: Double) -> FeedUpdate {
    defer { hasName = false }
    switch kind {
    case .unknown where part < 1: kind = .whole
    case .unknown where files.done < files.total:
      kind = .either(files)
      return Self.update(files, 0)
    case .either where hasName:
      hasFoundFiles = true
      kind = .files(files)
      return Self.update(files, 0)
    case .either: kind = .whole
    case .files:
      kind = .files(files)
      return Self.update(files, 0)
    case .unknown, .whole: break
    }
    return FeedUpdate(progress: .fraction(part))
  }

  private static func update(_ files: Files, _ part: Double) -> FeedUpdate {
    FeedUpdate(progress: .fraction(min((files.done + part) / files.total, 1)))
  }

  /// `to-chk=4/6)`, or `to-check=4/6)` of earlier versions: four are left of six. The total of
  /// `ir-chk` still grows.
  private static func endedFiles(_ words: ArraySlice<String>) -> Files? {
    for word in words {
      guard let sign = word.firstIndex(of: "="), ["to-chk", "to-check"].contains(word[..<sign])
      else { continue }
      let numbers = word[word.index(after: sign)...].split(separator: "/")
      guard numbers.count == 2, let count = DecimalText.parse(String(numbers[0])),
        let total = DecimalText.parse(String(numbers[1].prefix { $0 != ")" })), total > 0,
        count >= 0, count <= total
      else { return nil }
      return (total - count, total)
    }
    return nil
  }

  /// Grouped by the locale's separator, which may be a blank, or short as `1.23M` with
  /// `--human-readable`.
  private func isByteCount(_ word: String) -> Bool {
    guard let first = word.utf8.first, first.isDigit else { return false }
    return word.utf8.allSatisfy { $0.isDigit || $0.separatesDigits || "KMGTP".utf8.contains($0) }
  }
}
