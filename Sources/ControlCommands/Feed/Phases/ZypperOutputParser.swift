/// The output of zypper when it is no terminal: a line at the begin and one at the end of each
/// package that is fetched, and a line for each package that is installed.
///
///     Retrieving: vim-9.1.x86_64 (Main Repository) (2/3), 2.2 MiB
///     Retrieving: vim-9.1.x86_64.rpm ...........................[done (3.8 MiB/s)]
///     (2/3) Installing: vim-9.1.x86_64 .........................[done]
///
/// Fetching and installing share one scale, as apt's do.
struct ZypperOutputParser {
  private static let steps = ["Installing: ", "Removing: "]
  /// The second one is that of earlier versions.
  private static let retrievals = ["Retrieving: ", "Retrieving package "]

  /// The part of the scale that fetching takes, between 0 and 1.
  private let downloadShare: Double
  /// The package that is fetched; nil before the first one.
  private var fetching: DnfOutputParser.Count?

  init(weights: PhaseWeights = PhaseWeights()) { downloadShare = weights.downloadShare }

  /// - Returns: nil for a line that is not one of zypper's meters; an empty update for one without
  ///   a part of the scale.
  mutating func parse(_ line: MeterLine) -> FeedUpdate? {
    let text = String(decoding: line.bytes, as: UTF8.self)
    if Self.retrievals.contains(where: { text.hasPrefix($0) }) { return retrieve(text) }
    // A check that has a bar like that of a package.
    if text.hasPrefix("Checking for file conflicts:") { return FeedUpdate() }
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")"),
      let count = DnfOutputParser.count(text[..<end].dropFirst()),
      Self.steps.contains(where: { text[end...].dropFirst(2).hasPrefix($0) })
    else { return nil }
    let isDone = text.hasSuffix("[done]")
    let start = fetching == nil ? 0 : downloadShare
    return Self.update(from: start, to: 1, count, isDone: isDone)
  }

  private mutating func retrieve(_ text: String) -> FeedUpdate? {
    if text.hasSuffix("]"), text.contains("[done") {
      guard let fetching else { return FeedUpdate() }
      return Self.update(from: 0, to: downloadShare, fetching, isDone: true)
    }
    // The last bracket before the size: names and repositories may have others.
    guard let end = text.ranges(of: "), ").last,
      let open = text[..<end.lowerBound].lastIndex(of: "("),
      let count = DnfOutputParser.count(text[open..<end.lowerBound].dropFirst())
    else { return FeedUpdate() }
    fetching = count
    return Self.update(from: 0, to: downloadShare, count, isDone: false)
  }

  private static func update(
    from start: Double, to end: Double, _ count: DnfOutputParser.Count, isDone: Bool
  ) -> FeedUpdate {
    let part = max(isDone ? count.number : count.number - 1, 0) / count.total
    return FeedUpdate(progress: .fraction(start + (end - start) * part))
  }
}
