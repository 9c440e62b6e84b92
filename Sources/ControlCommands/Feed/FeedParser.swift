/// Reads the lines of a tool, or of several one after another, and finds out which tool it is.
///
/// All meters are parts of one job: the progress never decreases, unless this is requested. A bare
/// number may correct itself, since only a program made for this purpose writes one; if it falls by
/// more than half, another meter begins.
struct FeedParser {
  /// Lines without meaning: banners, headings, garbage.
  private(set) var ignoredLineCount = 0
  /// The format of the last line that a parser understood; `auto` until then.
  private(set) var format: FeedFormat
  /// True once a line was understood.
  private(set) var hasUnderstood = false
  private let asked: FeedFormat
  private let allowsDecrease: Bool
  private var apt: AptStatusParser
  private var aptOutput: AptOutputParser
  private var dnf: DnfOutputParser
  private var zypper: ZypperOutputParser
  private var git = GitMeterParser()
  private var docker = DockerMeterParser()
  private var json = JSONLineParser()
  private var rsync = RsyncParser()
  private var meters: MeterParser
  private var hasFormOfItsOwn = false
  private var highest = 0.0

  /// - Parameter allowsDecrease: lets the progress decrease with a meter, or when another one
  ///   begins.
  init(
    format: FeedFormat, weights: PhaseWeights = PhaseWeights(), allowsDecrease: Bool = false
  ) {
    self.format = format
    asked = format
    self.allowsDecrease = allowsDecrease
    apt = AptStatusParser(weights: weights)
    aptOutput = AptOutputParser(weights: weights)
    dnf = DnfOutputParser(weights: weights)
    zypper = ZypperOutputParser(weights: weights)
    meters = MeterParser(
      format == .percent ? .percentages : format == .count ? .counts : .all)
  }

  /// The update in a line; nil if it contains none in this format.
  mutating func parse(_ line: String) -> FeedUpdate? {
    guard let (update, format) = read(line) else {
      ignoredLineCount += 1
      rsync.skip()
      return nil
    }
    self.format = format
    hasUnderstood = true
    if format == .percent, MeterLine(line).isNumber { correct(by: update) }
    return forward(update)
  }

  /// The update in an unfinished line, without counting the line or keeping any of it.
  func peek(_ line: String) -> FeedUpdate? {
    var copy = self
    return copy.parse(line)
  }

  /// The message that none of the lines was understood, and what to try.
  func complaint(ofLines count: Int) -> String {
    guard asked == .auto else {
      return "none of \(count) lines is understood as \(asked.rawValue); "
        + "--format is one of \(FeedFormat.names)"
    }
    return "none of \(count) lines has a progress with a total, such as 42% or 12/160; "
      + "for a tool without a total, as dd, put 'pv -n' in its place"
  }

  private mutating func read(_ line: String) -> (FeedUpdate, FeedFormat)? {
    switch asked {
    case .auto: return detect(line)
    case .apt: return readApt(line, MeterLine(line)).map { ($0, .apt) }
    case .git: return git.parse(MeterLine(line)).map { ($0, .git) }
    case .docker: return docker.parse(MeterLine(line)).map { ($0, .docker) }
    case .json: return json.parse(line).map { ($0, .json) }
    case .curl: return CurlMeterParser().parse(MeterLine(line)).map { ($0, .curl) }
    case .rsync: return readRsync(MeterLine(line)).map { ($0, .rsync) }
    case .swupdate, .rauc: return nil
    case .percent, .count:
      var probe = meters
      let reading = probe.parse(MeterLine(line))
      forgetProse(before: probe)
      return reading.map { ($0.update, asked) }
    }
  }

  /// Forgets the highest progress if it came from prose, which looks less like a meter than the
  /// present line, or if bare numbers up to 1 turn out to have been percentages.
  private mutating func forgetProse(before probe: MeterParser) {
    if probe.bestShape > meters.bestShape || meters.areFractions && !probe.areFractions {
      highest = 0
    }
    meters = probe
  }

  /// From the most specific form to the least: a line of rsync's or of curl's bar contains a
  /// percentage, too, so that general meters come last; but a bare percentage is unambiguous.
  /// Beside a tool with a form of its own, only a drawn meter counts.
  private mutating func detect(_ line: String) -> (FeedUpdate, FeedFormat)? {
    let plain = MeterLine(line)
    if let particular = particular(line, plain) {
      hasFormOfItsOwn = true
      return particular
    }
    if plain.words.count > 1 {
      if let update = readRsync(plain) { return (update, .rsync) }
      if let update = CurlMeterParser().parse(plain) { return (update, .curl) }
    }
    var probe = meters
    if let (update, format) = probe.parse(plain) {
      guard !hasFormOfItsOwn || plain.hasBar else { return nil }
      forgetProse(before: probe)
      return (update, format)
    }
    return CurlMeterParser().parse(plain).map { ($0, .curl) }
  }

  private mutating func readRsync(_ line: MeterLine) -> FeedUpdate? {
    let update = rsync.parse(line)
    // The meters so far were of single files, so their highest progress does not count.
    if rsync.hasFoundFiles { highest = 0 }
    return update
  }

  private mutating func readApt(_ line: String, _ plain: MeterLine) -> FeedUpdate? {
    apt.parse(line) ?? aptOutput.parse(plain)
  }

  private mutating func particular(
    _ line: String, _ plain: MeterLine
  ) -> (FeedUpdate, FeedFormat)? {
    if let update = readApt(line, plain) { return (update, .apt) }
    if let update = git.parse(plain) { return (update, .git) }
    if let update = dnf.parse(plain) ?? zypper.parse(plain) { return (update, .count) }
    if let update = docker.parse(plain) { return (update, .docker) }
    return json.parse(line).map { ($0, .json) }
  }

  private mutating func correct(by update: FeedUpdate) {
    guard case .fraction(let value)? = update.progress, value >= highest / 2 else { return }
    highest = value
  }

  private mutating func forward(_ update: FeedUpdate) -> FeedUpdate {
    guard !allowsDecrease, case .fraction(let value)? = update.progress else { return update }
    highest = max(highest, value)
    var update = update
    update.progress = .fraction(highest)
    return update
  }
}
