import Foundation
import Scene
import System

/// The terminal at standard error. Only a terminal gets colours and lines that are drawn anew:
/// files and pipes get plain text.
enum Terminal {
  /// True if standard error is a terminal that knows control sequences.
  static let isThere: Bool = {
    guard isatty(StandardStream.error.rawValue) == 1 else { return false }
    let kind = ProcessEnvironment.value(of: "TERM") ?? ""
    return !kind.isEmpty && kind != "dumb"
  }()

  /// `NO_COLOR` turns colours off (https://no-color.org).
  static let hasColors = isThere && (ProcessEnvironment.value(of: "NO_COLOR") ?? "").isEmpty

  /// Control sequences of ECMA-48.
  enum Sequence {
    static let red = "\u{1B}[1;31m"
    static let yellow = "\u{1B}[1;33m"
    static let plain = "\u{1B}[0m"
    /// From the cursor to the end of the line.
    static let erase = "\u{1B}[K"
  }
}

extension SceneDiagnostic {
  /// The lines of `rendered(in:)` for a terminal: the severity and the caret are coloured.
  func colored(in source: SourceText) -> String {
    // Escape characters of the file are made visible before new ones are added.
    var lines = rendered(in: source).printableLines.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let color = severity == .error ? Terminal.Sequence.red : Terminal.Sequence.yellow
    let place = file.printable + (line > 0 ? ":\(line):\(column): " : ": ")
    if lines[0].hasPrefix(place + severity.name) {
      let rest = lines[0].dropFirst(place.count + severity.name.count)
      lines[0] = place + color + severity.name + Terminal.Sequence.plain + rest
    }
    if lines.count > 2, lines[2].last == "^" {
      lines[2] = lines[2].dropLast() + color + "^" + Terminal.Sequence.plain
    }
    return lines.joined(separator: "\n")
  }
}
