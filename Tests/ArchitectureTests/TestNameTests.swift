import Foundation
import Testing

/// Names of tests begin with a noun, as sentences of comments do: each is the fact that its test
/// holds, and is understood without the test's body.
@Suite struct TestNameTests {
  /// An opening of a name, beside those of comments.
  private static let openings = CommentTests.openings.union([
    "Them", "They", "It", "Its", "When", "Where", "Whoever", "Whose",
  ])

  @Test func `no name of a test begins with a pronoun`() throws {
    let files = try CommentTests.all.get().filter { $0.path.hasPrefix("Tests/") }
    #expect(files.flatMap { Self.names(in: $0.lines) }.count > 3000)
    let faults = files.flatMap { file in
      Self.faults(in: file.lines).map { "\(file.path): \($0)" }
    }
    #expect(faults.isEmpty, Comment(rawValue: faults.joined(separator: "\n")))
  }

  @Test func `a pronoun is found at the beginning of a name alone`() {
    let lines = [
      "  @Test func `what is wrong`() {", "func `a part of what is drawn`() {", "let what = 1",
      "  @Test mutating func `those two`() {", "    def test_where_it_lies(self):",
      "func `item`() {", "func `has() is read`() {", "def test_items(self):", "func what() {",
      "    def what(self):", "@Test(\"who it is\", arguments: [1])",
    ]
    #expect(
      Self.faults(in: lines)
        == ["what is wrong", "those two", "where it lies", "has() is read", "who it is"])
  }

  private static func faults(in lines: [String]) -> [String] {
    names(in: lines).filter { openings.contains($0.prefix(while: \.isLetter).capitalized) }
  }

  /// The names of tests in Swift, and of tests in Python with spaces between the words. A line
  /// that begins with a quotation mark has the input of a test.
  private static func names(in lines: [String]) -> [String] {
    lines.compactMap { line -> String? in
      if line.first(where: { $0 != " " }) == "\"" { return nil }
      if let start = line.firstRange(of: "func `") {
        return String(line[start.upperBound...].prefix { $0 != "`" })
      }
      if let start = line.firstRange(of: "@Test(\"") {
        return String(line[start.upperBound...].prefix { $0 != "\"" })
      }
      guard let start = line.firstRange(of: "def test_") else { return nil }
      return String(line[start.upperBound...].prefix { $0 != "(" }.replacing("_", with: " "))
    }
  }
}
