import Layers
import Raster
import Testing

@testable import Scene

/// Words of other formats: the hint for each gives the right name.
@Suite struct SynonymsTests {
  private func hints(_ text: String) -> [String] {
    do throws(SceneError) {
      _ = try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil)
      return []
    } catch {
      return error.diagnostics.compactMap { $0.hint }
    }
  }

  @Test(arguments: [
    (#"{ "type": "text", "string": "a" }"#, "`kind`"),
    (#"{ "kind": "text", "text": "a" }"#, "`string`"),
    (#"{ "kind": "text", "string": "a", "textAlign": "center" }"#, "`alignment`"),
    (#"{ "kind": "text", "string": "a", "text-align": "center" }"#, "`alignment`"),
    (#"{ "kind": "text", "string": "a", "font_size": 3 }"#, "`fontSize`"),
    (#"{ "kind": "image", "src": "a.png" }"#, "`file`"),
    (##"{ "kind": "text", "string": "a", "foregroundColor": "#fff" }"##, "`color`"),
    (#"{ "kind": "text", "string": "a", "wrap": true }"#, "`wrapped`"),
    (#"{ "kind": "text", "string": "a", "maxLines": 2 }"#, "`lines`"),
    (#"{ "kind": "text", "string": "a", "ellipsis": "end" }"#, "`truncation`"),
    (##"{ "colour": "#fff" }"##, "`backgroundColor`"),
    (##"{ "kind": "gradient", "colour": ["#fff", "#000"] }"##, "`colors`"),
    (#"{ "kind": "progress", "style": "circle", "content": { "type": "percentage" } }"#, "`kind`"),
    (#"{ "kind": "qrcode", "string": "a" }"#, "\"qr\""),
    (#"{ "kind": "prog" }"#, "\"progress\""),
    (
      ##"{ "kind": "shape", "path": { "circle": {} }, "strokeColor": "#fff", "fill": "sun" }"##,
      "`fillColor`"
    ),
    (
      ##"{ "kind": "shape", "path": { "circle": {} }, "fillColor": "#fff", "strokeWidth": 3 }"##,
      "`lineWidth`"
    ),
    (#"{ "width": 3 }"#, "`size`"), (#"{ "children": [] }"#, "`layers`"),
    (#"{ "backgroundColor": "white" }"#, "\"#FFFFFF\""),
    (#"{ "backgroundColor": "rgb(255, 128, 0)" }"#, "\"#FF8000\""),
    (#"{ "backgroundColor": "transparent" }"#, "\"clear\""),
    (#"{ "backgroundColor": "rgba(255, 128, 0, 0.5)" }"#, "\"#FF800080\""),
    (#"{ "backgroundColor": "rgb(255 128 0 / 1)" }"#, "\"#FF8000FF\""),
    (#"{ "backgroundColor": "hsl(120, 100%, 25%)" }"#, "\"#008000\""),
    (#"{ "backgroundColor": "hsla(240 100% 50% / 50%)" }"#, "\"#0000FF80\""),
    (#"{ "kind": "label", "string": "a", "fontSize": 20 }"#, "\"text\""),
    (#"{ "kind": "vbox", "gap": 3 }"#, "\"column\""),
    (#"{ "kind": "progress", "style": "ring" }"#, "\"circle\""),
    (#"{ "animations": [{ "key": "opacity", "value": 0, "by": 1 }] }"#, "`to`"),
    (#"{ "animations": [{ "key": "opacity", "to": 0, "easing": "linear" }] }"#, "`timing`"),
    (#"{ "animations": [{ "keyPath": "opacity", "to": 0 }] }"#, "`key`"),
    (#"{ "animations": [{ "key": "opacity", "toValue": 0 }] }"#, "`to`"),
    (#"{ "kind": "text", "value": "a" }"#, "`string`"),
    (#"{ "kind": "text", "string": "a", "numberOfLines": 2 }"#, "`lines`"),
    (#"{ "kind": "text", "string": "a", "lineSpacing": 2 }"#, "`lineHeight`"),
    (#"{ "kind": "text", "string": "a", "minFontSize": 9 }"#, "`minimumFontSize`"),
    (#"{ "kind": "text", "string": "a", "valign": "center" }"#, "`verticalAlignment`"),
    (#"{ "kind": "text", "string": "a", "truncation": "tail" }"#, "\"end\""),
    (#"{ "kind": "text", "string": "a", "weight": "normal" }"#, "\"regular\""),
    (#"{ "kind": "qr", "data": "a" }"#, "`string`"),
    (#"{ "kind": "qr", "string": "a", "errorCorrection": "H" }"#, "`level`"),
    (#"{ "kind": "row", "mainAxisAlignment": "center" }"#, "`justifyContent`"),
    (#"{ "kind": "row", "alignItems": "top" }"#, "\"start\""),
    (#"{ "kind": "row", "justifyContent": "between" }"#, "\"space-between\""),
    (#"{ "kind": "row", "items": [] }"#, "`layers`"), (#"{ "anchorPoint": [0, 0] }"#, "`anchor`"),
    (#"{ "kind": "replicator", "instanceCount": 3 }"#, "`instances`"),
    (#"{ "kind": "replicator", "instanceDelay": 1 }"#, "`delay`"),
    (#"{ "bounds": [10, 10] }"#, "`size`"),
    (#"{ "blendMode": "add" }"#, "\"plus-lighter\""), (#"{ "role": "alert" }"#, "\"status\""),
    (#"{ "class": "card" }"#, "`use`"), (#"{ "aria-label": "a" }"#, "`label`"),
    (#"{ "kind": "progress", "style": "circle", "thickness": 3 }"#, "`progressWidth`"),
    (#"{ "kind": "progress", "style": "line", "trackWidth": 3 }"#, "`lineWidth`"),
    (##"{ "kind": "gradient", "style": "linear", "colors": ["#fff", "#000"] }"##, "\"axial\""),
    (##"{ "kind": "gradient", "startPoint": [0, 0], "colors": ["#fff", "#000"] }"##, "`start`"),
    (##"{ "kind": "shape", "fillColor": "#fff", "path": { "circle": { "r": 3 } } }"##, "`radius`"),
    (##"{ "kind": "shape", "fillColor": "#fff", "d": "M0 0L1 1" }"##, "`path`"),
  ])
  func `the only hint is the nearest name`(layer: String, name: String) {
    #expect(hints(#"{ "layers": [\#(layer)] }"#) == ["did you mean \(name)?"])
  }

  @Test(arguments: [
    ("ease-in", "easeIn"), ("ease_in", "easeIn"), ("ease-in-out", "easeInEaseOut"),
    ("ease", "default"), ("standard", "default"),
  ])
  func `curves by their names in CSS and in former versions are taken`(
    word: String, name: String
  ) throws {
    let animation = #"{ "key": "opacity", "to": 0, "timing": "\#(word)" }"#
    let text = #"{ "layers": [{ "animations": [\#(animation)] }] }"#
    let warnings = try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil)
      .warnings
    #expect(warnings.map(\.code) == [.otherName])
    #expect(warnings.first?.hint == "write \"\(name)\"")
  }

  @Test(arguments: [("checkbox", "\"scrub\""), ("prog", "\"progress\"")])
  func `the hint for a wrong kind names the nearest kind of control`(word: String, name: String) {
    let text = #"{ "layers": [{ "name": "a" }], "controls": { "c": { "kind": "\#(word)" } } }"#
    #expect(hints(text).first == "did you mean \(name)?")
  }

  @Test(arguments: [
    ("prog", "progress"), ("PROG", "progress"), ("pr", nil), ("pre", nil), ("presto", nil),
  ])
  func `the hint for a shortened word is the only word that begins so`(
    word: String, nearest: String?
  ) {
    #expect(Spelling.nearest(to: word, among: ["progress", "preview", "prepare"]) == nearest)
  }

  @Test func `the only hint for a control among the layers is to move it to controls`() {
    let hints = hints(#"{ "layers": [{ "kind": "button", "label": "Retry", "title": "Retry" }] }"#)
    #expect(hints == ["describe it in `controls`, with the name of this layer"])
  }

  @Test(arguments: [
    "rgba(1,2,3,2)", "rgba(1,2,3,0.5,1)", "rgba(1,2,3,a)", "rgba(1,2,3,-1)",
    "rgba(1,2,3,.)", "rgba(1,2,3,0.123abc)",
    "rgba(1,2,3,101%)", "hsl(1,2,3)", "hsl(1,101%,3%)",
    "rgb(", "rgb(1,2)", "rgb(1,2,300)", "rgb(1,2,9999999999999999999)", "rgb(-1,2,3)",
  ])
  func `an invalid colour has no hint`(text: String) {
    #expect(hints(#"{ "background": "\#(text)" }"#).isEmpty)
  }

  @Test(arguments: [
    ("\"string\": \"a\", \"kind\": \"text\"", "color", "\"#F00\"", "foregroundColor"),
    ("\"opacity\": 1", "rotation", "90", "transform.rotation"),
    ("\"kind\": \"loader\"", "color", "\"#FFF\"", "strokeColor"),
    ("\"opacity\": 1", "scale.x", "2", "transform.scale.x"),
    ("\"opacity\": 1", "scale", "2", "transform.scale"),
    ("\"opacity\": 1", "translation", "[\"10%\", 0]", "transform.translation"),
    ("\"kind\": \"gradient\", \"colors\": [\"#000\", \"#FFF\"]", "end", "[1, 1]", "endPoint"),
    ("\"kind\": \"replicator\"", "instances", "3", "instanceCount"),
    (
      "\"kind\": \"emitter\", \"cells\": [{ \"birthRate\": 1, \"lifetime\": 1 }]", "particleScale",
      "2", "scale"
    ),
    (
      "\"kind\": \"emitter\", \"cells\": [{ \"name\": \"a\", \"birthRate\": 1, \"lifetime\": 1 }]",
      "cells.a.velocity", "2", "emitterCells.a.velocity"
    ),
    ("\"kind\": \"replicator\"", "colorOffset.red", "1", "instanceRedOffset"),
  ])
  func `animations take the layer's own keys`(
    layer: String, key: String, to: String, property: String
  ) throws {
    let text = """
      { "layers": [{ \(layer), "animations": [{ "key": "\(key)", "to": \(to) }] }] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil)
    #expect(scene.warnings.isEmpty)
    #expect(scene.description.layers[0].animations[0].key == property)
  }

  @Test(arguments: [
    ("\"kind\": \"replicator\"", "instanceCount", "3", "instances"),
    ("\"kind\": \"replicator\"", "instanceTransform.rotation.z", "3", "instanceTransform.rotation"),
    ("\"kind\": \"text\", \"string\": \"a\"", "foregroundColor", "\"#F00\"", "color"),
    ("\"opacity\": 1", "transform.rotation.z", "90", "rotation"),
    ("\"opacity\": 1", "rotation.z", "90", "rotation"),
    ("\"opacity\": 1", "bounds.size.width", "90", "size.width"),
    ("\"kind\": \"gradient\", \"colors\": [\"#000\", \"#FFF\"]", "endPoint.x", "1", "end.x"),
    (
      "\"kind\": \"emitter\", \"cells\": [{ \"birthRate\": 1, \"lifetime\": 1 }]", "scale", "2",
      "particleScale"
    ),
  ])
  func `Core Animation's name of a property is taken, with the one of scenes as a hint`(
    layer: String, key: String, to: String, own: String
  ) throws {
    let text = """
      { "layers": [{ \(layer), "animations": [{ "key": "\(key)", "to": \(to) }] }] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil)
    #expect(scene.warnings.map(\.code) == [.otherName])
    #expect(scene.warnings.map(\.hint) == ["write \"\(own)\""])
    let layer = scene.description.layers[0]
    #expect(layer.content.kind.name(of: layer.animations[0].key) == own)
  }

  @Test(arguments: [
    (
      #", "animations": [{ "key": "rotation", "path": { "circle": {} } }] }]"#,
      "`rotation` cannot follow a path"
    ),
    (
      #"}], "controls": { "c": { "kind": "progress", "drives": { "layer": "a", "key": "translation" } } }"#,
      "no values to drive \"translation\" between"
    ),
    (
      #"""
      }], "controls": { "c": { "kind": "progress", "drives": {
        "layer": "a", "key": "translation", "to": [1, 1] } } }
      """#,
      "only one value to drive \"translation\" between"
    ),
    (
      #"}], "controls": { "c": { "kind": "state", "states": { "x": { "changes": [\#(turn), \#(turn)] } } } }"#,
      "the state \"x\" sets `rotation` of \"a\" twice"
    ),
    (
      #"}], "controls": { "c": \#(turned), "d": \#(turned) }"#,
      "another control changes `rotation` of \"a\", too, by a state or by a look"
    ),
    (
      #"""
      }], "controls": { "c": \#(turned), "d": { "kind": "progress", "drives": {
        "layer": "a", "key": "rotation", "to": 90 } } }
      """#,
      "the control \"d\" drives `rotation` of \"a\", and so does a state"
    ),
    (
      #"""
      }], "progressStyles": { "p": { "layers": [{ "name": "b" }],
        "tint": [{ "layer": "b", "key": "rotation" }] } }
      """#,
      "\"rotation\" is not a colour"
    ),
  ])
  func `messages have the layer's own key, too`(rest: String, message: String) throws {
    let text = #"{ "layers": [{ "name": "a"\#(rest) }"#
    let error = try #require(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil)
    }
    #expect(error.diagnostics.map(\.message).contains(message), "\(error.diagnostics)")
  }

  private static let turn = #"{ "layer": "a", "key": "rotation", "to": 90 }"#
  private static let turned =
    #"{ "kind": "state", "states": { "x": {}, "y": { "changes": [\#(turn)] } } }"#

  @Test(arguments: [
    ("\"opacity\": 1", "lineWidth", "a property of layers of the kind shape, loader"),
    ("\"kind\": \"progress\", \"style\": \"circle\"", "lineWidth", "`progressStyles`"),
    ("\"kind\": \"image\", \"file\": \"\"", "instances", "of the kind replicator"),
    ("\"opacity\": 1", "transform.rotate", "\"rotation\""),
    ("\"opacity\": 1", "sizewidth", "\"size.width\""),
  ])
  func `a key path of another kind of layer is no misspelling`(
    layer: String, key: String, hint: String
  ) {
    let hints = hints(
      #"{ "layers": [{ \#(layer), "animations": [{ "key": "\#(key)", "to": 1 }] }] }"#)
    #expect(hints.contains { $0.contains(hint) }, "\(hints)")
  }

  @Test func `another name of a property is taken, with the one of scenes as a hint`() throws {
    let text = ##"""
      { "layers": [{ "kind": "progress", "style": "pie", "tint": "#F00",
        "animations": [{ "key": "tint", "to": "#0F0" }] }] }
      """##
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil)
    #expect(scene.warnings.map(\.code) == [.otherName, .otherName])
    #expect(scene.warnings.map(\.hint) == ["write `progressColor`", "write \"progressColor\""])
    let layer = scene.description.layers[0]
    #expect(layer.animations[0].key == "progressColor")
    guard case .progress(let progress) = layer.content else { return #expect(Bool(false)) }
    #expect(progress.progressColor == Color(red: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test func `short colours are taken`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(##"{ "background": "#f80", "layers": [{ "backgroundColor": "#1234" }] }"##.utf8),
      name: "scene", directory: nil)
    #expect(scene.warnings.isEmpty)
    #expect(scene.description.background == Color(red: 1, green: 136 / 255, blue: 0, alpha: 1))
  }
}
