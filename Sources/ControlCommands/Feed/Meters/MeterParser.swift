/// Meters of any tool, recognized by their shape: a percentage, a count out of a total, e2fsck's
/// passes, or a bare number from 0 to 100.
///
/// A reading that looks less like a meter than an earlier one is prose, and is left out.
struct MeterParser {
  /// The kinds of meters to read.
  struct Kinds: OptionSet {
    let rawValue: Int
    static let percentages = Kinds(rawValue: 1)
    static let counts = Kinds(rawValue: 2)
    static let all: Kinds = [.percentages, .counts]
  }

  private let kinds: Kinds
  private(set) var bestShape = MeterLine.Shape.loose
  /// True while bare numbers are fractions: one of them had a decimal point, and none was above 1.
  private(set) var areFractions = false
  private var arePercentages = false
  /// The width of the last bar without numbers.
  private var barWidth: Int?

  init(_ kinds: Kinds = .all) { self.kinds = kinds }

  /// A line's reading and its format; nil if it holds no meter.
  mutating func parse(_ line: MeterLine) -> (update: FeedUpdate, format: FeedFormat)? {
    guard let reading = read(line), reading.shape >= bestShape else { return nil }
    bestShape = reading.shape
    return (FeedUpdate(progress: reading.progress), reading.format)
  }

  private typealias Reading = (
    progress: FeedUpdate.Progress, shape: MeterLine.Shape, format: FeedFormat
  )

  private mutating func read(_ line: MeterLine) -> Reading? {
    if kinds.contains(.counts), let fraction = line.passes {
      return (.fraction(fraction), .drawn, .count)
    }
    if kinds.contains(.percentages), let reading = named(line) ?? bare(line) { return reading }
    let count = kinds.contains(.counts) ? line.count : nil
    let percentage = kinds.contains(.percentages) ? line.percentage : nil
    if let percentage { return read(percentage, with: count) }
    if let count { return (.fraction(count.fraction), count.shape, .count) }
    return kinds == .all ? bar(line) : nil
  }

  /// A bar without numbers. A full one only counts after others of its width: it may be an
  /// ornament.
  private mutating func bar(_ line: MeterLine) -> Reading? {
    guard let bar = MeterBar.filled(line.bytes) else { return nil }
    if bar.done == bar.width && bar.width != barWidth { return nil }
    barWidth = bar.width
    return (.fraction(Double(bar.done) / Double(bar.width)), .drawn, .percent)
  }

  /// A percentage; if steps are counted before it, it is that of one of them.
  private func read(
    _ percentage: MeterLine.Percentage, with count: MeterLine.Count?
  ) -> Reading {
    let fraction = min(percentage.value / 100, 1)
    guard let count, count.isOfSteps, count.end <= percentage.start, count.done >= 1,
      count.shape > .loose || count.shape == percentage.shape,
      count.isSpelled || abs(count.fraction - fraction) > 0.0101
    else {
      // A count that says the same makes the percentage as likely.
      let isConfirmed = count.map { abs($0.fraction - fraction) <= 0.0101 } ?? false
      let shape = isConfirmed ? max(percentage.shape, count?.shape ?? .loose) : percentage.shape
      return (.fraction(fraction), shape, .percent)
    }
    return (
      .fraction((count.done - 1 + fraction) / count.total), max(percentage.shape, count.shape),
      .count
    )
  }

  /// A bare number, such as that of `pv --numeric`. More than 100 is not a percentage. Numbers up
  /// to 1 are fractions, as those that `progress` takes, once one of them has a decimal point and
  /// as long as all are.
  private mutating func bare(_ line: MeterLine) -> Reading? {
    guard let start = line.nextIndex(from: 0),
      let number = MeterNumber(line.bytes, at: start, groupsWithComma: false),
      number.end == line.bytes.count, number.value <= 100
    else { return nil }
    arePercentages = arePercentages || number.value > 1 || kinds != .all
    areFractions = !arePercentages && (areFractions || !number.isWhole)
    return (.fraction(areFractions ? number.value : number.value / 100), .loose, .percent)
  }

  /// `progress=42` and the like; ffmpeg's `progress=continue` and `progress=end`.
  private func named(_ line: MeterLine) -> Reading? {
    guard let sign = line.bytes.firstIndex(where: { "=:".utf8.contains($0) }) else { return nil }
    let name = String(decoding: line.bytes[..<sign], as: UTF8.self).lowercased().filter {
      $0 != " "
    }
    guard ["progress", "percent", "percentage", "percent_done"].contains(name),
      let start = line.nextIndex(from: sign + 1)
    else { return nil }
    if line.bytes[sign] == UInt8(ascii: "="), name == "progress" {
      switch String(decoding: line.bytes[start...], as: UTF8.self) {
      case "continue": return (.unknown, .drawn, .percent)
      case "end": return (.fraction(1), .drawn, .percent)
      default: break
      }
    }
    guard let number = MeterNumber(line.bytes, at: start, groupsWithComma: false),
      number.end == line.bytes.count, number.value <= 100
    else { return nil }
    return (.fraction(number.value / 100), .placed, .percent)
  }
}
