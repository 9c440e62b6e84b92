import Foundation
import Geometry
import Layers
import Scene
import TestSupport
import Testing
import Text

/// Named strings, and the locale in which a scene is shown.
@Suite struct StringsTests {
  private static let strings = """
    "strings": {
      "en": { "title": "Updating", "left": "{timeLeft}", "again": "Retry" },
      "de": { "title": "Wird aktualisiert", "again": "Wiederholen" },
      "de-CH": { "title": "Wird aktualisiert, gäll" },
      "pt-BR": { "title": "Atualizando" },
    }
    """

  private func load(_ text: String) throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
  }

  private func findings(_ text: String) -> [String] {
    do throws(SceneError) {
      return try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil).warnings
        .map { $0.summary + ($0.hint.map { " / " + $0 } ?? "") }
    } catch {
      return error.diagnostics.map { $0.summary + ($0.hint.map { " / " + $0 } ?? "") }
    }
  }

  private func texts(_ scene: Scene, _ locale: String) -> [String] {
    scene.instantiate(size: Size(width: 400, height: 300), scale: 1, locale: locale).tree.root
      .sublayers.compactMap { ($0 as? TextLayer)?.shownString }
  }

  @Test(
    "the nearest locale counts",
    arguments: [
      ("", "Updating|Retry"), ("en-GB", "Updating|Retry"), ("de", "Wird aktualisiert|Wiederholen"),
      ("de_AT.UTF-8", "Wird aktualisiert|Wiederholen"),
      ("DE-ch", "Wird aktualisiert, gäll|Wiederholen"), ("pt", "Atualizando|Retry"),
      ("fr", "Updating|Retry"), ("C", "Updating|Retry"), ("d", "Updating|Retry"),
    ])
  func nearest(locale: String, shown: String) throws {
    let scene = try load(
      """
      { \(Self.strings), "layers": [ { "kind": "text", "string": "@title" },
        { "kind": "text", "string": "{@again}" }, { "kind": "text", "string": "{@left}" } ] }
      """)
    #expect(texts(scene, locale).prefix(2).joined(separator: "|") == shown)
    #expect(scene.locales == ["en", "de", "de-CH", "pt-BR"])
  }

  @Test func `a string may stand in a longer text, beside placeholders and braces`() throws {
    let scene = try load(
      """
      { "locale": "de", "strings": { "en": { "a": "x", "b-1": "y" }, "de": { "a": "ä{percent}", "b-1": "{" } },
        "layers": [ { "kind": "text", "string": "{@b-1}{@a}, {{@a}} {percent}@a", "progress": 0.5 },
          { "kind": "text", "string": "@@a {@a}" }, { "kind": "text", "string": "@ a" } ] }
      """)
    #expect(texts(scene, "en") == ["yx, {x} 50%@a", "@a x", "@ a"])
    #expect(
      texts(scene, "") == ["{ä50\u{A0}%, {ä50\u{A0}%} 50\u{A0}%@a", "@a ä0\u{A0}%", "@ a"])
    #expect(scene.locales == ["de", "en"])
  }

  @Test func `a string may stand in another one, each in the nearest locale`() throws {
    let scene = try load(
      """
      { "strings": {
          "en": { "brand": "Caldera", "note": "{@brand} No. {@number}: {percent}", "number": "4", "at": "@brand @@" },
          "de": { "number": "vier", "at": "{@note}!" } },
        "layers": [ { "kind": "text", "string": "@note" }, { "kind": "text", "string": "({@at})" } ] }
      """)
    #expect(scene.warnings.filter { $0.code == .unused } == [])
    #expect(texts(scene, "en") == ["Caldera No. 4: 0%", "(@brand @@)"])
    #expect(
      texts(scene, "de") == ["Caldera No. vier: 0\u{A0}%", "(Caldera No. vier: 0\u{A0}%!)"])
  }

  @Test func `strings in each other are bounded, and end`() {
    func scene(_ strings: [String: String]) -> String {
      let members = strings.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
      return "{ \"strings\": { \"en\": { \(members.joined(separator: ", ")) } }, "
        + "\"layers\": [ { \"kind\": \"text\", \"string\": \"@a\" } ] }"
    }
    #expect(
      findings(scene(["a": "{@b}", "b": "{@a}"])) == [
        "s:1:24: error: named strings stand in each other: \"a\", \"b\", \"a\", \"b\""
      ])
    #expect(
      findings(scene(["a": "x {@bee}", "be": ""])) == [
        "s:1:24: error: there is no string \"bee\", which \"a\" names / did you mean \"{@be}\"?"
      ])
    #expect(findings(scene(["a": "{@b}", "b": "{@c}", "c": "{@d}", "d": "x"])) == [])
    let many = String(repeating: "{@NEXT}", count: 600)
    let bomb = scene([
      "a": many.replacing("NEXT", with: "b"), "b": many.replacing("NEXT", with: "c"),
      "c": many.replacing("NEXT", with: "d"), "d": "",
    ])
    let use = ThreadUse()
    let found = findings(
      bomb.replacing("] }", with: ", { \"label\": \"@a\" }, { \"label\": \"@b\" } ] }"))
    #expect(found.count == 1 && found[0].contains("parts of texts in all locales, or more"))
    #expect(use.seconds < 5)
  }

  @Test func `a scene without strings has at signs`() throws {
    let scene = try load(
      "{ \"layers\": [ { \"kind\": \"text\", \"string\": \"@home @@x\" }, { \"kind\": \"text\", \"string\": \"@a\" } ] }"
    )
    #expect(texts(scene, "de") == ["@home @@x", "@a"] && scene.locales.isEmpty)
  }

  @Test func `numbers are in the language of the scene`() throws {
    func percent(_ keys: String, _ locale: String) throws -> String {
      try #require(
        texts(
          load("{ \(keys) \"layers\": [ { \"kind\": \"text\", \"string\": \"{percent}\" } ] }"),
          locale
        ).first)
    }
    #expect(try percent("", "de") == "0\u{A0}%" && percent("", "") == "0%")
    #expect(try percent("\"locale\": \"en\",", "de") == "0%")
    #expect(try percent("\"locale\": \"en\",", "en-GB") == "0%")
    #expect(try percent("\"locale\": \"de\",", "") == "0\u{A0}%")
    let arabic = "\"strings\": { \"en\": { \"a\": \"a\" }, \"ar\": { \"a\": \"a\" } },"
    #expect(try percent(arabic, "ar-MA") == PercentFormat(locale: "ar-MA").text(0))
    #expect(try percent(arabic, "ar-EG") == "٠\u{66A}\u{61C}")
  }

  @Test func `labels, states and phases have strings, too`() throws {
    let scene = try load(
      """
      { "strings": { "en": { "a": "Yes" }, "de": { "a": "Ja" } },
        "layers": [ { "kind": "text", "name": "t", "string": "", "label": "@a" }, { "name": "b" } ],
        "controls": {
          "p": { "kind": "progress", "label": "{@a}!", "phases": [{ "name": "x", "label": "@a" }] },
          "t": { "kind": "text", "text": "@a" },
          "s": { "kind": "state", "states": { "x": { "label": "@a", "changes": [{ "layer": "t", "text": "@a" }] } } },
          "c": { "kind": "choice", "options": { "x": { "label": "@a", "layer": "b",
            "pressed": { "key": "opacity", "to": 1 }, "focused": { "key": "opacity", "to": 1 } } } } } }
      """)
    let instance = scene.instantiate(size: Size(width: 9, height: 9), scale: 1, locale: "de")
    #expect(instance.accessibleLayers.first?.label == "Ja")
    var found: [String] = []
    for control in instance.controls {
      switch control.content {
      case .progress(let progress, _):
        found += [control.label ?? "", progress.phases[0].label]
      case .text(let text, _): found.append(text.text ?? "")
      case .state(let state, let layers):
        found.append(state.states[0].label)
        if case .text(let text) = layers.states[0][0].effect { found.append(text) }
      case .press(let press, _): found.append(press.options[0].label)
      default: break
      }
    }
    #expect(found == ["Ja!", "Ja", "Ja", "Ja", "Ja", "Ja"])
  }

  @Test func `mistakes in unused strings are reported, too`() {
    func scene(_ strings: String) -> String {
      "{ \"strings\": { \"en\": { \(strings), \"c\": \"x\" } }, "
        + "\"layers\": [ { \"label\": \"@c\" } ] }"
    }
    #expect(
      findings(scene("\"a\": \"{@nope}\", \"b\": \"{@a}\"")) == [
        "s:1:24: error: there is no string \"nope\", which \"a\" names"
      ])
    #expect(
      findings(scene("\"a\": \"{@b}\", \"b\": \"{@a}\"")) == [
        "s:1:24: error: named strings stand in each other: \"a\", \"b\", \"a\", \"b\""
      ])
    // The limit for all texts counts the texts that are shown.
    let many = (0..<3).map {
      "\"a\($0)\": \"\(String(repeating: "{@a\($0 + 1)}", count: 600))\""
    }
    #expect(
      findings(scene(many.joined(separator: ", ") + ", \"a3\": \"\"")).allSatisfy {
        $0.contains("warning: nothing uses")
      })
  }

  @Test func `a mistake in strings is reported with its place and a hint`() {
    let layer =
      "\"layers\": [ { \"kind\": \"text\", \"string\": \"@titel\" }, { \"label\": \"{@x}\" } ]"
    #expect(
      findings("{ \"strings\": { \"en\": { \"title\": \"T\" } }, \(layer) }") == [
        "s:1:82: error: there is no string \"titel\" / did you mean \"@title\"?",
        "s:1:105: error: there is no string \"x\"",
      ])
    #expect(
      findings(
        "{ \"strings\": { \"en\": {}, \"de\": { \"titel\": \"T\", \"x\": \"\" } }, \(layer) }"
      ).first
        == "s:1:101: error: the string \"titel\" is missing in \"en\", the scene's usual locale")
    let swapped = "\"title\": { \"en\": \"T\", \"de\": \"U\" }, \"end\": { \"en\": \"E\" }"
    let used = "\"layers\": [ { \"kind\": \"text\", \"string\": \"@title\" } ]"
    #expect(
      findings("{ \"strings\": { \(swapped) }, \(used) }").contains(
        "s:1:115: error: there is no string \"title\" / `strings` are by locale first, as in { \"en\": { \"title\": \"…\" } }"
      ))
    #expect(
      findings("{ \"locale\": \"fr\", \"strings\": { \"en\": {} }, \"layers\": [] }")
        == ["s:1:3: error: there are no `strings` in the scene's `locale`, \"fr\""])
    #expect(
      findings("{ \"strings\": { \"de_AT\": {}, \"de-at\": {} }, \"layers\": [] }")
        == ["s:1:29: error: \"de-at\" and \"de_AT\" are the same locale"])
    #expect(
      findings("{ \"strings\": { \"d e\": {} }, \"layers\": [] }")
        == ["s:1:16: error: \"d e\" is not a locale"])
    #expect(
      findings("{ \"strings\": { \"de\": { \"1\": \"\" } }, \"layers\": [] }")
        == ["s:1:24: error: a string has the name \"1\""])
    #expect(
      findings("{ \"strings\": { \"de\": 1 }, \"layers\": [] }")
        == ["s:1:22: error: `de` is a number"])
  }

  @Test func `strings of an included file are joined, locale by locale`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strings-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let included = """
      { "strings": { "en": { "a": "A", "b": "B", "unused": "" }, "de": { "b": "Be" } },
        "layers": [ { "kind": "text", "string": "{@a} {@b}" } ] }
      """
    let own = """
      { "include": "other.jsonc", "strings": { "en": { "a": "Own" }, "de": { "a": "Eigen" } }, "locale": "de" }
      """
    try Data(included.utf8).write(to: folder.appending(path: "other.jsonc"))
    try Data(own.utf8).write(to: folder.appending(path: "main.jsonc"))
    let scene = try SceneLoader.load(path: folder.appending(path: "main.jsonc").path)
    #expect(scene.warnings == [])
    #expect(texts(scene, "") == ["Eigen Be"] && texts(scene, "en") == ["Own B"])
  }

  @Test func `missing and unused strings are warnings`() {
    #expect(
      findings(
        """
        { "strings": {
          "en": { "a": "A", "b": "B", "c": "C" },
          "de": { "a": "Ä" },
          "de-CH": {},
          "fr": { "a": "À", "b": "B", "d": "D" } },
          "layers": [ { "kind": "text", "string": "@a {@b}" }, { "label": "@b" }, { "label": "@a" } ] }
        """) == [
          "s:2:31: warning: nothing uses the string \"c\"",
          "s:3:3: warning: the locale \"de\" has no \"b\" / \"en\" takes the place",
          "s:4:3: warning: the locale \"de-CH\" has no \"b\" / \"en\" takes the place",
          "s:5:31: warning: nothing uses the string \"d\"",
        ])
  }

  @Test func `strings count where a text shows them, in however many locales they are`() {
    let text = String(repeating: "word ", count: 20)
    let strings = (0..<200).map { "\"s\($0)\": \"\(text)\"" }.joined(separator: ", ")
    let letters = "abcdefgh"
    let locales = letters.flatMap { first in
      letters.map { "\"\(first)\($0)\": { \(strings) }" }
    }
    let layer = "{ \"kind\": \"text\", \"string\": \"@s0\" }"
    let found = findings(
      "{ \"strings\": { \(locales.joined(separator: ", ")) }, \"layers\": [ \(layer) ] }")
    #expect(!found.isEmpty && found.allSatisfy { $0.contains("warning: nothing uses") })
  }

  @Test func `the longest locale counts for limits`() throws {
    let long = String(repeating: "x", count: 1_030)
    let text = """
      { "strings": { "en": { "a": "short" }, "de": { "a": "\(long)" } }, "layers": [ { "label": "@a" } ] }
      """
    #expect(findings(text).first?.hasSuffix("`label` has 1030 bytes") ?? false)
    let code = """
      { "strings": { "en": { "a": "short" }, "de": { "a": "\(long)" } },
        "layers": [ { "kind": "qr", "string": "@a", "level": "H" },
          { "kind": "qr", "name": "q", "string": "", "level": "Q" } ],
        "controls": { "c": { "kind": "state", "states": { "x": { "changes": [{ "layer": "q", "text": "{@a}{@a}" }] } } } } }
      """
    #expect(findings(code) == ["s:4:96: error: `text` has 2060 bytes"])
    // Empty strings take time, too.
    let empty = String(repeating: "{@a}", count: 1_000)
    let texts = Array(repeating: "{ \"kind\": \"text\", \"string\": \"\(empty)\" }", count: 401)
    let found = findings(
      "{ \"strings\": { \"en\": { \"a\": \"\" } }, \"layers\": [ \(texts.joined(separator: ",")) ] }"
    )
    #expect(found.first?.hasSuffix("401000 parts of texts in all locales, or more") ?? false)
    // A string that is named so often is not expanded, since the result would have gigabytes.
    let text4K = String(repeating: "y", count: 4_000)
    let named = String(repeating: "{@a}", count: 4_000)
    #expect(
      findings(
        """
        { "strings": { "en": { "a": "\(text4K)" } }, "layers": [ { "kind": "text", "string": "\(named)" } ] }
        """) == ["s:1:4077: error: `string` has 20000 bytes"])
    let many = (0..<65).map { "\"a\($0)\": {}" }.joined(separator: ",")
    #expect(
      findings("{ \"strings\": { \(many) }, \"layers\": [] }") == ["s:1:14: error: 65 locales"])
  }
}
