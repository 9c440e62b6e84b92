/// The output of apt and dpkg for people, without a status descriptor: the percentage of fetched
/// data, as `42% [3 vim 1,024 kB/2,048 kB 50%]`, and that of the installation, as
/// `Progress: [ 42%]`.
///
/// The two share one scale as those of the status descriptor do. Meters of lists and of the
/// database, which are read in a moment, have no part of it.
struct AptOutputParser {
  /// Lines that begin so have the meters of preparations.
  private static let preparations = [
    "Reading package lists", "Building dependency tree", "Reading state information",
    "Calculating upgrade", "(Reading database", "Extracting templates from packages",
  ]

  /// The part of the scale that fetching takes, between 0 and 1.
  private let downloadShare: Double
  /// True once a line could only be apt's.
  private var isApt = false
  private var hasDownloaded = false

  init(weights: PhaseWeights = PhaseWeights()) { downloadShare = weights.downloadShare }

  /// - Returns: nil for a line that is none of apt's meters; an empty update for one without a part
  ///   of the scale.
  mutating func parse(_ line: MeterLine) -> FeedUpdate? {
    let text = String(decoding: line.bytes, as: UTF8.self)
    if Self.preparations.contains(where: { text.hasPrefix($0) }) {
      isApt = true
      return FeedUpdate()
    }
    if let percent = Self.installed(text) {
      let start = hasDownloaded ? downloadShare : 0
      return .percent((start + (1 - start) * percent / 100) * 100)
    }
    guard isApt, let percent = Self.fetched(text) else { return nil }
    hasDownloaded = true
    return .percent(downloadShare * percent)
  }

  /// The percentage of `Progress: [ 42%]`, which stands below other lines and may have parts of
  /// them around it.
  private static func installed(_ text: String) -> Double? {
    guard let start = text.ranges(of: "Progress: [").last else { return nil }
    let rest = text[start.upperBound...]
    guard let end = rest.firstIndex(of: "]") else { return nil }
    return number(rest[..<end].drop { $0 == " " })
  }

  /// The percentage of `42% [3 vim 1,024 kB/2,048 kB 50%]`, of `0% [Working]` and the like.
  private static func fetched(_ text: String) -> Double? {
    guard let bracket = text.firstIndex(of: "["), text[..<bracket].hasSuffix("% ") else {
      return nil
    }
    return number(text[..<bracket].dropLast())
  }

  /// A whole number of up to three digits with a percent sign, and nothing else.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.count <= 4, let percent = DecimalText.parsePercent(text), percent <= 100 else {
      return nil
    }
    return percent
  }
}
