import JSON
import Raster
import Testing

@testable import Lottie

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

  @Test func `keyframes of a rule are those of the property`() throws {
    let file = try file(
      """
      {"id": "accent", "type": "Color", "value": [0, 1, 0], "keyframes": [
        {"frame": 0, "value": [1, 0, 0], "hold": true}, {"frame": 10, "value": [0, 0, 1]}]},
      {"id": "extent", "type": "Vector", "keyframes": [
        {"frame": 0, "value": [20, 20], "outTangent": {"x": 0.9, "y": 0}, "inTangent": {"x": 1, "y": 0.1}},
        {"frame": 20, "value": [40, 40]}]},
      {"id": "strength", "type": "Scalar", "keyframes": [
        {"frame": 0, "value": 100}, {"frame": 80, "value": 0}]}
      """)
    #expect(file.warnings.isEmpty)
    let canvas = LottieCanvas(file)
    #expect(canvas.picture(at: 0).pixel(20, 20) == 0xFFFF_0000)
    #expect(canvas.picture(at: 9).pixel(20, 20) & 0xFF == 0)
    // Slow at first and at last, and linear in opacity.
    #expect(canvas.picture(at: 10).pixel(20, 20) >> 24 == 223)
    #expect(canvas.picture(at: 10).area < 32 * 32)
    #expect(canvas.picture(at: 20).area == 1600)
  }

  @Test(arguments: [
    #""g": {"sid": "sky", "p": 2, "k": {"k": [0, 1, 1, 1, 1, 1, 1, 1]}}"#,
    #""g": {"p": 3, "k": {"sid": "sky", "k": [0, 1, 1, 1, 0.5, 1, 1, 1, 1, 1, 1, 1]}}"#,
  ])
  func `a gradient has the stops of its rule`(gradient: String) throws {
    let layer = Sketch.shapes(
      """
      {"ty": "rc", "p": {"k": [20, 20]}, "s": {"k": [40, 40]}, "r": {"k": 0}},
      {"ty": "gf", "o": {"k": 100}, "t": 1, "s": {"k": [0, 0]}, "e": {"k": [40, 0]}, \(gradient)}
      """)
    let file = try LottieFile(
      parsing: Array(
        #"{"v": "5", "fr": 10, "ip": 0, "op": 9, "w": 40, "h": 40, "layers": [\#(layer)]}"#.utf8),
      theme: LottieTheme(
        name: "night",
        parsing: Array(
          #"""
          {"rules": [{"id": "sky", "type": "Gradient", "value": [
            {"offset": 0, "color": [1, 0, 0, 1]}, {"offset": 1, "color": [0, 0, 1, 0]}]}]}
          """#.utf8), animation: "main"))
    #expect(file.warnings.isEmpty)
    let picture = LottieCanvas(file).picture()
    #expect(picture.pixel(0, 20) >> 24 > 245)
    #expect(picture.pixel(0, 20) & 0xFF < 10)
    #expect(picture.pixel(39, 20) >> 24 < 10)
  }

  @Test func `a text keeps what its rule leaves out`() throws {
    let layer = """
      {"ty": 5, "ip": 0, "op": 100, "st": 0, "ks": {}, "t": {"a": [], "d": {"sid": "title", "k": [
        {"t": 0, "s": {"t": "Hello", "f": "Sans", "s": 10, "fc": [1, 0, 0]}}]}}}
      """
    for slots in ["", #""slots": {"title": {"p": {"k": [{"t": 0, "s": {"t": "", "s": 10}}]}}},"#] {
      let file = try LottieFile(
        parsing: Array(
          #"""
          {"v": "5", "fr": 10, "ip": 0, "op": 9, "w": 40, "h": 40, \#(slots) "layers": [\#(layer)]}
          """#.utf8),
        theme: LottieTheme(
          name: "night",
          parsing: Array(
            #"""
            {"rules": [{"id": "title", "type": "Text", "keyframes": [
              {"frame": 0, "value": {"text": "Gute", "fillColor": [0, 1, 0], "justify": "Center"}},
              {"frame": 5, "value": {"text": "Nacht", "textCaps": "AllCaps"}}]}]}
            """#.utf8), animation: "main"))
      guard case .text(let content) = file.composition.layers[0].content else {
        Issue.record("no text")
        return
      }
      let documents = content.model.documents
      #expect(documents.map { $0.0 } == [0, 5])
      #expect(documents.map { $0.1.text } == ["Gute", "NACHT"])
      #expect(documents.map { $0.1.size } == [10, 10])
      #expect(documents[0].1.alignment == .center)
      #expect(documents[0].1.fillColor == .init(red: 0, green: 1, blue: 0))
    }
  }

  @Test func `texts of one name keep their own members without a list of slots`() throws {
    let layers = [10, 30].map { size in
      """
      {"ty": 5, "ip": 0, "op": 100, "st": 0, "ks": {}, "t": {"a": [], "d": {"sid": "title", "k": [
        {"t": 0, "s": {"t": "Old", "f": "Sans", "s": \(size)}}]}}}
      """
    }
    let file = try LottieFile(
      parsing: Array(
        #"""
        {"v": "5", "fr": 10, "ip": 0, "op": 9, "w": 40, "h": 40,
         "layers": [\#(layers.joined(separator: ","))]}
        """#.utf8),
      theme: LottieTheme(
        name: "night",
        parsing: Array(
          #"{"rules": [{"id": "title", "type": "Text", "value": {"text": "New"}}]}"#.utf8),
        animation: "main"))
    // No machine has to have the font.
    #expect(file.warnings.allSatisfy { $0.contains("is not on this machine") })
    let documents = file.composition.layers.compactMap { layer -> TextDocument? in
      guard case .text(let content) = layer.content else { return nil }
      return content.model.documents.first?.1
    }
    #expect(documents.map { $0.text } == ["New", "New"])
    #expect(documents.map { $0.size } == [10, 30])
  }

  @Test func `stops of keyframes with and without opacities are mixed`() throws {
    let theme = LottieTheme(
      name: "night",
      parsing: Array(
        #"""
        {"rules": [{"id": "sky", "type": "Gradient", "keyframes": [
          {"frame": 0, "value": [{"offset": 0, "color": [1, 0, 0]}]},
          {"frame": 10, "value": [{"offset": 0, "color": [0, 0, 1, 0.5]}]}]}]}
        """#.utf8), animation: "main")
    let counts = theme.values.compactMap { rule -> [Int]? in
      guard case .property(let value) = rule.value else { return nil }
      let frames = value.objectValue?["k"]?.objectValue?["k"]?.arrayValue ?? []
      return frames.compactMap { $0.objectValue?["s"]?.arrayValue?.count }
    }
    #expect(counts == [[6, 6]])
  }

  @Test func `a theme's copies of a long document are limited`() throws {
    let numbers = String(repeating: "1, ", count: 2000) + "1"
    let frames = (0..<1000).map { #"{"frame": \#($0), "value": "New"}"# }.joined(separator: ",")
    let file = try LottieFile(
      parsing: Array(
        #"""
        {"v": "5", "fr": 10, "ip": 0, "op": 9, "w": 40, "h": 40, "layers": [
          {"ty": 5, "ip": 0, "op": 100, "st": 0, "ks": {}, "t": {"a": [], "d": {"sid": "title", "k": [
            {"t": 0, "s": {"t": "Old", "f": "Sans", "s": 10, "more": [\#(numbers)]}}]}}}]}
        """#.utf8),
      theme: LottieTheme(
        name: "night",
        parsing: Array(
          #"{"rules": [{"id": "title", "type": "Text", "keyframes": [\#(frames)]}]}"#.utf8),
        animation: "main"))
    #expect(
      file.warnings.contains("the values of slots are too many, and not all are taken"))
    guard case .text(let content) = file.composition.layers[0].content else {
      Issue.record("no text")
      return
    }
    #expect(content.model.documents.map { $0.1.text } == ["Old"])
  }

  @Test(arguments: [
    (#"{"src": "night.png", "width": 8, "height": 8}"#, "night.png"),
    (#"{"path": "i/night.png"}"#, "i/night.png"), (#"{"url": "night.png"}"#, "night.png"),
  ])
  func `a picture is that of its rule`(value: String, name: String) throws {
    var names: [String] = []
    _ = try LottieFile(
      parsing: Array(
        #"""
        {"v": "5", "fr": 10, "ip": 0, "op": 9, "w": 40, "h": 40, "layers": [],
         "assets": [{"id": "a", "sid": "logo", "u": "images/", "p": "day.png", "w": 4, "h": 4}]}
        """#.utf8),
      theme: LottieTheme(
        name: "night",
        parsing: Array(
          #"{"rules": [{"id": "logo", "type": "Image", "value": \#(value)}]}"#.utf8),
        animation: "main"),
      pictures: PictureSources(
        read: {
          names.append($0)
          return nil
        }))
    #expect(names == [name])
  }

  @Test func `a slot that only its property names has the value of the theme`() throws {
    let own = #""slots": {"accent": {"p": {"k": [1, 0, 0]}}, "extent": {"p": {"k": [20, 20]}},"#
    var text = String(decoding: Self.animation, as: UTF8.self)
    text = text.replacing(own, with: #""slots": {"extent": {"p": {"k": [20, 20]}},"#)
    let file = try LottieFile(
      parsing: Array(text.utf8),
      theme: LottieTheme(
        name: "night",
        // The last rule counts, as for slots that the file lists.
        parsing: Array(
          #"{"rules": [{"id": "accent", "type": "Color", "value": [0, 1, 0]}, \#(rules)]}"#.utf8),
        animation: "main"))
    #expect(file.warnings.isEmpty)
    #expect(LottieCanvas(file).picture().pixel(20, 2) == 0xFF00_00FF)
    #expect(file.slots.map { $0.name } == ["extent", "strength"])
  }

  @Test(arguments: [
    (
      #"{"id": "accent", "type": "Color", "keyframes": []}"#,
      "the slot 'accent' has no value, and keeps its own one"
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
