/// The output of dnf, of its versions 4 and 5, when it is no terminal: a line for each package that
/// has been fetched, then a line for each step of the transaction.
///
///     (3/9): vim-9.1.rpm                    1.2 MB/s | 345 kB  00:01
///       Installing       : vim-9.1.x86_64                        3/9
///
///     [3/9] vim-0:9.1                50% |   2.3 MiB/s |   1.8 MiB |  00m01s
///
/// Fetching and the transaction share one scale, as apt's do. Metadata of repositories has no part
/// of it.
struct DnfOutputParser {
  /// The words before the colon of a step of version 4's transaction.
  private static let steps: Set<String> = [
    "Installing", "Upgrading", "Updating", "Downgrading", "Reinstalling", "Erasing", "Removing",
    "Cleanup", "Obsoleting", "Preparing", "Verifying", "Running scriptlet",
  ]
  /// The steps before the others and after them, which have counts of their own.
  private static let countsByItself: Set<String> = ["Preparing", "Verifying", "Running scriptlet"]

  /// The part of the scale that fetching takes, between 0 and 1.
  private let downloadShare: Double
  private var hasDownloaded = false
  private var isInTransaction = false

  init(weights: PhaseWeights = PhaseWeights()) { downloadShare = weights.downloadShare }

  /// - Returns: nil for a line that is not one of dnf's meters; an empty update for one without a
  ///   part of the scale.
  mutating func parse(_ line: MeterLine) -> FeedUpdate? {
    let text = String(decoding: line.bytes, as: UTF8.self)
    if text == "Running transaction" {
      isInTransaction = true
      return FeedUpdate()
    }
    if let columns = Self.columns(text) {
      guard let count = columns.count else {
        isInTransaction = false
        return FeedUpdate()
      }
      return update((count.number - 1 + columns.part) / count.total)
    }
    if let count = Self.fetched(text) {
      isInTransaction = false
      return update(count.number / count.total)
    }
    guard isInTransaction, let (name, count) = Self.step(text) else { return nil }
    if Self.countsByItself.contains(name) { return FeedUpdate() }
    return update(count.number / count.total)
  }

  /// A part of fetching, or of the transaction.
  private mutating func update(_ part: Double) -> FeedUpdate {
    let part = min(max(part, 0), 1)
    if !isInTransaction {
      hasDownloaded = true
      return FeedUpdate(progress: .fraction(downloadShare * part))
    }
    let start = hasDownloaded ? downloadShare : 0
    return FeedUpdate(progress: .fraction(start + (1 - start) * part))
  }

  typealias Count = (number: Double, total: Double)

  /// Version 5's columns: a name, a percentage, and three fields behind bars, of which the last is
  /// a time. Without `[3/9]` before the name it is a repository's metadata.
  private static func columns(_ text: String) -> (count: Count?, part: Double)? {
    let fields = text.split(separator: "|", omittingEmptySubsequences: false)
    guard fields.count == 4, let time = fields.last?.trimmed, time.hasSuffix("s"),
      time.contains("m"), time.utf8.first?.isDigit == true,
      fields[1].trimmed.hasSuffix("/s"), let word = fields[0].split(separator: " ").last,
      let percent = DecimalText.parsePercent(word), (0...100).contains(percent)
    else { return nil }
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else {
      return (nil, percent / 100)
    }
    return (count(text[..<end].dropFirst()), percent / 100)
  }

  /// `(3/9): vim-9.1.rpm   1.2 MB/s | 345 kB  00:01`.
  private static func fetched(_ text: String) -> Count? {
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")"),
      text[end...].hasPrefix("): "), text.contains(" | "), text.contains("B/s")
    else { return nil }
    return count(text[..<end].dropFirst())
  }

  /// `  Installing       : vim-9.1.x86_64      3/9`.
  private static func step(_ text: String) -> (name: String, count: Count)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon].trimmed)
    guard steps.contains(name), let last = text.split(separator: " ").last, let count = count(last)
    else { return nil }
    return (name, count)
  }

  /// `3/9`; nil for anything else.
  static func count(_ text: Substring) -> Count? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = DecimalText.parse(parts[0].trimmed),
      let total = DecimalText.parse(parts[1].trimmed), total >= 1, (0...total).contains(number)
    else { return nil }
    return (number, total)
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
