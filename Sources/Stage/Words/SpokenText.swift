internal import Layers
internal import Text

/// Texts of controls for people who cannot see the screen, in a language of `SpokenWords`. They
/// change with whole percents and coarse times, so that not every step is announced.
struct SpokenText {
  let words: SpokenWords
  private let percent: PercentFormat

  /// - Parameter locale: a language tag. A language without words gets English, numbers included.
  init(locale: String) {
    let own = SpokenWords.words(for: locale)
    words = own ?? .english
    percent = PercentFormat(locale: own == nil ? "en" : locale)
  }

  /// For example `Downloading, 42%, about 3 minutes left`.
  /// - Parameters:
  ///   - value: 0…1; nil while unknown.
  ///   - phase: the label of the present phase.
  ///   - remaining: seconds until the end.
  func progress(_ value: Double?, phase: String?, remaining: Double?) -> String {
    var parts: [String] = []
    if let phase, value != 1 { parts.append(phase) }
    if let value {
      parts.append(percent.text(ProgressState.completeParts(of: 100, at: value)))
      if let remaining, value < 1 { parts.append(self.remaining(remaining)) }
    } else {
      parts.append(words.inProgress)
    }
    return parts.joined(separator: ", ")
  }

  /// The state of a switch.
  func toggle(isOn: Bool) -> String { isOn ? words.on : words.off }

  /// A rounded length of time: `about 3 minutes left`.
  func remaining(_ seconds: Double) -> String {
    switch seconds {
    case ..<10: words.fewSeconds
    case ..<55: words.seconds.text(Int((seconds / 10).rounded()) * 10)
    case ..<90: words.oneMinute
    case ..<3_300: words.minutes.text(Int((seconds / 60).rounded()))
    case ..<5_400: words.oneHour
    case ..<172_800: words.hours.text(Int((seconds / 3_600).rounded()))
    case ..<8_640_000: words.days.text(Int((seconds / 86_400).rounded()))
    default: words.longTime
    }
  }
}
