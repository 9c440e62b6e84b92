import Testing
import Wire

@testable import ControlCommands

struct DiagnosticTextTests {
  private func diagnostic(line: Int64?, column: Int64?) -> DisplayInterface.Diagnostic {
    DisplayInterface.Diagnostic(
      severity: .error, code: "invalid-value", file: "a.jsonc", line: line, column: column,
      message: "no such kind", expected: "a name", hint: "did you mean \"shape\"?")
  }

  @Test func `the caret stands under its column and tabs stay tabs`() {
    var text = DiagnosticText(sources: ["a.jsonc": "{\n\t\"kind\": \"shap\"\n}"])
    #expect(
      text.describe(diagnostic(line: 2, column: 10)) == """
        a.jsonc:2:10: error: no such kind [invalid-value]
         2 | \t"kind": "shap"
           | \t        ^
           = expected: a name
           = hint: did you mean "shape"?
        """)
  }

  @Test(
    arguments: [
      (nil, nil), (2, nil), (0, 1), (99, 1), (-1, 1), (2, 0), (2, 400), (.max, .max),
    ] as [(Int64?, Int64?)])
  func `a place outside the file is left out`(line: Int64?, column: Int64?) {
    var text = DiagnosticText(sources: ["a.jsonc": "{\n\t\"kind\": \"shap\"\n}"])
    let described = text.describe(diagnostic(line: line, column: column))
    #expect(!described.contains("^"))
    #expect(described.contains("no such kind"))
  }

  @Test func `a file that cannot be read costs only the excerpt`() {
    var text = DiagnosticText()
    var missing = diagnostic(line: 1, column: 1)
    missing.file = "/nonexistent/a.jsonc"
    #expect(text.describe(missing).hasPrefix("/nonexistent/a.jsonc:1:1: error:"))
  }
}
