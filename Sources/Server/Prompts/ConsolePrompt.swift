import Stage
import System

/// A question as text on the console, while the console is shown instead of the scene: the message,
/// and a line for the answer, which is written anew with each key.
struct ConsolePrompt {
  private var shown: PromptState?

  /// The most characters of an answer that are shown, so that it stays on one line.
  private static let longestLine = 60
  private static let longestMessage = 400

  /// The bytes to write for a question; nil for none.
  mutating func update(_ state: PromptState?) -> [UInt8] {
    defer { shown = state }
    guard let state else { return shown == nil ? [] : [0x0A] }
    if let shown, shown.number == state.number, shown.message == state.message,
      Self.rows(of: shown) == Self.rows(of: state)
    {
      return shown.entry == state.entry ? [] : Array(Self.line(of: state).utf8)
    }
    var text = "\n" + state.message.prefix(utf8Count: Self.longestMessage).printable + "\n"
    for (index, row) in Self.rows(of: state).enumerated() {
      text += "  \(index + 1)  " + row.prefix(utf8Count: Self.longestLine).printable + "\n"
    }
    return Array((text + Self.line(of: state)).utf8)
  }

  /// The answers to choose from.
  private static func rows(of state: PromptState) -> [String] {
    if case .choices(let choices, _) = state.entry { choices } else { [] }
  }

  private static func line(of state: PromptState) -> String {
    let answer =
      switch state.entry {
      case .text(let text): String(Substring(text.printable.unicodeScalars.suffix(longestLine)))
      case .bullets(let count): String(repeating: "*", count: min(max(count, 0), longestLine))
      case .hidden: ""
      case .choices(let choices, let chosen):
        choices.indices.contains(chosen)
          ? "\(chosen + 1)  " + choices[chosen].prefix(utf8Count: longestLine).printable : ""
      }
    // ECMA-48: the line's beginning, and what is behind the text erased.
    return "\r> " + answer + "\u{1B}[K"
  }
}
