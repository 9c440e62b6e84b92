import Foundation
import Scene
import Testing

/// Scenes with mistakes, and the diagnostics as people see them.
///
/// `Golden/diagnostics.txt` has both. With `FIRSTLIGHT_BLESS=1` in the environment a test run
/// writes the present diagnostics into the file, for a review.
@Suite struct DiagnosticsTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  /// The files that the scenes name.
  static let directory = folder.appending(path: "Fixtures").path
  static let file = folder.appending(path: "Golden/diagnostics.txt")

  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var scene: String
    var expected: String
    var testDescription: String { name }
  }

  static let examples: [Example] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "=== ").dropFirst().map { part in
      let sides = part.components(separatedBy: "\n---\n")
      let name = sides[0].prefix { $0 != "\n" }
      return Example(
        name: String(name), scene: String(sides[0].dropFirst(name.count + 1)),
        expected: sides[1].trimmingCharacters(in: .newlines))
    }
  }()

  static func diagnosis(of text: String) -> String {
    do throws(SceneError) {
      let scene = try SceneLoader.load(
        bytes: Array(text.utf8), name: "scene.jsonc", directory: directory)
      return scene.warnings.map { $0.rendered(in: scene.source) }.joined(separator: "\n\n")
    } catch {
      return error.rendered
    }
  }

  @Test(arguments: examples)
  func `a mistake is explained`(example: Example) {
    let said = Self.diagnosis(of: example.scene)
      .replacingOccurrences(of: Self.directory, with: "DIRECTORY")
    #expect(said == example.expected)
  }

  @Test func `every kind of mistake has an example`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    // Only the client reports words.
    let others: [SceneDiagnostic.Code] = [.limit, .file]
    for code in SceneDiagnostic.Code.allCases where !others.contains(code) {
      #expect(text.contains("[\(code.name)]"), "no example of \(code.name)")
    }
    guard ProcessInfo.processInfo.environment["FIRSTLIGHT_BLESS"] != nil else { return }
    var blessed = ""
    for example in Self.examples {
      let said = Self.diagnosis(of: example.scene)
        .replacingOccurrences(of: Self.directory, with: "DIRECTORY")
      blessed += "=== \(example.name)\n\(example.scene)\n---\n\(said)\n\n"
    }
    try blessed.write(to: Self.file, atomically: true, encoding: .utf8)
  }

  @Test func `a file that cannot be read says why`() {
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(path: "/nowhere/scene.jsonc")
    }
    #expect(
      error?.rendered
        == """
        /nowhere/scene.jsonc:1:1: error: cannot open '/nowhere/scene.jsonc': No such file or \
        directory (ENOENT); check the path: there is no directory '/nowhere' [file]
        """)
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `lines end with LF, CR or both`(end: String) {
    let text = [
      "{ // a comment", "  \"layers\": [ // another", "    {}, {},", "  { \"kin\": 1 } ] }",
    ]
    .joined(separator: end)
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    }
    #expect(error?.diagnostics.map { [$0.line, $0.column] } == [[4, 5]])
    #expect(error?.rendered.contains("\n 4 |   { \"kin\": 1 } ] }\n   |     ^") == true)
  }

  @Test func `at most twenty diagnostics come from one run`() {
    let text = "{ \"layers\": [" + String(repeating: "{ \"x\": 1 },", count: 1000) + "] }"
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    }
    #expect(error?.diagnostics.count == 20)
  }
}
