/// Reads one tool's lines, or finds out first which tool it is.
struct FeedParser {
  /// Lines that meant nothing: banners, headings, garbage.
  private(set) var ignoredLineCount = 0
  /// `auto` until the first line that a parser understands.
  private(set) var format: FeedFormat
  private var apt: AptStatusParser

  init(format: FeedFormat, weights: PhaseWeights = PhaseWeights()) {
    self.format = format
    apt = AptStatusParser(weights: weights)
  }

  /// What the line says, or nil if it says nothing in this format.
  mutating func parse(_ line: String) -> FeedUpdate? {
    if format == .auto { format = detect(line) }
    let update = parse(line, as: format)
    if update == nil { ignoredLineCount += 1 }
    return update
  }

  private mutating func parse(_ line: String, as format: FeedFormat) -> FeedUpdate? {
    switch format {
    case .auto: nil
    case .percent: PercentParser().parse(line)
    case .apt: apt.parse(line)
    case .curl: CurlMeterParser().parse(line)
    case .rsync: RsyncParser().parse(line)
    }
  }

  /// What the unfinished line would say, without counting it or keeping anything of it.
  func peek(_ line: String) -> FeedUpdate? {
    var copy = self
    return copy.parse(line)
  }

  /// From the most particular form to the least: a line of rsync's or of curl's bar holds a
  /// percentage too, so the plain one comes last; but a percentage alone is plain.
  private func detect(_ line: String) -> FeedFormat {
    let isOneWord = DecimalText.words(of: line).count == 1
    let candidates: [FeedFormat] =
      isOneWord ? [.apt, .percent, .curl] : [.apt, .rsync, .curl, .percent]
    var probe = self
    return candidates.first { probe.parse(line, as: $0) != nil } ?? .auto
  }
}
