internal import Layers

/// The text of a control for people who cannot see the screen. It changes with whole percents and
/// coarse times, so that not every step is announced.
enum SpokenText {
  /// For example `Downloading, 42%, about 3 minutes left`.
  /// - Parameters:
  ///   - value: 0…1; nil while unknown.
  ///   - phase: the label of the present phase.
  ///   - remaining: seconds until the end.
  static func progress(_ value: Double?, phase: String?, remaining: Double?) -> String {
    var parts: [String] = []
    if let phase, value != 1 { parts.append(phase) }
    if let value {
      parts.append("\(ProgressState.completeParts(of: 100, at: value))%")
      if let remaining, value < 1 { parts.append(self.remaining(remaining) + " left") }
    } else {
      parts.append("in progress")
    }
    return parts.joined(separator: ", ")
  }

  /// The state of a switch.
  static func toggle(isOn: Bool) -> String { isOn ? "on" : "off" }

  /// A rounded length of time: `about 3 minutes`.
  static func remaining(_ seconds: Double) -> String {
    switch seconds {
    case ..<10: "a few seconds"
    case ..<55: "about \(Int((seconds / 10).rounded()) * 10) seconds"
    case ..<90: "about a minute"
    case ..<3_300: "about \(Int((seconds / 60).rounded())) minutes"
    case ..<5_400: "about an hour"
    case ..<172_800: "about \(Int((seconds / 3_600).rounded())) hours"
    case ..<8_640_000: "about \(Int((seconds / 86_400).rounded())) days"
    default: "a long time"
    }
  }
}
