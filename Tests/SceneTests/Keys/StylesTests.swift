import Geometry
import Layers
import Raster
import Scene
import TestSupport
import Testing

/// Styles with sublayers and variables of their own, and the objects that use them.
@Suite struct StylesTests {
  private func load(_ text: String) throws(SceneError) -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "scene.jsonc", directory: nil)
  }

  private func scene(_ text: String) throws -> Scene {
    let scene = try load(text)
    #expect(scene.warnings == [])
    return scene
  }

  private func layers(_ text: String) throws -> [Layer] {
    try scene(text).instantiate(size: Size(width: 200, height: 100), scale: 1).tree.root.sublayers
  }

  private func mistakes(_ text: String) -> [String] {
    do throws(SceneError) {
      return try load(text).warnings.map(\.summary)
    } catch {
      return error.diagnostics.map(\.summary)
    }
  }

  @Test func `the scene's own layer is found before one of that name in a style`() throws {
    let text = """
      { "styles": { "card": { "layers": [ { "name": "title" } ] } },
        "layers": [ { "name": "header", "layers": [ { "name": "title" } ] },
          { "use": "card", "name": "a" }, { "use": "card", "name": "b" } ],
        "controls": { "off": { "kind": "state", "states": { "on": {}, "off": {
          "changes": { "layer": "title", "key": "opacity", "to": 0.5 } } } } } }
      """
    #expect(mistakes(text).isEmpty)
    let two = text.replacing("{ \"name\": \"title\" } ] },", with: "{ \"name\": \"other\" } ] },")
    #expect(mistakes(two).count == 1)
  }

  @Test func `a colour or text for another value of a variable is not reported as unused`() {
    let text = """
      { "variables": { "theme": "day" },
        "colors": { "day-ink": "#222222", "night-ink": "#EEEEEE", "paper": "#FFFFFF" },
        "strings": { "en": { "day-hello": "Good day", "night-hello": "Good night" } },
        "layers": [ { "backgroundColor": "$theme-ink" },
          { "kind": "text", "string": "@$theme-hello" } ] }
      """
    let found = mistakes(text)
    #expect(found.count == 1 && found[0].contains("paper"), "\(found)")
  }

  @Test func `each use of a style has sublayers of its own`() throws {
    let found = try layers(
      """
      { "styles": {
          "machine": { "size": [40, 20], "variables": { "title": "Machine", "tone": "#00FF00" },
            "layers": [ { "name": "lamp", "backgroundColor": "$tone" }, { "name": "$title now" } ] } },
        "layers": [
          { "use": "machine", "name": "a" },
          { "use": "machine", "name": "b", "variables": { "title": "Press", "tone": "#FF0000" } } ],
        "controls": { "off": { "kind": "state", "states": {
          "on": {}, "off": { "changes": [ { "layer": "b/lamp", "key": "opacity", "to": 0 } ] } } } } }
      """)
    #expect(
      found.map { $0.sublayers.map(\.name) } == [["lamp", "Machine now"], ["lamp", "Press now"]])
    #expect(found[0].sublayers[0].backgroundColor == Color(red: 0, green: 1, blue: 0))
    #expect(found[1].sublayers[0].backgroundColor == Color(red: 1, green: 0, blue: 0))
    #expect(found[1].bounds.width == 40)
  }

  @Test func `driven properties share a style, in controls and in styles of progress`() throws {
    let text = """
      { "styles": { "fade": { "variables": { "end": 0.5 }, "key": "opacity", "from": 1, "to": "$end" } },
        "progressStyles": { "own": { "layers": [ { "name": "line" } ],
          "drives": { "layer": "line", "use": "fade" } } },
        "layers": [ { "name": "a", "size": [9, 9] }, { "name": "b", "size": [9, 9] },
          { "kind": "progress", "style": "own", "progress": 1, "size": [9, 9] } ],
        "controls": { "job": { "kind": "progress", "value": 1, "drives": [
          { "use": "fade", "layer": "a" },
          { "use": "fade", "layer": "b", "variables": { "end": 0.25 }, "from": 0 } ] } } }
      """
    #expect(try layers(text).map(\.opacity) == [0.5, 0.25, 1])
    let wrong = text.replacing("\"fade\", \"layer\": \"a\"", with: "\"fad\", \"layer\": \"a\"")
    #expect(mistakes(wrong).contains { $0.contains("there is no style \"fad\"") })
  }

  @Test func `a style within a style gets the values of the outer one`() throws {
    let found = try layers(
      """
      { "variables": { "brand": "#0000FF" },
        "styles": {
          "dot": { "variables": { "color": "#111111" }, "backgroundColor": "$color", "size": [4, 4] },
          "row": { "variables": { "color": "$brand" }, "layers": [
            { "use": "dot" }, { "use": "dot", "variables": { "color": "$color" } } ] } },
        "layers": [ { "use": "row" }, { "use": "row", "variables": { "color": "#FF0000" } } ] }
      """)
    let colors = found.map { $0.sublayers.map(\.backgroundColor) }
    let dark = try #require(colors[0][0])
    #expect(colors[1][0] == dark)
    #expect(colors[0][1] == Color(red: 0, green: 0, blue: 1))
    #expect(colors[1][1] == Color(red: 1, green: 0, blue: 0))
  }

  @Test func `a style on top of another has its variables, too`() throws {
    let found = try layers(
      """
      { "styles": {
          "box": { "variables": { "side": 10, "title": "a" }, "size": ["$side", "$side"] },
          "wide": { "use": "box", "variables": { "side": 30 }, "layers": [ { "name": "$title" } ] } },
        "layers": [ { "use": "wide" }, { "use": "wide", "variables": { "title": "b", "side": 7 } } ] }
      """)
    #expect(found.map { $0.bounds.width } == [30, 7])
    #expect(found.map { $0.sublayers[0].name } == ["a", "b"])
  }

  @Test func `a default has other variables of the style, as each use has them`() throws {
    let found = try layers(
      """
      { "variables": { "end": "." },
        "styles": {
          "base": { "variables": { "word": "", "end": "$end" }, "layers": [ { "name": "$word$end" } ] },
          "greeting": { "use": "base", "variables": { "who": "you", "word": "$hi $who", "hi": "Hi" } },
          "loud": { "use": "greeting", "variables": { "who": "$who" } } },
        "layers": [ { "use": "base" }, { "use": "greeting" }, { "use": "greeting", "variables": { "who": "me" } },
          { "use": "greeting", "variables": { "word": "$$who" } }, { "use": "loud", "variables": { "hi": "Oh", "end": "!" } } ] }
      """)
    #expect(
      found.map { $0.sublayers[0].name } == [".", "Hi you.", "Hi me.", "$who.", "Oh you!"])
  }

  @Test func `defaults that are made of each other are mistakes, and so are names of styles above`()
    throws
  {
    func findings(_ styles: String) -> [String] {
      do throws(SceneError) {
        return try SceneLoader.load(
          bytes: Array("{ \"styles\": { \(styles) }, \"layers\": [ { \"use\": \"b\" } ] }".utf8),
          name: "s", directory: nil
        ).warnings.map(\.message)
      } catch {
        return error.diagnostics.map(\.message)
      }
    }
    let circle = findings(
      #""b": { "variables": { "x": "$y 1", "y": "$z", "z": "$x" }, "backgroundColor": "$x" }"#)
    #expect(circle.first?.contains("x → y → z → x") == true, "\(circle)")
    let above = findings(
      #""a": { "variables": { "w": "$who" } }, "b": { "use": "a", "variables": { "who": "white" }, "backgroundColor": "$w" }"#
    )
    #expect(above.first == "there is no variable \"who\"", "\(above)")
    let chain = (0..<12).map { "\"v\($0)\": \"$v\($0 + 1)$v\($0 + 1)\"" }.joined(separator: ", ")
    let long = findings(
      "\"b\": { \"variables\": { \(chain), \"v12\": \"aaaaaaaaaaaaaaaa\" }, \"label\": \"$v0\" }")
    #expect(long.first == "a variable that stands for more than 8 others", "\(long)")
  }

  @Test(arguments: [false, true])
  func `variables of the scene are the same in all places`(stylesComeLast: Bool) throws {
    let styles = """
      "styles": {
        "box": { "variables": { "accent": "#00FF00", "price": "none" }, "backgroundColor": "$tone",
          "layers": [ { "name": "$price", "backgroundColor": "$accent" } ] } }
      """
    let layers = """
      "layers": [ { "use": "box", "variables": { "price": "$cost" } }, { "backgroundColor": "$tone", "name": "$cost" } ]
      """
    let scene = try load(
      """
      { "variables": { "accent": "#FF0000", "tone": "$accent", "cost": "$$5" },
        \(stylesComeLast ? layers : styles), \(stylesComeLast ? styles : layers) }
      """)
    #expect(
      scene.warnings.map(\.message) == [
        "the style's variable \"accent\" hides the scene's one of the same name"
      ])
    let found = scene.instantiate(size: Size(width: 200, height: 100), scale: 1).tree.root.sublayers
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(found.map(\.backgroundColor) == [red, red] && found[1].name == "$5")
    #expect(found[0].sublayers[0].name == "$5")
    #expect(found[0].sublayers[0].backgroundColor == Color(red: 0, green: 1, blue: 0))
  }

  @Test
  func `a default is the scene's variable of the same name, and texts of a style are its own`()
    throws
  {
    let found = try layers(
      """
      { "variables": { "brand": "#FF0000" },
        "styles": {
          "base": { "layers": [ { "name": "$$title" } ] },
          "box": { "variables": { "brand": "$brand", "sign": "$$5", "title": "no" }, "use": "base",
            "backgroundColor": "$brand", "cornerRadius": 1, "mask": { "name": "$sign" } } },
        "layers": [ { "use": "box" } ] }
      """)
    #expect(found[0].backgroundColor == Color(red: 1, green: 0, blue: 0))
    #expect(found[0].sublayers[0].name == "$title" && found[0].mask?.name == "$5")
  }

  @Test func `names between those of a path may be left out where one layer alone is meant`() throws
  {
    func drive(_ path: String) -> String {
      """
      { "layers": [
          { "name": "en", "layers": [ { "name": "face", "layers": [ { "name": "word" } ] } ] },
          { "name": "de", "layers": [ { "name": "face", "layers": [ { "name": "word" } ] },
              { "name": "back", "layers": [ { "name": "word" } ] } ] } ],
        "controls": { "job": { "kind": "progress", "drives": { "layer": "\(path)", "key": "opacity" } } } }
      """
    }
    #expect(mistakes(drive("en/word")) == [])
    #expect(mistakes(drive("de/word")).contains { $0.contains("2 layers are called") })
    #expect(mistakes(drive("face/en/word")).contains { $0.contains("there is no layer") })
  }

  @Test func `an opacity goes on top of that of a variable`() throws {
    let found = try layers(
      """
      { "variables": { "tone": "#FF0000 50%" }, "layers": [ { "backgroundColor": "$tone 50%" } ] }
      """)
    #expect(found[0].backgroundColor == Color(red: 1, green: 0, blue: 0, alpha: 0.25))
  }

  @Test func `a variant changes a style with variables`() throws {
    let scene = try scene(
      """
      { "styles": { "box": { "variables": { "tone": "#00FF00" }, "backgroundColor": "$tone" } },
        "layers": [ { "use": "box" } ],
        "variants": [ { "when": { "maxWidth": 100 }, "styles": { "box": { "borderColor": "$tone", "borderWidth": 1 } } } ] }
      """)
    let narrow = scene.instantiate(size: Size(width: 90, height: 100), scale: 1)
    #expect(narrow.tree.root.sublayers[0].borderColor == Color(red: 0, green: 1, blue: 0))
  }

  @Test func `controls, options and cells use styles`() throws {
    let scene = try scene(
      """
      { "styles": {
          "health": { "kind": "state", "variables": { "of": "" }, "label": "Health", "states": {
            "good": {}, "bad": { "changes": [ { "layer": "$of/lamp", "key": "opacity", "to": 0 } ] } } },
          "key": { "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "opacity", "to": 0.9 },
            "chosen": { "key": "zPosition", "to": 1 } },
          "spark": { "lifetime": 1, "birthRate": 2 } },
        "layers": [
          { "name": "a", "layers": [ { "name": "lamp" } ] }, { "name": "b", "layers": [ { "name": "lamp" } ] },
          { "name": "en" }, { "name": "de" },
          { "kind": "emitter", "size": [10, 10], "cells": [
            { "use": "spark", "velocity": 1 }, { "use": "spark", "lifetime": 2 } ] } ],
        "controls": {
          "one": { "use": "health", "variables": { "of": "a" } },
          "two": { "use": "health", "variables": { "of": "b" }, "label": "The second" },
          "language": { "kind": "choice", "value": "en", "options": {
            "en": { "layer": "en", "use": "key" }, "de": { "layer": "de", "use": "key" } } } } }
      """)
    #expect(scene.controls.map(\.name) == ["one", "two", "language"])
    #expect(scene.controls.map(\.label) == ["Health", "The second", nil])
  }

  @Test func `a variable stands within a text, too`() throws {
    let found = try layers(
      """
      { "variables": { "ink": "#FF0000", "side": 8, "name": "Box", "half": 0.5, "file": "$name-$half" },
        "colors": { "soft": "$ink 50%" },
        "layers": [
          { "name": "$name $name-a $$name $5 $none", "backgroundColor": "$ink 50%", "size": ["$side% + 4", 10] },
          { "name": "$file", "backgroundColor": "soft", "opacity": "$half" },
          { "name": "$$ $name" } ] }
      """)
    #expect(found[0].name == "Box Box-a $name $5 $none")
    #expect(found[0].backgroundColor == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(found[0].bounds.width == 20)
    #expect(found[1].name == "Box-0.5" && found[1].backgroundColor == found[0].backgroundColor)
    #expect(found[2].name == "$ Box")
  }

  @Test(arguments: [
    (
      #""a": { "layers": [ { "use": "a" } ] }"#, #""use": "a""#,
      "the layers of a style are made of themselves"
    ),
    (
      #""a": { "mask": { "use": "a" } }"#, #""use": "a""#,
      "the layers of a style are made of themselves"
    ),
    (#""a": { "name": "x" }"#, #""use": "a""#, "a style cannot have the key `name`"),
    (
      #""a": { "variables": { "side": 1 }, "size": ["$side", "$side"] }"#,
      #""use": "a", "variables": { "sid": 2 }"#,
      "the style \"a\" has no variable \"sid\""
    ),
    (
      #""a": { "variables": { "side": 1 }, "size": ["$side", "$sid"] }"#, #""use": "a""#,
      "there is no variable \"sid\""
    ),
    (#""a": { "variables": { "side": [] } }"#, #""use": "a""#, "`side` is an array"),
    (#""a": { "variables": 3 }"#, #""use": "a""#, "`variables` is a number"),
    (#""a": { "opacity": 1 }"#, #""use": "a", "variables": { "b": 1 }"#, "has no variable \"b\""),
    (#""a": { "opacity": 1 }"#, #""variables": { "b": 1 }"#, "unknown key `variables` in a layer"),
    (#""a": { "layers": [ { "opacit": 1 } ] }"#, #""use": "a""#, "unknown key `opacit`"),
  ])
  func `a mistake in styles is reported`(style: String, layer: String, expected: String) {
    let found = mistakes("{ \"styles\": { \(style) }, \"layers\": [ { \(layer) } ] }")
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test func `styles that multiply are bounded`() {
    var styles = ##""s0": { "variables": { "a": "x" }, "layers": [ { "name": "$a" } ] }"##
    for level in 1...30 {
      styles += """
        , "s\(level)": { "variables": { "a": "x" }, "layers": [
          { "use": "s\(level - 1)", "variables": { "a": "$a$a" } }, { "use": "s\(level - 1)" } ] }
        """
    }
    let use = ThreadUse()
    let found = mistakes("{ \"styles\": { \(styles) }, \"layers\": [ { \"use\": \"s30\" } ] }")
    #expect(found.contains { $0.contains("at most") || $0.contains("layers or more") }, "\(found)")
    #expect(use.seconds < 5)
  }

  @Test func `the work for long texts and names in styles is bounded`() {
    let uses = Array(repeating: "{\"use\":\"s\"}", count: 5000).joined(separator: ",")
    let text = String(repeating: "$a-", count: 300_000)
    let use = ThreadUse()
    var found = mistakes(
      "{\"styles\":{\"s\":{\"variables\":{\"x\":1},\"text\":\"\(text)\"}},\"layers\":[\(uses)]}")
    #expect(found.contains { $0.contains("too many values in all of their uses") }, "\(found)")
    let styles = (0..<9000).map { "\"s\($0)\":{\"use\":\"z\"}" }.joined(separator: ",")
    found = mistakes(
      "{\"styles\":{\(styles),\"z\":{\"use\":\"z\",\"variables\":{\"a\":1}}},\"layers\":[]}")
    #expect(!found.isEmpty)
    let path = String(repeating: "a/", count: 400_000)
    let layers = Array(repeating: "{\"name\":\"a\"}", count: 5000).joined(separator: ",")
    found = mistakes(
      "{\"layers\":[\(layers)],\"controls\":{\"c\":{\"kind\":\"text\",\"drives\":\"\(path)zz\"}}}")
    #expect(found.contains { $0.contains("there is no layer") }, "\(found)")
    #expect(use.seconds < 30)
  }

  @Test func `texts with variables in them are bounded`() {
    let long = String(repeating: "x", count: 4000)
    let uses = Array(repeating: "\"$v$v\"", count: 4000).joined(separator: ",")
    let found = mistakes(
      "{ \"variables\": { \"v\": \"\(long)\" }, \"layers\": [ { \"name\": [\(uses)] } ] }")
    #expect(found.contains { $0.contains("texts with variables in them are too long") }, "\(found)")
  }

  @Test func `variables that multiply are bounded before they are made`() {
    let names = String(repeating: "$a", count: 2048)
    let found = mistakes(
      """
      { "variables": { "a": "\(String(repeating: "x", count: 4096))", "b": "\(names)", "c": "\(names.replacing("a", with: "b"))" },
        "layers": [ { "name": "$c" } ] }
      """)
    #expect(found.contains { $0.contains("texts with variables in them are too long") }, "\(found)")
  }

  @Test func `a variant keeps the kinds of controls`() {
    let found = mistakes(
      """
      { "styles": { "s": { "kind": "state", "states": { "on": {}, "off": {} } }, "t": { "kind": "text", "drives": "line" } },
        "layers": [ { "kind": "text", "name": "line", "string": "a" } ], "controls": { "v": { "use": "s" } },
        "variants": [ { "when": { "maxWidth": 100 }, "controls": { "v": { "use": "t" } } } ] }
      """)
    #expect(found.contains { $0.contains("the variant changes the") }, "\(found)")
  }
}
