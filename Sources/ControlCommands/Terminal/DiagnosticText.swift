import System
import Wire

/// Shows a diagnostic of the daemon as `check` shows its own: place, message, the line with a caret
/// under the column, the expectation and the hint.
struct DiagnosticText {
  /// More than the limit of a scene file.
  private static let fileLimit = 4 << 20
  /// Longer lines are not shown: a caret far to the right is not helpful.
  private static let lineLimit = 200

  /// The lines of the files in diagnostics, as far as they can be read here.
  private var files: [String: [Substring]] = [:]

  /// - Parameter sources: texts that are known already, by the files' names in diagnostics.
  init(sources: [String: String] = [:]) {
    for (name, text) in sources { files[name] = Self.lines(of: text) }
  }

  mutating func describe(_ diagnostic: DisplayInterface.Diagnostic) -> String {
    var text =
      "\(diagnostic.severity.name): \(diagnostic.message.printable) [\(diagnostic.code.printable)]"
    if let file = diagnostic.file {
      let place = [diagnostic.line, diagnostic.column].compactMap { $0.map { ":\($0)" } }
      text = file.printable + place.joined() + ": " + text
    }
    text += excerpt(of: diagnostic)
    let margin = String(repeating: " ", count: diagnostic.line.map { "\($0)".count } ?? 1)
    if let expected = diagnostic.expected {
      text += "\n \(margin) = expected: " + expected.printable
    }
    if let hint = diagnostic.hint { text += "\n \(margin) = hint: " + hint.printable }
    return text
  }

  private mutating func excerpt(of diagnostic: DisplayInterface.Diagnostic) -> String {
    guard let file = diagnostic.file, let line = diagnostic.line, let column = diagnostic.column,
      let source = self.line(Int(clamping: line), of: file), source.count <= Self.lineLimit,
      (1...Int64(source.count + 1)).contains(column)
    else { return "" }
    let number = "\(line)"
    let margin = String(repeating: " ", count: number.count)
    // One character for each, so that the caret stays at its place.
    let shown = String(source.map { $0 != "\t" && $0.isUnprintable ? "·" : $0 })
    // Tabs stay, so that the caret is at its place whatever their width.
    let indent = String(source.prefix(Int(column) - 1).map { $0 == "\t" ? "\t" : " " })
    return "\n \(number) | \(shown)\n \(margin) | \(indent)^"
  }

  private mutating func line(_ number: Int, of file: String) -> Substring? {
    if files[file] == nil {
      let bytes = (try? readFile(atPath: file, limit: Self.fileLimit)) ?? []
      files[file] = Self.lines(of: String(decoding: bytes, as: UTF8.self))
    }
    guard let lines = files[file], lines.indices.contains(number - 1) else { return nil }
    return lines[number - 1]
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension Character {
  fileprivate var isUnprintable: Bool { unicodeScalars.contains { $0.isUnprintable } }
}
