/// The reasons why a scene did not load.
public struct SceneError: Error, Equatable, Sendable {
  /// At least one error, in the order of the file; at most 20 in all.
  public let diagnostics: [SceneDiagnostic]
  /// The text that the diagnostics refer to; empty if the file could not be read.
  public let source: SourceText

  /// An error for a scene that is valid but cannot be shown, at the beginning of its file.
  public init(refusing source: SourceText, _ message: String, expected: String, hint: String) {
    diagnostics = [
      SceneDiagnostic(
        code: .limit, severity: .error, file: source.name, offset: 0, line: 1, column: 1,
        message: message, expected: expected, hint: hint)
    ]
    self.source = source
  }

  init(diagnostics: [SceneDiagnostic], source: SourceText) {
    self.diagnostics = diagnostics
    self.source = source
  }

  /// All diagnostics with their lines and carets, an empty line between two.
  public var rendered: String {
    var text = ""
    for diagnostic in diagnostics {
      if !text.isEmpty { text += "\n\n" }
      text += diagnostic.rendered(in: source)
    }
    return text
  }
}
