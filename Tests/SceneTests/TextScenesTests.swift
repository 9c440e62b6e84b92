import Foundation
import Geometry
import Layers
import Raster
@testable import Scene
import TestSupport
import Testing
import Text

/// Text layers of scene files: the effects of their keys, and values that must do no harm.
@Suite struct TextScenesTests {
  private func load(_ text: String) throws -> SceneInstance {
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: nil)
    return scene.instantiate(size: Size(width: 200, height: 100), scale: 1)
  }

  @Test func `every key reaches the layer`() throws {
    let instance = try load(
      """
      { "layers": [ { "kind": "text", "string": "{percent}", "font": ["DejaVu Sans Mono", "Inter"],
          "weight": "bold", "italic": false, "fontSize": "20%", "minimumFontSize": 5,
          "color": "#FF0000", "alignment": "justified", "verticalAlignment": "bottom",
          "wrapped": true, "truncation": "middle", "lines": 3, "lineHeight": 1.5,
          "letterSpacing": 2, "locale": "de", "progress": 0.5 } ] }
      """)
    let layer = try #require(instance.tree.root.sublayers[0] as? TextLayer)
    #expect(layer.shownString == "50\u{A0}%")
    #expect(
      layer.fonts.fonts.map { ($0.path as NSString).lastPathComponent }
        == ["DejaVuSansMono-Bold.ttf", "Inter-Bold.otf"])
    #expect(layer.foregroundColor == Color(red: 1, green: 0, blue: 0))
    var attributes = TextAttributes()
    attributes.size = 20
    attributes.minimumSize = 5
    attributes.alignment = .justified
    attributes.verticalAlignment = .bottom
    attributes.isWrapped = true
    attributes.truncation = .middle
    attributes.maximumLines = 3
    attributes.lineHeight = 1.5
    attributes.letterSpacing = 2
    #expect(layer.attributes == attributes)
  }

  @Test func `no text is smaller than its least size`() throws {
    let instance = try load(
      "{ \"layers\": [ { \"kind\": \"text\", \"string\": \"a\", \"fontSize\": \"3vw\", \"minimumFontSize\": 8 } ] }"
    )
    let layer = try #require(instance.tree.root.sublayers[0] as? TextLayer)
    #expect(layer.attributes.size == 8 && layer.attributes.minimumSize == 8)
  }

  @Test(arguments: [
    "boot", "shutdown", "install", "observatory", "aurora", "gyroscope", "paperplane",
  ])
  func `a long message of a shipped scene is cut before it gets tiny`(name: String) throws {
    let scenes = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Scene/Scenes")
    let scene = try SceneLoader.load(path: scenes.appending(path: "\(name).jsonc").path)
    var count = 0
    for (width, height) in [(240, 240), (800, 480), (1280, 720), (1080, 1920), (3840, 2160)] {
      let size = Size(width: Double(width), height: Double(height))
      var layers: [Layer] = [scene.instantiate(size: size, scale: 1).tree.root]
      while let layer = layers.popLast() {
        layers += layer.sublayers
        guard let attributes = (layer as? TextLayer)?.attributes, attributes.truncation != .none,
          let least = attributes.minimumSize
        else { continue }
        count += 1
        #expect(
          least >= 0.59 * attributes.size,
          "\(layer.name ?? "") at \(width)x\(height): \(least) of \(attributes.size)")
      }
    }
    #expect(count >= 5)
  }

  @Test(
    arguments: ["boot", "shutdown", "install", "observatory"],
    [(240, 240), (320, 240), (800, 480), (1280, 720), (1080, 1920), (3440, 1440)])
  func `a message of a shipped scene has space for two lines below the bar`(
    name: String, panel: (Int, Int)
  ) throws {
    let scenes = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Scene/Scenes")
    let scene = try SceneLoader.load(path: scenes.appending(path: "\(name).jsonc").path)
    let size = Size(width: Double(panel.0), height: Double(panel.1))
    let layers = scene.instantiate(size: size, scale: 1).tree.root.sublayers
    let message = try #require(layers.first { $0.name == "message" } as? TextLayer)
    #expect(message.attributes.isWrapped && message.attributes.maximumLines == 2)
    // The height of a line of Inter, in parts of its size.
    #expect(message.frame.height >= 2 * 1.21 * message.attributes.size)
    #expect(message.frame.maxY <= size.height)
    let bars = layers.filter { $0 is ProgressLayer }
    #expect(bars.count == 1 && bars.allSatisfy { $0.frame.maxY <= message.frame.minY + 0.01 })
  }

  @Test func `parts have looks of their own, and are one text`() throws {
    let instance = try load(
      """
      { "strings": { "en": { "done": "finished" } }, "locale": "en",
        "layers": [ { "kind": "text", "fontSize": 20, "weight": 300, "color": "#FFFFFF80", "progress": 0.5,
          "font": "DejaVu Sans",
          "string": [ "Nearly ", { "text": "{percent} ", "weight": "bold", "fontSize": 30, "underline": true },
            { "text": "@done", "color": "#FF0000" } ] } ] }
      """)
    let layer = try #require(instance.tree.root.sublayers[0] as? TextLayer)
    #expect(layer.shownString == "Nearly 50% finished")
    #expect(layer.runStyles.count == 2)
    #expect(layer.runStyles[0].style.scale == 1.5)
    #expect(layer.runStyles[0].style.isUnderlined)
    #expect(
      layer.runStyles[0].style.fonts?.fonts.first?.path.hasSuffix("DejaVuSans-Bold.ttf") == true)
    #expect(layer.runStyles[0].color == nil)
    #expect(layer.runStyles[1].style == TextStyle())
    #expect(layer.runStyles[1].color == Color(red: 1, green: 0, blue: 0))
    layer.string = "other"
    #expect(layer.shownString == "other")
  }

  @Test func `a missing font of a part is reported where it is named`() throws {
    let start = "{ \"layers\": [{ \"kind\": \"text\", \"string\": [{ \"text\": \"a\", \"font\": "
    let warnings = try SceneLoader.load(
      bytes: Array((start + "\"Nowhere Sans\" }] }] }").utf8), name: "s", directory: nil
    ).warnings
    #expect(warnings.count == 1 && warnings[0].code == .font)
    #expect(warnings[0].column == start.utf8.count + 1)
  }

  @Test func `a mark in a text gives no style to a part without one`() throws {
    let instance = try load(
      """
      { "layers": [ { "kind": "text", "string": [ "a\\uFDD1b", { "text": "c", "color": "#FF0000" } ] } ] }
      """)
    let layer = try #require(instance.tree.root.sublayers[0] as? TextLayer)
    #expect(
      Array(layer.string.unicodeScalars)
        == Array(("ab" + TextRunMark.marked("c", style: 1)).unicodeScalars))
  }

  @Test(arguments: [
    "[]", "[{}]", "[{ \"text\": 1 }]", "[1]", "[[\"a\"]]", "[{ \"text\": \"a\", \"size\": 1 }]",
    "[{ \"text\": \"@nothing\", \"weight\": 700 }]", "{ \"text\": \"a\" }",
  ])
  func `parts that are wrong are refused`(parts: String) throws {
    let text =
      "{ \"strings\": { \"en\": { \"a\": \"b\" } }, \"layers\": [ { \"kind\": \"text\", \"string\": \(parts) }, { \"kind\": \"text\", \"string\": \"@a\" } ] }"
    #expect(throws: SceneError.self) { try load(text) }
  }

  @Test func `layers of one font share it`() throws {
    let instance = try load(
      """
      { "layers": [ { "kind": "text", "string": "a" }, { "kind": "text", "string": "b" },
          { "kind": "text", "string": "c", "weight": 700 } ] }
      """)
    let layers = instance.tree.root.sublayers.compactMap { $0 as? TextLayer }
    #expect(layers[0].fonts == layers[1].fonts)
    #expect(layers[0].fonts != layers[2].fonts)
  }

  @Test func `a control's message replaces the first string, and otherwise it stays`() throws {
    let instance = try load(
      """
      { "layers": [ { "kind": "text", "name": "a", "string": "one" },
          { "kind": "text", "name": "b", "string": "two" } ],
        "controls": { "x": { "kind": "text", "drives": "a" },
          "y": { "kind": "text", "text": "three", "drives": ["b", "b"] } } }
      """)
    let layers = instance.tree.root.sublayers.compactMap { $0 as? TextLayer }
    #expect(layers.map { $0.string } == ["one", "three"])
  }

  @Test func `any values of a text's keys are refused or drawn`() {
    var generator = SeededGenerator(seed: 7)
    let values = [
      "0", "-1", "1", "0.3", "1e308", "-1e308", "16384", "10000", "\"\"", "\"50%\"",
      "\"center\"", "\"end\"", "\"middle\"", "true", "null", "[]", "{}", "[\"Inter\"]",
      "\"\\u0000\\u202E\\uD83D\\uDE00\"", "\"de\"", "\"-\"", "{\"file\":\"/dev/null\"}",
      "\"1e9vw\"",
    ]
    let keys = [
      "string", "font", "weight", "italic", "fontSize", "minimumFontSize", "color", "alignment",
      "verticalAlignment", "wrapped", "truncation", "lines", "lineHeight", "letterSpacing",
      "locale", "progress", "opacity", "size",
    ]
    var played = 0
    for _ in 0..<250 {
      var members = [
        "\"kind\":\"text\"",
        "\"string\":\"Some wörds {percent}\\nשלום नमस्ते 日本語\"",
      ]
      for key in keys where Int.random(in: 0..<14, using: &generator) == 0 && key != "string" {
        members.append("\"\(key)\":\(values.randomElement(using: &generator) ?? "")")
      }
      let text = "{\"layers\":[{\(members.joined(separator: ","))}]}"
      do throws(SceneError) {
        let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
        let instance = scene.instantiate(size: Size(width: 160, height: 90), scale: 1)
        instance.tree.advance(to: 0)
        played += 1
      } catch {
        #expect(!error.diagnostics.isEmpty)
      }
    }
    #expect(played > 25)
  }

  @Test func `the longest text is stepped down from the greatest size in little time`() throws {
    let text = String(repeating: "word ", count: 3_200)
    let use = ThreadUse()
    for wrapped in [true, false] {
      let instance = try load(
        """
        { "layers": [ { "kind": "text", "string": "\(text)", "fontSize": 10000,
            "minimumFontSize": 1, "wrapped": \(wrapped) } ] }
        """)
      instance.tree.advance(to: 0)
      let layer = try #require(instance.tree.root.sublayers[0] as? TextLayer)
      #expect(layer.displayCount == 1)
    }
    // Ten thousand tries of sixteen thousand characters would take minutes.
    #expect(use.seconds < 20)
  }
}

