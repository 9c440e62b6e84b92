import Lottie
import Raster
import Testing

/// Themes of archives, which give slots values.
@Suite struct ThemeTests {
  private static let animation = Array(
    """
    {"v": "5", "fr": 10, "ip": 0, "op": 100, "w": 40, "h": 40,
     "slots": {"accent": {"p": {"k": [1, 0, 0]}}, "extent": {"p": {"k": [20, 20]}},
               "strength": {"p": {"k": 100}}},
     "layers": [\(Sketch.shapes(
      """
      {"ty": "rc", "p": {"k": [20, 20]}, "s": {"sid": "extent"}, "r": {"k": 0}},
      {"ty": "fl", "c": {"sid": "accent"}, "o": {"sid": "strength"}}
      """))]}
    """.utf8)

  private func file(_ rules: String, _ settings: [(String, String)] = []) throws -> LottieFile {
    let theme = LottieTheme(
      name: "night", parsing: Array(#"{"rules": [\#(rules)]}"#.utf8), animation: "main")
    return try LottieFile(
      parsing: Self.animation,
      slots: settings.map { LottieSlotSetting(name: $0.0, value: $0.1) }, theme: theme)
  }

  private let rules = """
    {"id": "accent", "type": "Color", "value": [0, 0, 1]},
    {"id": "extent", "type": "Vector", "value": [10, 40]}
    """

  @Test func `slots have the values of the theme`() throws {
    let file = try file(rules)
    let picture = LottieCanvas(file).picture()
    #expect(picture.pixel(20, 2) == 0xFF00_00FF)
    #expect(picture.area == 400)
    #expect(picture.pixel(12, 20) == 0)
    #expect(file.warnings.isEmpty)
    #expect(file.slots[0].value == .color(.init(red: 0, green: 0, blue: 1)))
    let faint = try self.file(#"{"id": "strength", "type": "Scalar", "value": 0}"#)
    #expect(LottieCanvas(faint).picture().area == 0)
  }

  @Test func `a value that is set goes before that of the theme`() throws {
    let picture = LottieCanvas(try file(rules, [("accent", "#0f0")])).picture()
    #expect(picture.pixel(20, 2) == 0xFF00_FF00)
  }

  @Test func `rules of other animations are not applied`() throws {
    let rule = #"{"id": "accent", "type": "Color", "animations": ["x"], "value": [0, 0, 1]}"#
    let others = try file(rule)
    #expect(LottieCanvas(others).picture().pixel(20, 20) == 0xFFFF_0000)
    #expect(others.warnings.isEmpty)
    let own = try file(rule.replacing(#"["x"]"#, with: #"["x", "main"]"#))
    #expect(LottieCanvas(own).picture().pixel(20, 20) == 0xFF00_00FF)
  }

  @Test(arguments: [
    (
      #"{"id": "accent", "type": "Color", "keyframes": []}"#,
      "the slot 'accent' has no 'value' that stands still, and keeps its own one"
    ),
    (
      #"{"id": "accent", "type": "Gradient", "value": []}"#,
      "the value of the slot 'accent', of the type 'Gradient', is not read, and the slot keeps its own one"
    ),
    (
      #"{"id": "accent", "type": "Color", "value": "red"}"#,
      "the value of the slot 'accent', of the type 'Color', is not read, and the slot keeps its own one"
    ),
    (#"{"id": "title", "type": "Scalar", "value": 1}"#, "there is no slot 'title'"),
    (#"{"type": "Scalar", "value": 1}"#, "a rule has no 'id'"),
  ])
  func `a rule that is not applied is named`(rule: String, warning: String) throws {
    let file = try file(rule)
    #expect(file.warnings == ["theme 'night': " + warning])
    #expect(LottieCanvas(file).picture().pixel(20, 20) == 0xFFFF_0000)
  }

  @Test(
    arguments: [
      (
        nil,
        "is not in the archive as t/night.json, and not applied; style sheets of dotLottie 1 are not read"
      ),
      ("no JSON", "is no JSON, and not applied"),
      ("{}", "has no list 'rules', and is not applied"),
    ] as [(String?, String)])
  func `a theme that cannot be applied is named`(text: String?, warning: String) throws {
    let theme = LottieTheme(
      name: "night", parsing: text.map { Array($0.utf8) }, animation: "main")
    let file = try LottieFile(parsing: Self.animation, theme: theme)
    #expect(file.warnings == ["theme 'night': " + warning])
  }

  @Test(
    arguments: [
      (#"{ "animations": [{ "id": "a", "initialTheme": "x" }, { "id": "b" }] }"#, "a", "x"),
      (#"{ "animations": [{ "id": "a", "initialTheme": "x" }, { "id": "b" }] }"#, "b", nil),
      (#"{ "animations": [{ "id": "a", "defaultTheme": "x" }, { "id": "b" }] }"#, "a", "x"),
      (#"{ "animations": [{ "id": "a", "themes": ["x"] }], "themes": [{ "id": "x" }] }"#, "a", nil),
      ("", "a", nil),
    ] as [(String, String, String?)])
  func `the manifest names an animation's first theme`(
    manifest: String, animation: String, theme: String?
  ) {
    #expect(LottieFile.themeName(manifest: Array(manifest.utf8), animation: animation) == theme)
  }
}
