import Foundation
import Geometry
import Scene
import Stage
import Testing

/// Fields: typing, the caret, what is out of sight, and what subscribers and screen readers are
/// told.
@Suite struct FieldControlTests {
  static func scene(_ keys: String = "", more: String = "") -> String {
    """
    { "background": "#000000",
      "layers": [
        { "name": "box", "frame": [10, 10, 100, 40], "backgroundColor": "#222222", "layers": [
          { "name": "entry", "kind": "text", "string": "", "frame": [10, 5, 80, 30], "fontSize": 16,
            "verticalAlignment": "center" } ] },
        { "name": "go", "frame": [10, 100, 100, 40], "backgroundColor": "#222222" } ],
      "controls": {
        "name": { "kind": "field", "label": "Name", "layer": "box", "entry": "entry"\(keys),
          "focused": { "key": "borderWidth", "to": 2, "duration": 0 },
          "pressed": { "key": "opacity", "to": 0.5, "duration": 0 } },
        "go": { "kind": "button", "layer": "go",
          "focused": { "key": "borderWidth", "to": 2, "duration": 0 },
          "pressed": { "key": "opacity", "to": 0.5, "duration": 0 } }\(more) } }
    """
  }

  private func type(_ text: String, _ stage: Stage) {
    for scalar in text.unicodeScalars { #expect(stage.handle(InputKey.character(scalar))) }
  }

  private func text(_ player: SteppedStage) throws -> String {
    String(try player.stage.fieldText("name"))
  }

  private func told(_ player: SteppedStage) -> [StageEvent] {
    player.stage.takeEvents().filter {
      switch $0 {
      case .textChanged, .submitted, .pressed: true
      default: false
      }
    }
  }

  @Test func `keys type into the field with the focus`() throws {
    let player = try SteppedStage(Self.scene())
    #expect(player.stage.takesPointers && player.stage.takesKeys)
    #expect(!player.stage.handle(InputKey.character("x")))
    #expect(player.stage.handle(InputKey.tab))
    type("Zoë", player.stage)
    player.show(at: 0.1)
    #expect(try text(player) == "Zoë")
    #expect(told(player) == [.textChanged(control: "name", text: "Zoë")])
    #expect(player.stage.controls[0].text == "Zoë")
    #expect(player.stage.handle(InputKey.enter))
    player.show(at: 0.2)
    #expect(told(player) == [.submitted(control: "name", text: "Zoë")])
    // The focus is gone.
    #expect(!player.stage.handle(InputKey.character("x")))
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a held space repeats in a field, and presses once`() throws {
    let player = try SteppedStage(Self.scene())
    #expect(!player.stage.handle(InputKey.character(" "), isRepeated: true), "there is no focus")
    _ = player.stage.handle(InputKey.tab)
    for isRepeated in [false, true, true] {
      #expect(player.stage.handle(InputKey.character(" "), isRepeated: isRepeated))
    }
    #expect(try text(player) == "   ")
    _ = player.stage.handle(InputKey.tab)
    player.show(at: 0.1)
    _ = told(player)
    for (time, isRepeated) in [(0.2, false), (0.3, true), (0.4, true)] {
      #expect(player.stage.handle(InputKey.character(" "), isRepeated: isRepeated))
      player.show(at: time)
    }
    #expect(told(player) == [.pressed(control: "go")])
  }

  @Test func `a space is typed in a field, and presses a button`() throws {
    let player = try SteppedStage(Self.scene())
    _ = player.stage.handle(InputKey.tab)
    type("a b", player.stage)
    _ = player.stage.handle(InputKey.tab)
    #expect(player.stage.handle(InputKey.character(" ")))
    player.show(at: 0.1)
    #expect(
      told(player) == [.textChanged(control: "name", text: "a b"), .pressed(control: "go")])
  }

  @Test(arguments: [
    ("abc", [InputKey.backspace], "ab"), ("abc", [.left, .left, .delete], "ac"),
    ("abc", [.home, .character("x")], "xabc"), ("abc", [.home, .backspace], "abc"),
    ("abc", [.left, .character("x"), .end, .character("y")], "abxcy"), ("abc", [.delete], "abc"),
    ("abc", [.erase, .character("d")], "d"),
    ("abc", [.home, .left, .right, .character("x")], "axbc"),
    // A combining mark belongs to its letter.
    ("e\u{301}o", [.backspace, .backspace], ""), ("abc", [.character("\n")], "abc"),
    // A leading consonant and its vowel become one, with the caret behind them.
    ("\u{1161}x", [.home, .character("\u{1100}"), .character("y")], "\u{1100}\u{1161}yx"),
    ("\u{1100}a\u{1161}", [.left, .backspace, .character("y")], "\u{1100}\u{1161}y"),
  ])
  func `the caret moves, and characters are deleted`(
    typed: String, keys: [InputKey], result: String
  ) throws {
    let player = try SteppedStage(Self.scene())
    _ = player.stage.handle(InputKey.tab)
    type(typed, player.stage)
    for key in keys { _ = player.stage.handle(key) }
    #expect(try text(player) == result)
  }

  @Test func `a character has an end of its marks`() throws {
    let player = try SteppedStage(Self.scene())
    _ = player.stage.handle(InputKey.tab)
    type("a" + String(repeating: "\u{301}", count: 200), player.stage)
    #expect(try text(player).utf8.count == 127)
    #expect(player.stage.handle(InputKey.character("b")))
    #expect(try text(player).count == 2)
  }

  @Test func `a field holds as many characters as it may`() throws {
    let player = try SteppedStage(Self.scene(#", "maximumLength": 3"#))
    _ = player.stage.handle(InputKey.tab)
    type("abcde", player.stage)
    #expect(try text(player) == "abc")
    #expect(throws: ControlError.self) { try player.stage.setText("name", to: "abcd") }
    try player.stage.setText("name", to: "xyz")
    #expect(try text(player) == "xyz")
  }

  @Test func `a tap gives the focus and puts the caret there`() throws {
    let player = try SteppedStage(Self.scene(#", "text": "lllllllll""#))
    player.stage.pointerBegan(1, at: Point(x: 22, y: 30), time: 0)
    player.stage.pointerEnded(1, time: 0.1)
    player.show(at: 0.1)
    #expect(player.stage.accessibilityNodes[0].states == [.focused])
    #expect(player.stage.handle(InputKey.backspace))
    _ = player.stage.handle(InputKey.character("X"))
    let place = Array(try text(player)).firstIndex(of: "X")
    #expect(try #require(place) < 2)
    // A contact that slides off the field does not give it the focus.
    _ = player.stage.handle(InputKey.escape)
    player.stage.pointerBegan(2, at: Point(x: 22, y: 30), time: 1)
    player.stage.pointerMoved(2, to: Point(x: 22, y: 90), time: 1.1)
    player.stage.pointerEnded(2, time: 1.2)
    #expect(player.stage.accessibilityNodes[0].states == [])
  }

  @Test func `the caret stays in sight, and nothing is drawn outside`() throws {
    let player = try SteppedStage(Self.scene(##", "caretColor": "#FF0000""##))
    _ = player.stage.handle(InputKey.tab)
    type("mmmmmmmmmmmmmmmmmmmmmm", player.stage)
    player.show(at: 0.1)
    func reds() -> [Int] {
      (0..<200).filter { x in
        let color = player.color(x: x, y: 30)
        return color[0] > 150 && color[1] < 80
      }
    }
    #expect(reds().allSatisfy { (95..<100).contains($0) } && !reds().isEmpty)
    // To the left of the visible text there is only the box.
    #expect((12..<20).allSatisfy { player.color(x: $0, y: 30) == [0x22, 0x22, 0x22] })
    _ = player.stage.handle(InputKey.home)
    player.show(at: 0.2)
    #expect(reds().allSatisfy { (20..<24).contains($0) } && !reds().isEmpty)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `the caret blinks for a while, and rests`() throws {
    let player = try SteppedStage(Self.scene())
    _ = player.stage.handle(InputKey.tab)
    player.run(from: 0, to: 0.5)
    let seen = player.pixels
    player.run(from: 0.5, to: 0.7)
    #expect(player.pixels != seen)
    player.run(from: 0.7, to: 1.2)
    #expect(player.pixels == seen)
    player.run(from: 1.2, to: 13)
    #expect(player.stage.nextChange == nil)
    #expect(player.pixels == seen)
    player.stage.reducesMotion = true
    _ = player.stage.handle(InputKey.end)
    player.show(at: 13.1)
    #expect(player.stage.nextChange == nil)
  }

  @Test func `a concealed text is in no list and no event`() throws {
    let player = try SteppedStage(Self.scene(#", "concealed": true, "placeholder": "Password""#))
    #expect(try player.stage.layers(below: "box/entry", depth: 0).first?.text == "")
    let empty = player.pixels
    _ = player.stage.handle(InputKey.tab)
    type("hunter2", player.stage)
    player.show(at: 0.1)
    #expect(player.pixels != empty)
    _ = player.stage.handle(InputKey.enter)
    player.show(at: 0.2)
    let events = player.stage.takeEvents()
    #expect(events.contains(.submitted(control: "name", text: nil)))
    #expect(
      !"\(events)\(player.stage.controls)\(player.stage.accessibilityNodes)".contains("hunter2"))
    #expect(!"\(player.stage.record)".contains("hunter2"))
    #expect(try player.stage.layers(below: "box/entry", depth: 0).first?.text == "")
    #expect(player.stage.accessibilityNodes[0].text == "concealed text")
    #expect(try text(player) == "hunter2")
  }

  @Test func `a concealed text stays concealed on another stage`() throws {
    let player = try SteppedStage(Self.scene(#", "concealed": true"#))
    _ = player.stage.handle(InputKey.tab)
    type("hunter2", player.stage)
    let other = try SteppedStage(Self.scene())
    other.stage.mirrorInput(from: player.stage)
    other.show(at: 0.1)
    #expect(try text(other) == "")
    #expect(told(other) == [])
    // Another concealed field gets the text.
    let mirror = try SteppedStage(Self.scene(#", "concealed": true"#))
    mirror.stage.mirrorInput(from: player.stage)
    #expect(try text(mirror) == "hunter2")
  }

  @Test(arguments: [#""concealed": false"#, #""maximumLength": 5"#])
  func `a variant that changes a field's concealed or maximumLength is refused`(keys: String) throws
  {
    let variants = """
      , "variants": [ { "when": { "maxWidth": 90 }, "controls": { "name": { \(keys) } } } ]
      """
    let scene = Self.scene(#", "concealed": true"#)
    let end = try #require(scene.lastIndex(of: "}"))
    let error = try #require(throws: SceneError.self) {
      _ = try SteppedStage(String(scene[..<end]) + variants + "}")
    }
    #expect("\(error)".contains("the variant changes the `concealed` or `maximumLength`"))
  }

  @Test func `a text goes on after a restart, another size and another layout`() throws {
    let player = try SteppedStage(Self.scene())
    _ = player.stage.handle(InputKey.tab)
    type("abc", player.stage)
    _ = player.stage.handle(InputKey.left)
    player.show(at: 0.1)
    let other = try SteppedStage(Self.scene())
    other.stage.restore(player.stage.record)
    #expect(try text(other) == "abc")
    player.stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    type("x", player.stage)
    #expect(try text(player) == "abxc")
    let mirror = try SteppedStage(Self.scene())
    _ = mirror.stage.handle(InputKey.tab)
    mirror.stage.mirrorInput(from: player.stage)
    mirror.show(at: 0.2)
    #expect(told(mirror) == [.textChanged(control: "name", text: "abxc")])
  }

  /// A field that is not concealed and begins with the scene's own text.
  private static func localizedScene(_ german: String = "Gast") -> String {
    let scene = scene(#", "text": "@guest", "placeholder": "@hint""#)
    return scene.replacingOccurrences(
      of: "{ \"background\"",
      with: """
        { "strings": { "en": { "guest": "Guest", "hint": "Name" }, "de": { "guest": "\(german)", "hint": "Nome" } }, "background"
        """)
  }

  @Test func `an untouched text follows the locale, and an edited one stays`() throws {
    let player = try SteppedStage(Self.localizedScene())
    #expect(try text(player) == "Guest")
    try player.stage.setLocale("de")
    player.show(at: 0.1)
    #expect(
      try text(player) == "Gast" && player.stage.record.controls.allSatisfy { $0.text == nil })
    #expect(told(player) == [.textChanged(control: "name", text: "Gast")])
    player.stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    #expect(try text(player) == "Gast")
    _ = player.stage.handle(InputKey.tab)
    _ = player.stage.handle(InputKey.backspace)
    try player.stage.setLocale("en")
    _ = player.stage.advance(to: 0.2)
    #expect(try text(player) == "Gas")
    // A text that a client has set is the client's own, even if it equals the scene's.
    let other = try SteppedStage(Self.localizedScene())
    try other.stage.setText("name", to: "Guest")
    try other.stage.setLocale("de")
    other.show(at: 0.1)
    #expect(try text(other) == "Guest")
    // Moving the caret touches nothing.
    let third = try SteppedStage(Self.localizedScene())
    for key in [.tab, .left, .home] as [InputKey] { _ = third.stage.handle(key) }
    try third.stage.setLocale("de")
    #expect(try text(third) == "Gast")
    _ = third.stage.handle(.character("x"))
    #expect(try text(third) == "xGast")
  }

  @Test func `an edit of the scene brings its new text into a field that was not touched`() throws {
    func edited(_ touch: (Stage) throws -> Void) throws -> String {
      let player = try SteppedStage(Self.localizedScene())
      try player.stage.setLocale("de")
      try touch(player.stage)
      player.show(at: 0.1)
      let scene = try SceneLoader.load(
        bytes: Array(Self.localizedScene("Besuch").utf8), name: "test.jsonc", directory: nil)
      player.stage.replaceScene(scene, migrating: true)
      player.show(at: 0.2)
      return try text(player)
    }
    #expect(try edited { _ in } == "Besuch")
    #expect(try edited { try $0.setText("name", to: "Ada") } == "Ada")
    #expect(try edited { try $0.setText("name", to: "") } == "")
  }

  @Test func `arrows move the caret in their direction in a text from right to left`() throws {
    let player = try SteppedStage(Self.scene())
    _ = player.stage.handle(InputKey.tab)
    type("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", player.stage)
    player.show(at: 0.1)
    for key in [.right, .right, .left, .character("\u{5D0}")] as [InputKey] {
      #expect(player.stage.handle(key))
    }
    #expect(try text(player) == "\u{5E9}\u{5DC}\u{5D5}\u{5D0}\u{5DD}")
    player.show(at: 0.2)
    #expect(player.stage.handle(.left) && player.stage.handle(.backspace))
    #expect(try text(player) == "\u{5E9}\u{5DC}\u{5D5}\u{5D0}")
  }

  @Test(arguments: [
    (#", "maximumLength": 0"#, "maximumLength"), (#", "inputMode": "phone""#, "inputMode"),
    (#", "text": 3"#, "text"),
    (#", "text": "abcd", "maximumLength": 3"#, "at most 3, as the field has"),
  ])
  func `mistakes in fields are reported`(keys: String, named: String) throws {
    let error = try #require(throws: SceneError.self) { _ = try SteppedStage(Self.scene(keys)) }
    #expect("\(error)".contains(named))
  }

  @Test func `each text layer is for one field`() throws {
    let more = #", "b": { "kind": "field", "layer": "go", "entry": "entry" }"#
    let error = try #require(throws: SceneError.self) {
      _ = try SteppedStage(Self.scene(more: more))
    }
    #expect("\(error)".contains("another field shows its text there"))
  }
}
