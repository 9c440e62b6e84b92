import Text

/// A text with placeholders that are filled in: `{percent}`, `{phase}`, `{remaining}` and
/// `{timeLeft}`.
package struct TextTemplate: Equatable {
  let string: String
  /// True if nothing is filled in, and braces stand for themselves.
  let isLiteral: Bool
  /// Nil for a text without placeholders.
  private let parts: [Part]?

  private enum Part: Equatable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// The kinds of placeholders.
  private enum Placeholder: Equatable, CaseIterable {
    case percent, phase, remaining, timeLeft

    var word: String {
      switch self {
      case .percent: "percent"
      case .phase: "phase"
      case .remaining: "remaining"
      case .timeLeft: "timeLeft"
      }
    }

    var name: String { "{" + word + "}" }
  }

  /// The words in braces that are filled in.
  package static var words: [String] { Placeholder.allCases.map { $0.word } }

  /// A text whose braces stand for themselves.
  init(literal string: String) {
    self.string = string
    parts = nil
    isLiteral = true
  }

  package init(_ string: String) {
    isLiteral = false
    self.string = string
    var parts: [Part] = []
    var start = string.startIndex
    var index = start
    while let brace = string.utf8[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = string.utf8.index(after: brace)
      guard let placeholder = TextTemplate.placeholder(at: brace, in: string) else { continue }
      if start < brace { parts.append(.literal(String(string[start..<brace]))) }
      parts.append(.placeholder(placeholder))
      start = string.utf8.index(brace, offsetBy: placeholder.name.utf8.count)
      index = start
    }
    if !parts.isEmpty, start < string.endIndex { parts.append(.literal(String(string[start...]))) }
    self.parts = parts.isEmpty ? nil : parts
  }

  private static func placeholder(at index: String.Index, in string: String) -> Placeholder? {
    Placeholder.allCases.first { string.utf8[index...].starts(with: $0.name.utf8) }
  }

  /// True if the label of the phase is filled in.
  package var hasPhase: Bool { parts?.contains(.placeholder(.phase)) ?? false }

  /// True if the text has the percentage or the phase of the job.
  var tellsState: Bool {
    hasPhase || parts?.contains(.placeholder(.percent)) ?? false
  }

  /// True if it has values that may be unknown: the progress, and the time that is left.
  package var hasValues: Bool {
    parts?.contains { part in
      switch part {
      case .placeholder(.percent), .placeholder(.remaining), .placeholder(.timeLeft): true
      default: false
      }
    } ?? false
  }

  /// True if the text has values that may be unknown, and none of them is known.
  func isUnknown(progress: Double?, remaining: Double?) -> Bool {
    guard hasValues, let parts else { return false }
    return !parts.contains { part in
      switch part {
      case .placeholder(.percent): progress != nil
      case .placeholder(.remaining), .placeholder(.timeLeft): remaining != nil
      default: false
      }
    }
  }

  /// The text without its placeholders.
  package var literals: String {
    guard let parts else { return string }
    var result = ""
    for case .literal(let text) in parts { result += text }
    return result
  }

  /// The kinds of its placeholders, once each and in one order, as a text.
  package var placeholders: String {
    guard let parts else { return "" }
    return Placeholder.allCases.filter { parts.contains(.placeholder($0)) }.map { $0.name }.joined()
  }

  /// A text with the words that a locale has for the placeholders: for less than a minute, and for
  /// hours and minutes.
  package func sample(locale: String) -> String {
    guard parts != nil else { return string }
    let texts = [30, 4260].map { seconds in
      filled(progress: 0.5, phase: "", remaining: seconds, isOver: false, locale: locale)
    }
    return texts[0] + texts[1]
  }

  /// The text with its placeholders filled in. An ellipsis stands for an unknown value, and nothing
  /// for an unknown `{timeLeft}` and for the time after the end; the separator beside it goes, too.
  ///
  /// - Parameters:
  ///   - progress: 0…1; nil while it is not known.
  ///   - remaining: seconds; nil while they are not known.
  ///   - isOver: true if the job has come to its end.
  func filled(
    progress: Double?, phase: String, remaining: Double?, isOver: Bool, locale: String
  ) -> String {
    guard let parts else { return string }
    var result = JoinedText()
    // The shaper cuts longer texts.
    for part in parts where result.string.utf8.count <= TextLimits.byteCount {
      switch part {
      case .literal(let text): result.append(literal: text)
      case .placeholder(.percent):
        result.append(
          value: progress.map {
            PercentFormat(locale: locale).text(ProgressState.completeParts(of: 100, at: $0))
          } ?? "…")
      case .placeholder(.phase): result.append(value: phase)
      case .placeholder(.remaining):
        result.append(
          value: remaining.map { RemainingTimeFormat(locale: locale).text($0) }
            ?? (isOver ? "" : "…"))
      case .placeholder(.timeLeft):
        result.append(value: remaining.map { TimeLeftFormat(locale: locale).text($0) } ?? "")
      }
    }
    return result.finished()
  }
}