/// Characters that no font has.
@Suite struct MissingCharactersTests {
  private func warnings(_ string: String) throws -> [SceneDiagnostic] {
    try SceneLoader.load(
      bytes: Array("{ \"layers\": [{ \"kind\": \"text\", \"string\": \"\(string)\" }] }".utf8),
      name: "s.jsonc", directory: nil
    ).warnings
  }

  @Test func `missing characters are reported once each, with their code points`() throws {
    // Of a plane without characters.
    let warning = try #require(
      try warnings("a\u{50001} b\u{50001}\u{5ABCD}").first)
    #expect(warning.code == .font && warning.severity == .warning && warning.line == 1)
    #expect(
      warning.message.hasPrefix("no font has \"\u{50001}\" (U+50001), \"\u{5ABCD}\" (U+5ABCD)"))
    let many = String(
      String.UnicodeScalarView((0..<50).compactMap { Unicode.Scalar(0x50000 + $0) }))
    let all = try warnings(many)
    #expect(all.count == 1 && all[0].message.hasSuffix(" and others"))
    #expect(all[0].message.utf8.count < 400)
  }

  @Test func `missing characters are reported once, with the number of texts`() throws {
    let texts = ["a\u{50001}", "b", "c\u{50001}", "\u{5ABCD}"].map {
      "{ \"kind\": \"text\", \"string\": \"\($0)\" }"
    }
    let found = try SceneLoader.load(
      bytes: Array("{ \"layers\": [\(texts.joined(separator: ", "))] }".utf8), name: "s",
      directory: nil
    ).warnings
    #expect(
      found.map(\.message) == [
        "no font has \"\u{50001}\" (U+50001), in 2 texts", "no font has \"\u{5ABCD}\" (U+5ABCD)",
      ])
  }

  @Test func `missing characters are reported with their locales`() throws {
    let found = try SceneLoader.load(
      bytes: Array(
        """
        { "strings": {
            "en": { "a": "a", "all": "\u{50001}" }, "ja": { "a": "\u{50000}", "all": "\u{50001}" },
            "zh": { "a": "\u{50000}b", "all": "\u{50001}" } },
          "layers": [
            { "kind": "text", "string": "@a" }, { "kind": "text", "string": "@a" },
            { "kind": "text", "string": "@all" } ] }
        """.utf8), name: "s", directory: nil
    ).warnings
    #expect(
      found.map(\.message) == [
        "no font has \"\u{50000}\" (U+50000), in the locales ja, zh, in 2 texts",
        "no font has \"\u{50001}\" (U+50001)",
      ])
  }

  @Test func `missing characters are reported once for all texts of a locale`() throws {
    let found = try SceneLoader.load(
      bytes: Array(
        """
        { "strings": {
            "en": { "a": "a", "b": "b", "c": "c", "e": "e" },
            "xx": { "a": "\u{50000}", "b": "\u{50001}b", "c": "\u{50002}", "e": "\u{50003}" } },
          "layers": [
            { "kind": "text", "string": "@a" }, { "kind": "text", "name": "phase", "string": "{phase}" },
            { "kind": "text", "name": "state", "string": "" }, { "kind": "text", "name": "message", "string": "" } ],
          "controls": {
            "job": { "kind": "progress", "drives": "phase",
              "phases": [ { "name": "one", "label": "@b" }, { "name": "two", "label": "two" } ] },
            "outcome": { "kind": "state", "states": { "on": { "changes": [ { "layer": "state", "text": "@c" } ] } } },
            "status": { "kind": "text", "drives": "message", "text": "@e" } } }
        """.utf8), name: "s", directory: nil
    ).warnings
    #expect(
      found.map(\.message) == [
        "no font has \"\u{50000}\" (U+50000), \"\u{50002}\" (U+50002), \"\u{50001}\" (U+50001), "
          + "\"\u{50003}\" (U+50003), in the locale xx, in 4 texts"
      ])
  }

  @Test(arguments: [
    (#""layers": [ { "kind": "text", "string": "ab" } ]"#, false),
    (#""layers": [ { "kind": "text", "string": "ab", "name": "รอ" } ]"#, false),
    (#""layers": [ { "kind": "text", "string": "รอ" } ]"#, true),
    (
      #""layers": [ { "kind": "text", "string": ["a", { "text": "\u0E01", "weight": "bold" }] } ]"#,
      true
    ),
    (
      #""strings": { "en": { "a": "a" }, "th": { "a": "รอ" } }, "layers": [ { "kind": "text", "string": "@a" } ]"#,
      true
    ),
    (
      #""layers": [], "variants": [ { "when": { "orientation": "portrait" }, "#
        + #""layers": [ { "kind": "text", "string": "รอ" } ] } ]"#,
      true
    ),
  ]) func `a scene knows if its texts have Thai letters`(members: String, isThai: Bool) throws {
    let scene = try SceneLoader.load(
      bytes: Array("{ \(members) }".utf8), name: "s", directory: nil)
    #expect(scene.hasThaiTexts == isThai)
  }

  @Test func `variants have the catalog of fonts of their scene`() throws {
    let source = SourceText(name: "s", bytes: [])
    let reader = SceneReader(source: source, directory: nil)
    let first = SceneReader(ofVariant: reader)
    let catalog = first.fontCatalog
    reader.adopt(first)
    #expect(reader.fontCatalog === catalog)
    #expect(SceneReader(ofVariant: reader).fontCatalog === catalog)
  }

  @Test func `the words of a locale for the time that is left are among them`() throws {
    let fonts = try FontStack(FontDescriptor(), in: FontCatalog())
    let words = "残り約分時間未満"
    let missing = fonts.missingCharacters(in: words, limit: 9)
    let found = try SceneLoader.load(
      bytes: Array(
        """
        { "strings": { "en": { "a": "a" }, "ja": { "a": "b" } },
          "layers": [ { "kind": "text", "string": "@a" }, { "kind": "text", "string": "{timeLeft}" } ] }
        """.utf8), name: "s", directory: nil
    ).warnings
    #expect(found.isEmpty == missing.isEmpty)
    #expect(found.allSatisfy { $0.message.hasSuffix("in the locale ja") })
  }

  @Test func `a scene that is to be shown soon is searched in part`() throws {
    func findings(_ text: String, isSoon: Bool) throws -> [String] {
      let layers = Array(
        repeating:
          "{ \"kind\": \"text\", \"string\": \"\(text)\", \"fontSize\": 10, \"hidden\": true }",
        count: 800)
      let letters = Array("abcdefgh")
      // Without words of their own.
      let locales = letters.flatMap { a in letters.map { "\"q\(a)\($0)\": {}" } }
      return try SceneLoader.load(
        bytes: Array(
          """
          { "strings": { \(locales.joined(separator: ", ")) }, "layers": [
            \(layers.joined(separator: ", ")), { "kind": "text", "string": "\u{50001}" } ] }
          """.utf8), name: "s", directory: nil, options: ReadingOptions(defersPictures: isSoon)
      ).warnings.map(\.message)
    }
    let missing = ["no font has \"\u{50001}\" (U+50001)"]
    let long = String(repeating: "word ", count: 40)
    #expect(try findings(long, isSoon: false) == missing)
    #expect(try findings(long, isSoon: true) == [])
    // The words of each locale are looked for once.
    #expect(try findings("some words {timeLeft}", isSoon: true) == missing)
  }

  @Test func `an invisible character is not reported as missing`() throws {
    #expect(try warnings("a\u{200D}b\u{FE0F} \u{2067}c\u{2069}\u{AD}\u{3000}\\n").isEmpty)
  }
}
