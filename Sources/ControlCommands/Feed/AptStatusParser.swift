/// apt's status descriptor (`APT::Status-Fd`), one record a line:
/// `dlstatus:COUNT:PERCENT:TEXT` while files are fetched, `pmstatus:PACKAGE:PERCENT:TEXT` while
/// dpkg works, `pmerror` and `pmconffile` in the same form, and `media-change:MEDIUM:DRIVE:TEXT`.
///
/// apt counts each of the two phases from 0 to 100. Here they share one scale by their weights, and
/// the total never decreases. A run that installs without fetching has the whole scale.
struct AptStatusParser {
  /// The part of the scale that fetching takes, between 0 and 1.
  private let downloadShare: Double
  private var hasDownloaded = false
  private var total = 0.0

  init(weights: PhaseWeights = PhaseWeights()) {
    downloadShare = weights.downloadShare
  }

  mutating func parse(_ line: String) -> FeedUpdate? {
    // Compared by bytes: a combining mark after a colon would make one character with it.
    guard line.utf8.prefix(16).contains(UInt8(ascii: ":")) else { return nil }
    let fields = line.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard let kind = fields.first else { return nil }
    switch kind {
    case "dlstatus":
      guard let (percent, text) = percentAndText(fields) else { return nil }
      hasDownloaded = true
      return advance(to: downloadShare * percent / 100, text: text)
    case "pmstatus":
      guard let (percent, text) = percentAndText(fields) else { return nil }
      let start = hasDownloaded ? downloadShare : 0
      return advance(to: start + (1 - start) * percent / 100, text: text)
    case "pmerror":
      guard let (_, text) = percentAndText(fields) else { return nil }
      return FeedUpdate(text: text, isFailure: true)
    case "pmconffile":
      guard let (_, text) = percentAndText(fields) else { return nil }
      return FeedUpdate(text: text)
    case "media-change":
      guard fields.count >= 4 else { return nil }
      // The medium's label may contain colons; the drive is a path.
      let drive = fields.indices.dropFirst(2).first { fields[$0].hasPrefix("/") } ?? 2
      return FeedUpdate(text: fields[(drive + 1)...].joined(separator: ":"))
    default:
      return nil
    }
  }

  private mutating func advance(to value: Double, text: String) -> FeedUpdate {
    total = max(total, min(max(value, 0), 1))
    return FeedUpdate(progress: .fraction(total), text: text.isEmpty ? nil : text)
  }

  /// The text may contain colons of its own, and so may a package's name (`libc6:amd64`), a file's
  /// or the label of a disc: the percentage is the first field after the name that is a number from
  /// 0 to 100, or a later one with four decimals, as apt writes them.
  private func percentAndText(_ fields: [Substring]) -> (percent: Double, text: String)? {
    let places = fields.indices.dropFirst(2).filter {
      DecimalText.parse(fields[$0]).map { $0 <= 100 } ?? false
    }
    let place = places.first { isWrittenByApt(fields[$0]) } ?? places.first
    guard let place, let percent = DecimalText.parse(fields[place]) else { return nil }
    return (percent, fields[(place + 1)...].joined(separator: ":"))
  }

  private func isWrittenByApt(_ field: Substring) -> Bool {
    guard let point = field.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
    return field.utf8[point...].count == 5
  }
}

/// The shares of downloading and installing in the whole; only the ratio matters.
struct PhaseWeights: Equatable, Sendable {
  var download = 1.0
  var install = 1.0

  init() {}

  /// The part of the scale that downloading takes, between 0 and 1.
  var downloadShare: Double { download / (download + install) }

  /// `DOWNLOAD:INSTALL`, such as `1:2`; a phase of weight 0 is left out of the scale.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let download = DecimalText.parse(parts[0]),
      let install = DecimalText.parse(parts[1]), download + install > 0
    else { return nil }
    self.download = download
    self.install = install
  }
}
