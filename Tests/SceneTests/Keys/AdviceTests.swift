import Testing

@testable import Scene

/// Features of other formats that scenes have in another form; the advice names that form.
@Suite struct AdviceTests {
  private func diagnostics(_ text: String) -> [SceneDiagnostic] {
    do throws(SceneError) {
      return try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil).warnings
    } catch {
      return error.diagnostics
    }
  }

  private func hints(_ text: String) -> [String] { diagnostics(text).compactMap { $0.hint } }

  @Test(arguments: [
    (#"{ "visible": false }"#, "`hidden` says the opposite"),
    (#"{ "boxShadow": 1 }"#, "`shadowRadius`"),
    (#"{ "backdropFilter": "blur(4px)" }"#, "`backgroundBlur`"),
    (#"{ "blur": 3 }"#, "no layer is blurred"),
    (#"{ "transform": "rotate(45deg)" }"#, "`rotation`, `scale` and `translation`"),
    (#"{ "margin": 3 }"#, "`gap`"),
    (#"{ "string": "a" }"#, #""kind": "text""#),
    (##"{ "fillColor": "#fff" }"##, #""kind": "shape""#),
    (##"{ "kind": "gradient", "colors": ["#fff", "#000"], "angle": 45 }"##, "`start` to `end`"),
    (##"{ "backgroundColor": ["#fff", "#000"] }"##, "a shape as its `mask`"),
    (##"{ "kind": "gradient", "colors": ["#fff", "#000"], "stops": [] }"##, "`locations`"),
    (#"{ "kind": "text", "string": "a", "qrcode": true }"#, #""kind": "qr""#),
    (#"{ "size": ["calc(50% - 10px)", 3] }"#, "without calc"),
    (#"{ "kind": "text", "string": "a", "size": 20 }"#, "`fontSize`"),
    (##"{ "kind": "shape", "path": "M0 0L1 1", "fillColor": "#fff" }"##, #"{ "svg": "#),
    (#"{ "rotation": "45deg" }"#, "write 45, the number of degrees, without"),
    (#"{ "opacity": "50%" }"#, "write 0.5, without a unit"),
    (
      #"{ "animations": [{ "key": "opacity", "to": 0, "duration": "300ms" }] }"#,
      "write 0.3, the number of seconds, without"
    ),
    (#"{ "beginTime": "2" }"#, "write 2, the number of seconds,"),
    (#"{ "beginTime": "45deg" }"#, "`beginTime` is a number of seconds"),
    (#"{ "rotation": "50%" }"#, "`rotation` is a number of degrees"),
    (
      #"{ "animations": [{ "key": "opacity", "to": 0, "direction": "alternate" }] }"#,
      "`autoreverses`"
    ),
    (#"{ "animations": [{ "key": "rotation", "to": [0, 180, 0] }] }"#, "\"rotation.y\""),
    (#"{ "kind": "lottie", "file": "star.json" }"#, "`firstlight import`"),
    (#"{ "left": 3 }"#, "[x, y, width, height]"), (#"{ "y": 3 }"#, "[x, y, width, height]"),
    (#"{ "maxWidth": 300 }"#, "\"min(50%, 480)\""), (#"{ "aspectRatio": 1 }"#, "vmin"),
    (#"{ "display": "none" }"#, "`kind`"), (#"{ "onClick": "go" }"#, "\"kind\": \"button\""),
    (#"{ "marginLeft": 3 }"#, "`gap`"), (#"{ "kind": "row", "paddingTop": 3 }"#, "[top, right,"),
    (#"{ "kind": "row", "flexDirection": "column" }"#, "\"row\" or \"column\""),
    (
      ##"{ "kind": "gradient", "colors": ["#fff", "#000"], "direction": "right" }"##,
      "`start` to `end`"
    ),
    (#"{ "size": ["clamp(12, 4vmin, 60)", 3] }"#, "\"max(12, min(4vmin, 60))\""),
    (#"{ "size": ["2rem", 3] }"#, "vmin follows the screen"),
    (#"{ "size": ["10vmax", 3] }"#, "\"max(10vw, 10vh)\""),
    (#"{ "size": ["100dvh", 3] }"#, "vh"), (#"{ "size": ["100% / 3", 3] }"#, "\"33.3%\""),
    (#"{ "size": ["16dp", 3] }"#, "points have no unit"),
  ])
  func `the only hint is the scene's own syntax`(layer: String, advice: String) {
    let hints = hints(#"{ "layers": [\#(layer)] }"#)
    #expect(hints.count == 1)
    #expect(hints.first?.contains(advice) == true, "\(hints)")
  }

  @Test(
    arguments: [
      ("100", "0.1"), ("300", "0.3"), ("1000", "1"), ("3600", nil), ("90", nil), ("110", nil),
      ("299.5", nil), ("0.3", nil), ("20000", nil),
    ] as [(String, String?)])
  func `a duration likely in milliseconds has a hint in seconds`(number: String, seconds: String?) {
    let found = diagnostics(
      #"""
      { "layers": [{ "name": "a", "animations": [{ "key": "opacity", "to": 0, "duration": \#(number) }] }],
        "controls": { "s": { "kind": "state", "states": { "on": {}, "off": {
          "changes": { "layer": "a", "key": "opacity", "to": 0, "delay": \#(number) } } } } } }
      """#)
    let hint = seconds.map { "durations are in seconds: \(number) milliseconds are \($0)" }
    #expect(found.count == (hint == nil ? 0 : 2))
    #expect(found.allSatisfy { $0.hint == hint })
    #expect(found.allSatisfy { $0.code == .unlikelyValue && $0.severity == .warning })
  }

  @Test(
    arguments: [
      ("{percent} {phase} { } {@a} {a b} {", nil), ("{{percent}}", "write `{percent}`: "),
      ("${percent}", "write `{percent}`: "), ("{ percent }", "did you mean `{percent}`?"),
      ("{time_left}", "did you mean `{timeLeft}`?"), ("{progress}", "did you mean `{percent}`?"),
      ("{a}", "did you mean `{@a}`?"),
      ("{0}", "what is filled in is `{percent}`, `{phase}`, `{remaining}`, `{timeLeft}`"),
    ] as [(String, String?)])
  func `a placeholder of another format has a hint, in texts and in states`(
    text: String, advice: String?
  ) {
    let found = diagnostics(
      #"""
      { "strings": { "en": { "a": "A" } },
        "layers": [{ "name": "a", "kind": "text", "string": "\#(text)" }, { "kind": "text", "string": "@a" }],
        "controls": { "s": { "kind": "state", "states": { "on": {}, "off": {
          "changes": { "layer": "a", "text": "\#(text)" } } } } } }
      """#)
    #expect(found.count == (advice == nil ? 0 : 2), "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.hint?.hasPrefix(advice ?? "-") == true })
  }

  @Test(arguments: [("300", false), ("500", true), ("5", false)])
  func `a time limit may be some minutes`(number: String, isTold: Bool) {
    let found = diagnostics(
      #"""
      { "layers": [{ "name": "a" }], "controls": { "s": { "kind": "state", "states": {
        "on": { "changes": { "layer": "a", "key": "opacity", "to": 0 } },
        "off": { "after": { "duration": \#(number), "state": "on" } } } } } }
      """#)
    #expect(found.map(\.code) == (isTold ? [.unlikelyValue] : []))
  }

  @Test(arguments: [
    ("image", "file", #"a control with "kind": "image""#), ("frames", "file", "`progress`"),
    ("layer", "frame", "`position`, the place of the anchor, and `size`"),
    ("layer", "blendMode", "change `hidden` of both"), ("text", "font", "change `hidden` of both"),
  ])
  func `a key that cannot change has a hint for another way`(
    kind: String, key: String, advice: String
  ) {
    let content =
      switch kind {
      case "text": #""string": "a""#
      case "frames": #""file": "two.png", "grid": [1, 1]"#
      case "image": #""file": "two.png""#
      default: #""opacity": 1"#
      }
    let text = #"""
      { "layers": [{ "name": "a", "kind": "\#(kind)", \#(content) }], "controls": { "s": {
        "kind": "state", "states": { "on": {}, "off": {
          "changes": { "layer": "a", "key": "\#(key)", "to": 0 } } } } } }
      """#
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(
        bytes: Array(text.utf8), name: "scene", directory: DiagnosticsTests.directory)
    }
    let hints = error?.diagnostics.filter { $0.severity == .error }.map(\.hint)
    #expect(hints?.count == 1 && hints?.first??.contains(advice) == true, "\(hints ?? [])")
  }

  @Test(arguments: [
    (
      ##"{ "kind": "shape", "path": { "circle": {} }, "strokeColor": "#fff", "strokeLinecap": "round" }"##,
      "lineCap"
    ),
    (
      ##"{ "kind": "shape", "path": { "circle": {} }, "strokeColor": "#fff", "strokeDasharray": [1] }"##,
      "lineDashPattern"
    ),
    (
      ##"{ "kind": "shape", "path": { "circle": {} }, "strokeColor": "#fff", "trimStart": 0 }"##,
      "strokeStart"
    ),
    (#"{ "kind": "emitter", "cells": [{ "rate": 3, "lifetime": 1 }] }"#, "birthRate"),
    (#"{ "kind": "emitter", "cells": [{ "birthRate": 3, "life": 1 }] }"#, "lifetime"),
    (
      #"{ "kind": "emitter", "cells": [{ "birthRate": 3, "lifetime": 1, "speed": 1 }] }"#,
      "velocity"
    ),
    (#"{ "kind": "text", "string": "a", "fill": "sun" }"#, "color"),
    (#"{ "animations": [{ "key": "opacity", "keyframes": [0, 1] }] }"#, "values"),
  ])
  func `the only hint is the nearest key`(layer: String, key: String) {
    #expect(hints(#"{ "layers": [\#(layer)] }"#) == ["did you mean `\(key)`?"])
  }

  @Test(arguments: [
    ("{ 'background': 1 }", "double quotation marks"), ("{ background: 1 }", "\"background\""),
    ("{\n# a note\n}", "`//`"), (#"{ "layers": [{ "hidden": True }] }"#, "`true`"),
    (#"{ "layers": [{ "hidden": None }] }"#, "default"),
    (#"{ "layers": [{ "opacity": .5 }] }"#, "0.5"),
    (#"{ "layers": [{ "rotation": +5 }] }"#, "plus sign"),
    (#"{ "background" = "red" }"#, "colon"), (#"{ "name": "a"; }"#, "commas"),
  ])
  func `syntax of other languages than JSON has a hint for JSON's`(text: String, advice: String) {
    let hints = hints(text)
    #expect(hints.count == 1 && hints[0].contains(advice), "\(diagnostics(text))")
  }

  @Test(arguments: ["{ \"name\": \"a\" \"b\": 1 }", "[1, 2", "{ \"a\": \u{1} }"])
  func `a mistake of no known language has no hint`(text: String) {
    #expect(hints(text).isEmpty)
  }

  @Test(arguments: [("{progress}", "percent"), ("{value}", "percent"), ("{eta}", "timeLeft")])
  func `another word for a placeholder has a hint`(string: String, place: String) {
    let hints = hints(#"{ "layers": [{ "kind": "text", "string": "\#(string)" }] }"#)
    #expect(hints == ["did you mean `{\(place)}`?"])
  }

  @Test func `a curve of CSS has a hint in the scene's form`() {
    let found = diagnostics(
      #"{ "layers": [{ "animations": [{ "key": "opacity", "to": 0, "timing": "cubic-bezier(.1,0,1,1)" }] }] }"#
    )
    #expect(found.count == 1)
    #expect(found.first?.expected?.contains("[x1, y1, x2, y2]") == true)
  }

  private func inControls(_ controls: String) -> [SceneDiagnostic] {
    diagnostics(
      #"{ "layers": [{ "name": "q", "kind": "progress", "style": "line" }], "controls": \#(controls) }"#
    )
  }

  @Test func `a control with a misspelt kind is read as that kind, and the key is reported`() {
    let found = inControls(#"{ "a": { "knd": "progress", "drives": "q" } }"#)
    #expect(found.map { $0.code } == [.unknownKey])
    #expect(found.first?.hint == "did you mean `kind`?")
    let several = inControls(
      #"{ "a": { "type": "progress", "bogus": 1, "label": 5, "drives": "x" } }"#)
    #expect(several.count == 4)
    #expect(several.contains { $0.hint == "did you mean `kind`?" })
    let unknown = inControls(#"{ "a": { "type": "nothing", "bogus": 1 } }"#)
    #expect(unknown.map { $0.code } == [.unknownKey])
  }

  @Test(arguments: [
    (#""value": 40"#, "write 0.4 for 40 %"), (#""value": 100"#, "write 1 for 100 %"),
    (#""value": 2"#, nil), (#""value": 1.5"#, nil),
  ])
  func `a percentage in place of a fraction has a hint`(member: String, advice: String?) {
    let found = inControls(##"{ "a": { "kind": "progress", "drives": "q", \##(member) } }"##)
    #expect(found.map(\.code) == [.outOfRange] && found.first?.hint == advice)
  }

  @Test func `names joined by dots have a hint`() {
    func hint(for reference: String) -> String? {
      hints(
        """
        { "layers": [{ "name": "panel", "layers": [{ "name": "ring", "kind": "progress" }] }],
          "controls": { "a": { "kind": "progress", "drives": "\(reference)" } } }
        """
      ).first
    }
    #expect(hint(for: "panel.ring") == "did you mean \"panel/ring\"?")
    #expect(hint(for: "other.ring") != "did you mean \"other/ring\"?")
  }

  @Test func `a single element is one element`() {
    let found = diagnostics(#"{ "layers": [{ "size": [50] }] }"#)
    #expect(found.map(\.message) == ["`size` has 1 length"])
  }

  @Test func `other words for keys of a progress control have hints`() {
    let found = inControls(
      #"{ "a": { "kind": "progress", "drives": "q", "initial": 0, "max": 100, "steps": 3 } }"#)
    #expect(
      found.map { $0.hint } == [
        "did you mean `value`?", "progress runs from 0 to 1", "did you mean `phases`?",
      ])
  }

  @Test(arguments: [
    (#""text": "Go""#, "`label` is their text for screen readers"),
    (#""disabled": true"#, "while its `layer` is hidden"),
  ])
  func `other words for keys of a button have hints`(member: String, advice: String) {
    let found = inControls(
      ##"""
      { "a": { "kind": "button", "layer": "q", "pressed": { "key": "opacity", "to": 0.5 },
        "focused": { "key": "borderWidth", "to": 2 }, \##(member) } }
      """##
    )
    #expect(found.compactMap(\.hint).count == 1)
    #expect(found.first?.hint?.contains(advice) == true, "\(found)")
  }

  /// A field answers a tap with its caret and its focus.
  @Test func `a field that shows its focus needs no pressed look`() {
    let found = diagnostics(
      #"""
      { "layers": [{ "name": "box", "layers": [{ "kind": "text", "name": "e", "string": "" }] }],
        "controls": { "f": { "kind": "field", "layer": "box", "entry": "e",
          "focused": { "key": "borderWidth", "to": 2 } } } }
      """#)
    #expect(found.isEmpty, "\(found)")
  }

  @Test(arguments: [
    (
      #""text": "b", "duration": 1"#,
      ["`duration` does nothing in a change that moves no property"]
    ),
    (
      #""text": "b", "spring": { "mas": 1 }"#,
      [
        "`spring` does nothing in a change that moves no property",
        "unknown key `mas` in a spring",
      ]
    ),
    (
      #""animations": [{ "key": "opacity", "to": 0 }], "timing": "linear""#,
      ["`timing` does nothing in a change that moves no property"]
    ),
    (
      #""key": "collapsed", "to": true, "duration": 1"#,
      ["`duration` does nothing in a change that moves no property"]
    ),
    (
      #""key": "opacity", "to": 0, "spring": {}, "timing": "linear""#,
      ["`timing` beside `spring`, which has its own pace"]
    ),
    (#""key": "opacity", "to": 0, "spring": {}, "duration": 1"#, []),
    (#""key": "hidden", "to": true, "duration": 1, "timing": "linear""#, []),
    (#""text": "b", "delay": 1, "follows": true"#, []),
  ])
  func `a pace that a change does not follow is reported`(keys: String, messages: [String]) {
    let found = diagnostics(
      #"""
      { "layers": [{ "kind": "row", "layers": [{ "kind": "text", "name": "t", "string": "a" }] }],
        "controls": { "a": { "kind": "state", "states": { "off": {}, "on": { "changes": [
          { "layer": "t", \#(keys) } ] } } } } }
      """#)
    #expect(found.map(\.message) == messages)
  }

  @Test func `a property used as a key of a change has a hint`() {
    let found = inControls(
      #"{ "a": { "kind": "state", "states": { "on": { "changes": [{ "layer": "q", "opacity": 1 }] } } } }"#
    )
    #expect(found.map { $0.hint } == [#"write "key": "opacity", and its value as `to`"#])
  }

  @Test(arguments: [("es", nil), ("DE", "de"), ("ed", "de"), ("des", "de"), ("x", nil)])
  func `another word of two letters is no misspelling`(word: String, nearest: String?) {
    #expect(Spelling.nearest(to: word, among: ["de", "en"]) == nearest)
  }

  @Test func `an unknown style hides no other unknown key`() {
    let found = diagnostics(
      #"{ "layers": [{ "kind": "progress", "style": "zzzzzz", "lineWidth": 3, "bogus": 1 }] }"#)
    #expect(found.map { $0.code } == [.invalidValue, .unknownKey])
  }
}
