import Foundation
import Geometry
import Raster
import Scene
import TestSupport
import Testing

@testable import Stage

/// The keyboard on the screen: when it is there, what its keys do, and what it shows.
@Suite struct ScreenKeyboardTests {
  /// A field low on the screen, and one that is concealed.
  static let scene = """
    { "background": "#1B2A4A",
      "layers": [
        { "name": "high", "frame": [40, 20, 240, 40], "backgroundColor": "#FFFFFF 12%", "layers": [
          { "name": "high text", "kind": "text", "string": "", "frame": [8, 4, 224, 32], "fontSize": 18 } ] },
        { "name": "low", "frame": [40, 180, 240, 40], "backgroundColor": "#FFFFFF 12%", "layers": [
          { "name": "low text", "kind": "text", "string": "", "frame": [8, 4, 224, 32], "fontSize": 18 } ] } ],
      "controls": {
        "high": { "kind": "field", "layer": "high", "entry": "high text", "concealed": true,
          "focused": { "key": "borderWidth", "to": 2, "duration": 0 }, "pressed": { "key": "opacity", "to": 0.9 } },
        "low": { "kind": "field", "layer": "low", "entry": "low text",
          "focused": { "key": "borderWidth", "to": 2, "duration": 0 }, "pressed": { "key": "opacity", "to": 0.9 } } } }
    """
  static let size = PixelSize(width: 320, height: 240)

  func player(_ scene: String = Self.scene, _ size: PixelSize = Self.size) throws
    -> SteppedStage
  {
    let player = try SteppedStage(scene, size: size)
    player.stage.hasKeyboard = true
    return player
  }

  /// The middle of a key.
  func place(of key: KeyboardKey, _ stage: Stage) throws -> Point {
    let rows = stage.keyboard.state.rows
    let geometry = KeyboardGeometry(
      rows, on: Size(width: Double(stage.size.width), height: Double(stage.size.height)), scale: 1,
      lineCount: stage.keyboard.state.lineCount)
    let index = try #require(rows.joined().map { $0.key }.firstIndex(of: key))
    return Point(
      x: geometry.board.minX + geometry.cells[index].midX,
      y: geometry.board.minY + geometry.cells[index].midY)
  }

  @discardableResult
  func tap(_ key: KeyboardKey, _ player: SteppedStage) throws -> InputKey? {
    let place = try place(of: key, player.stage)
    player.stage.pointerBegan(7, at: place, time: 0)
    return player.stage.pointerEnded(7, time: 0.1)
  }

  func tap(at x: Double, _ y: Double, _ player: SteppedStage) {
    player.stage.pointerBegan(8, at: Point(x: x, y: y), time: 0)
    player.stage.pointerEnded(8, time: 0.1)
  }

  private func top(_ layer: String, _ player: SteppedStage) throws -> Double {
    try #require(try player.stage.layers(below: layer, depth: 0).first).frame.minY
  }

  @Test func `the keyboard slides in for a field and types there`() throws {
    let player = try player()
    #expect(throws: ControlError.self) { try top("keyboard/keys", player) }
    tap(at: 60, 40, player)
    player.show(at: 0.1)
    #expect(try top("keyboard/keys", player) > 200)
    player.run(from: 0.1, to: 0.5)
    #expect(try top("keyboard/keys", player) < 110)
    #expect(player.pixels == player.redrawn())
    for character in "Hallo" {
      let small = try #require(String(character).lowercased().unicodeScalars.first)
      if character.isUppercase {
        try tap(.shift, player)
        player.show(at: 0.5)
        try tap(.character(try #require(character.unicodeScalars.first)), player)
      } else {
        try tap(.character(small), player)
      }
      player.show(at: 0.5)
    }
    try tap(.backspace, player)
    #expect(String(try player.stage.fieldText("high")) == "Hall")
    try tap(.enter, player)
    player.run(from: 0.5, to: 1)
    #expect(try top("keyboard/keys", player) == 240)
    #expect(!player.stage.wantsKeyboard)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a touch that slides off a key types nothing`() throws {
    let player = try player()
    tap(at: 60, 40, player)
    player.run(from: 0, to: 0.5)
    player.stage.pointerBegan(1, at: try place(of: .character("g"), player.stage), time: 0)
    player.stage.pointerMoved(1, to: try place(of: .character("l"), player.stage), time: 0.1)
    player.stage.pointerEnded(1, time: 0.2)
    #expect(try player.stage.fieldText("high").isEmpty)
  }

  @Test func `a field under the keys moves up with the scene, and back`() throws {
    let player = try player()
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    let keys = try top("keyboard/keys", player)
    #expect(try top("low", player) + 40 <= keys)
    // A tap finds the field where it is seen.
    tap(at: 60, try top("low", player) + 20, player)
    #expect(player.stage.focusedField?.name == "low")
    try tap(.hide, player)
    player.run(from: 0.5, to: 1)
    #expect(try top("low", player) == 180)
    #expect(try top("keyboard/keys", player) == 240)
    #expect(player.stage.focusedField?.name == "low")
    tap(at: 60, 200, player)
    player.run(from: 1, to: 1.5)
    #expect(try top("keyboard/keys", player) == keys)
    #expect(player.pixels == player.redrawn())
    // A tap that hits nothing hides the keyboard.
    tap(at: 10, 5, player)
    player.run(from: 1.5, to: 2)
    #expect(player.stage.focusedField == nil)
    #expect(try top("keyboard/keys", player) == 240)
  }

  @Test func `shift holds for a letter, or until it is lifted`() throws {
    let player = try player()
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    for key in [
      KeyboardKey.shift, .character("A"), .character("b"), .shift, .shift, .character("C"),
      .character("D"), .shift, .character("e"), .page(.symbols), .character("#"), .page(.accents),
      .character("€"), .page(.letters), .space, .character("f"),
    ] {
      player.show(at: 0.5)
      try tap(key, player)
    }
    #expect(String(try player.stage.fieldText("low")) == "AbCDe#€ f")
  }

  @Test func `a question gets the keys, and no key of a secret looks pressed`() throws {
    let player = try player()
    player.stage.show(prompt: PromptState(message: "PIN", entry: .bullets(0)))
    player.run(from: 0, to: 0.5)
    let rest = player.pixels
    player.stage.pointerBegan(2, at: try place(of: .backspace, player.stage), time: 0)
    player.run(from: 0.5, to: 0.55)
    #expect(player.pixels == rest)
    player.stage.pointerCancelled(2)
    player.stage.pointerBegan(1, at: try place(of: .character("g"), player.stage), time: 0)
    player.run(from: 0.55, to: 0.6)
    #expect(player.pixels == rest)
    #expect(player.stage.pointerEnded(1, time: 0.2) == .character("g"))
    #expect(try tap(.enter, player) == .enter)
    #expect(try tap(.shift, player) == nil)
    player.stage.show(prompt: PromptState(message: "Name", entry: .text("")))
    player.run(from: 0.6, to: 1.2)
    let plain = player.pixels
    player.stage.pointerBegan(1, at: try place(of: .character("g"), player.stage), time: 0)
    player.run(from: 1.2, to: 1.3)
    #expect(player.pixels != plain)
    player.stage.pointerCancelled(1)
    player.stage.show(prompt: nil)
    player.run(from: 1.3, to: 2)
    #expect(try top("keyboard/keys", player) == 240)
  }

  @Test func `a touch anywhere brings the keyboard of a question back`() throws {
    let player = try player("{ \"layers\": [] }")
    player.stage.show(prompt: PromptState(message: "PIN", entry: .bullets(0)))
    player.run(from: 0, to: 0.5)
    let keys = try top("keyboard/keys", player)
    try tap(.hide, player)
    player.run(from: 0.5, to: 1)
    #expect(try top("keyboard/keys", player) == 240)
    #expect(player.stage.takesPointers)
    tap(at: 10, 5, player)
    player.run(from: 1, to: 1.5)
    #expect(try top("keyboard/keys", player) == keys)
    #expect(try tap(.character("g"), player) == .character("g"))
  }

  @Test func `a question has its keyboard after that of a field of the same name was taken away`()
    throws
  {
    let player = try player()
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    try tap(.hide, player)
    player.run(from: 0.5, to: 1)
    player.stage.show(prompt: PromptState(message: "low", entry: .text("")))
    player.run(from: 1, to: 1.5)
    #expect(try top("keyboard/keys", player) < 240)
  }

  @Test func `an equal question has its keyboard after that of the first was taken away`() throws {
    let player = try player("{ \"layers\": [] }")
    var state = PromptState(message: "PIN", entry: .bullets(0))
    player.stage.show(prompt: state)
    player.run(from: 0, to: 0.5)
    try tap(.hide, player)
    state.entry = .bullets(1)
    player.stage.show(prompt: state)
    player.run(from: 0.5, to: 1)
    #expect(try top("keyboard/keys", player) == 240)
    // A second one follows at once.
    state = PromptState(message: "PIN", entry: .bullets(0))
    state.number = 1
    player.stage.show(prompt: state)
    player.run(from: 1, to: 1.5)
    #expect(try top("keyboard/keys", player) < 240)
  }

  @Test func `a field that goes out of sight loses the keys and the keyboard`() throws {
    let player = try player(
      Self.scene.replacingOccurrences(
        of: "\"controls\": {",
        with: """
          "controls": { "page": { "kind": "state", "states": { "first": {},
            "second": { "changes": { "layer": "low", "key": "hidden", "to": true, "duration": 0 } } } },
          """))
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    #expect(player.stage.wantsKeyboard)
    try player.stage.setState("page", to: "second")
    player.run(from: 0.5, to: 1)
    #expect(!player.stage.wantsKeyboard)
    #expect(try top("keyboard/keys", player) == 240)
    #expect(!player.stage.handle(.character("x")))
    #expect(try player.stage.fieldText("low").isEmpty)
    // The field does not get the keys back when it is shown again.
    try player.stage.setState("page", to: "first")
    player.run(from: 1, to: 1.5)
    #expect(!player.stage.wantsKeyboard)
  }

  @Test func `a layer that is high above the others is below the keys`() throws {
    let player = try player(
      Self.scene.replacingOccurrences(
        of: "\"layers\": [\n    {",
        with: """
          "layers": [
            { "name": "above", "frame": [0, 100, 320, 140], "zPosition": 1000000, "backgroundColor": "#FF0000" },
            {
          """))
    #expect(player.color(x: 160, y: 238) == [255, 0, 0])
    tap(at: 60, 40, player)
    player.run(from: 0, to: 0.5)
    #expect(player.color(x: 160, y: 238) != [255, 0, 0])
    #expect(player.pixels == player.redrawn())
  }

  @Test func `another size or locale leaves the keyboard as it is`() throws {
    let player = try player()
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    try tap(.page(.symbols), player)
    player.stage.resize(to: PixelSize(width: 300, height: 240), scale: 1)
    #expect(player.stage.keyboard.isVisible && player.stage.keyboard.state.page == .symbols)
    _ = player.stage.advance(to: 1)
    try tap(.hide, player)
    try player.stage.setLocale("de")
    #expect(player.stage.keyboard.isAsked && !player.stage.keyboard.isVisible)
  }

  @Test func `the keys of a question with answers go to each of them`() throws {
    let player = try player()
    let choices = (1...12).map { "answer \($0)" }
    player.stage.show(prompt: PromptState(message: "Which?", entry: .choices(choices, chosen: 0)))
    player.run(from: 0, to: 0.5)
    #expect(try tap(.down, player) == .down)
    #expect(try tap(.up, player) == .up)
    #expect(try tap(.character("9"), player) == .character("9"))
    #expect(try tap(.enter, player) == .enter)
  }

  @Test func `a screen without the keyboard shows none`() throws {
    let player = try SteppedStage(Self.scene, size: Self.size)
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    #expect(player.stage.wantsKeyboard)
    #expect(throws: ControlError.self) { try top("keyboard/keys", player) }
  }

  @Test func `under reduced motion the keyboard shows at once`() throws {
    let player = try player()
    player.stage.reducesMotion = true
    tap(at: 60, 200, player)
    player.show(at: 0.1)
    #expect(try top("keyboard/keys", player) < 110)
    #expect(try top("low", player) + 40 <= (try top("keyboard/keys", player)))
  }

  @Test func `the keyboard lies on the screen's own pixels over a scaled scene`() throws {
    let scaled = Self.scene.replacingOccurrences(
      of: "{ \"background\"", with: "{ \"size\": [640, 480], \"fit\": \"contain\", \"background\"")
    let player = try player(scaled)
    tap(at: 40, 20, player)
    player.run(from: 0, to: 0.5)
    let plain = try self.player()
    tap(at: 60, 40, plain)
    plain.run(from: 0, to: 0.5)
    let (own, other) = (
      try #require(try player.stage.layers(below: "keyboard/keys", depth: 0).first).frame,
      try #require(try plain.stage.layers(below: "keyboard/keys", depth: 0).first).frame
    )
    #expect(abs(own.minY - other.minY) < 1e-6 && abs(own.size.width - other.size.width) < 1e-6)
  }

  @Test func `a held backspace is repeated after half a second`() throws {
    let player = try player()
    tap(at: 60, 200, player)
    player.run(from: 0, to: 1)
    try player.stage.setText("low", to: "0123456789012345678901234567890123456789")
    player.show(at: 1)
    // The scene has been at rest since then.
    player.stage.pointerBegan(1, at: try place(of: .backspace, player.stage), time: 5)
    player.show(at: 5)
    player.run(from: 5, to: 5.45)
    #expect(try player.stage.fieldText("low").count == 40)
    #expect(player.stage.takeRepeatedKeys() == nil)
    player.run(from: 5.45, to: 5.55)
    let first = try player.stage.fieldText("low").count
    #expect((37...39).contains(first) && player.stage.takeRepeatedKeys() == [])
    player.run(from: 5.55, to: 6.05)
    let second = try player.stage.fieldText("low").count
    #expect((14...16).contains(first - second))
    // The repetition stops when the finger leaves the key, and begins again when it returns.
    player.stage.pointerMoved(1, to: try place(of: .space, player.stage), time: 6)
    player.run(from: 6.05, to: 6.5)
    #expect(try player.stage.fieldText("low").count == second)
    player.stage.pointerMoved(1, to: try place(of: .backspace, player.stage), time: 6.5)
    player.run(from: 6.5, to: 6.95)
    #expect(try player.stage.fieldText("low").count == second)
    player.run(from: 6.95, to: 7.05)
    #expect((1...4).contains(second - (try player.stage.fieldText("low").count)))
    // A late frame removes a few.
    let third = try player.stage.fieldText("low").count
    player.show(at: 60)
    #expect((1...4).contains(third - (try player.stage.fieldText("low").count)))
    let last = try player.stage.fieldText("low").count
    player.stage.pointerEnded(1, time: 60)
    player.run(from: 60, to: 61)
    #expect(try player.stage.fieldText("low").count == last)
    // A short press is a single key, and letters are not repeated.
    try tap(.backspace, player)
    #expect(try player.stage.fieldText("low").count == last - 1)
    player.stage.pointerBegan(1, at: try place(of: .character("g"), player.stage), time: 62)
    player.run(from: 62, to: 63)
    player.stage.pointerEnded(1, time: 63)
    #expect(try player.stage.fieldText("low").count == last)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `repeated keys of a question are for its asker, and not from a second screen`() throws
  {
    let (player, other) = (try player(), try player())
    player.stage.show(prompt: PromptState(message: "PIN", entry: .bullets(9)))
    other.stage.show(prompt: PromptState(message: "PIN", entry: .bullets(9)))
    player.run(from: 0, to: 0.5)
    other.run(from: 0, to: 0.5)
    player.stage.pointerBegan(1, at: try place(of: .backspace, player.stage), time: 0)
    other.stage.mirrorInput(from: player.stage)
    for player in [player, other] { player.show(at: 0.52) }
    #expect(abs(try #require(player.stage.nextChange) - 1) < 0.03 && !player.stage.needsFrame)
    #expect(other.stage.nextChange == nil)
    // With another key, each stage adopts the input of the other one.
    other.stage.mirrorInput(from: player.stage)
    player.stage.mirrorInput(from: other.stage)
    for player in [player, other] { player.show(at: 0.54) }
    #expect(abs(try #require(player.stage.nextChange) - 1) < 0.03)
    #expect(other.stage.nextChange == nil && !other.stage.needsFrame)
    player.run(from: 0.54, to: 1.1)
    other.run(from: 0.54, to: 1.1)
    #expect(other.stage.takeRepeatedKeys() == nil)
    let keys = try #require(player.stage.takeRepeatedKeys())
    #expect((2...5).contains(keys.count) && keys.allSatisfy { $0 == .backspace })
    // Keys that were repeated for one question do not reach the next one.
    player.run(from: 1.1, to: 1.3)
    var next = PromptState(message: "PIN", entry: .bullets(0))
    next.number = 1
    player.stage.show(prompt: next)
    #expect(player.stage.takeRepeatedKeys() == [])
    #expect(player.stage.pointerEnded(1, time: 1.3) == nil)
    #expect(player.stage.takeRepeatedKeys() == nil)
  }

  @Test func `the keys have names for people who cannot see them`() throws {
    let player = try player()
    let count = player.stage.accessibilityNodes.count
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    let nodes = Array(player.stage.accessibilityNodes.dropFirst(count))
    #expect(nodes.first?.label == "Keyboard" && nodes.first?.role == .group)
    #expect(nodes.first?.subject == .layer("keyboard/keys"))
    for label in [
      "q", "m", "1", "Shift", "Backspace", "Space", "Enter", "Hide the keyboard", "Symbols",
    ] {
      #expect(nodes.contains { $0.label == label && $0.level == 1 }, "\(label)")
    }
    #expect(Set(nodes.dropFirst().map(\.role)) == [.button, .toggle])
    // Each is where its layer is.
    for node in nodes.dropFirst() {
      guard case .layer(let path) = node.subject else {
        Issue.record("\(node.label) is no layer")
        continue
      }
      #expect(try player.stage.layers(below: path, depth: 0).count == 1)
    }
    let backspace = try #require(nodes.first { $0.label == "Backspace" })
    guard case .layer(let path) = backspace.subject else {
      Issue.record("Backspace is no layer")
      return
    }
    let frame = try #require(try player.stage.layers(below: path, depth: 0).first).frame
    #expect(frame.contains(try place(of: .backspace, player.stage)))
    // In parts, they are the same.
    var parts: [AccessibilityNode] = []
    while true {
      var skipped = parts.count
      let part = player.stage.accessibilityNodes(skipping: &skipped, limit: 7)
      if part.isEmpty { break }
      parts += part
    }
    #expect(parts == player.stage.accessibilityNodes)
    // No key is reported as pressed.
    player.stage.pointerBegan(1, at: try place(of: .character("g"), player.stage), time: 1)
    player.show(at: 1)
    #expect(Array(player.stage.accessibilityNodes.dropFirst(count)) == nodes)
    player.stage.pointerCancelled(1)
    try tap(.shift, player)
    player.show(at: 1.1)
    let shift = try #require(player.stage.accessibilityNodes.first { $0.label == "Shift" })
    #expect(shift.states == [.checked])
    #expect(player.stage.accessibilityNodes.contains { $0.label == "Q" })
    try tap(.hide, player)
    player.run(from: 1.1, to: 2)
    #expect(player.stage.accessibilityNodes.count == count)
  }

  @Test func `the keys have their names in the scene's language`() throws {
    let player = try player()
    let count = player.stage.accessibilityNodes.count
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    try player.stage.setLocale("de-AT")
    player.run(from: 0.5, to: 1)
    try tap(.shift, player)
    try tap(.shift, player)
    player.show(at: 1)
    let nodes = player.stage.accessibilityNodes.dropFirst(count)
    #expect(nodes.first?.label == "Tastatur")
    for label in ["Q", "Rücktaste", "Leerzeichen", "Eingabetaste", "Tastatur ausblenden"] {
      #expect(nodes.contains { $0.label == label }, "\(label)")
    }
    #expect(nodes.first { $0.label == "Umschalttaste" }?.text == "festgestellt")
    #expect(!nodes.contains { $0.label == "Symbols" })
  }

  @Test func `the edited line of a field that is too high stays visible`() throws {
    let end = ", 224, 32], \"fontSize\": 18 } ] } ],"
    let scene = Self.scene.replacing("[40, 180, 240, 40]", with: "[40, 70, 240, 150]")
      .replacing("[8, 4" + end, with: "[8, 110" + end)
    let player = try player(scene)
    tap(at: 60, 200, player)
    player.run(from: 0, to: 0.5)
    let board = try #require(player.stage.keyboardFrame)
    let entry = try #require(try player.stage.layers(below: "low/low text", depth: 0).first).frame
    #expect(entry.maxY <= board.minY && entry.minY > 0)
    #expect(try top("low", player) < 0)
  }

  @Test(arguments: [
    ("text", KeyboardPage.letters, false), ("digits", .digits, false), ("email", .letters, true),
    ("capitals", .letters, false),
  ])
  func `a question has the keys of its prompt at first`(
    mode: String, page: KeyboardPage, isForEmail: Bool
  ) throws {
    let player = try player(
      """
      { "layers": [
          { "name": "card", "frame": [40, 20, 240, 80], "hidden": true, "layers": [
            { "name": "ask", "kind": "text", "string": "", "frame": [8, 4, 224, 32] },
            { "name": "answer", "kind": "text", "string": "", "frame": [8, 40, 224, 32] } ] } ],
        "controls": { "prompt": { "kind": "prompt", "panel": "card", "message": "ask",
          "entry": "answer", "inputMode": "\(mode)" } } }
      """)
    player.stage.show(prompt: PromptState(message: "PIN", entry: .bullets(0)))
    player.run(from: 0, to: 0.5)
    #expect(player.stage.keyboard.state.page == page)
    #expect(player.stage.keyboard.state.isForEmail == isForEmail)
    #expect(player.stage.keyboard.state.shift == (mode == "capitals" ? .locked : .off))
    // One of several answers is chosen by keys of its own.
    player.stage.show(
      prompt: PromptState(message: "PIN", entry: .choices(["a", "b"], chosen: 0)))
    player.run(from: 0.5, to: 1)
    #expect(player.stage.keyboard.state.page == .choices)
  }

  @Test func `the height of the keys for a secret does not reveal their page`() throws {
    let scene = Self.scene.replacing(
      "\"concealed\": true", with: "\"concealed\": true, \"inputMode\": \"digits\"")
    let player = try player(scene)
    tap(at: 60, 40, player)
    player.run(from: 0, to: 0.5)
    #expect(player.stage.keyboard.state.page == .digits)
    let layers = try player.stage.layers()
    try tap(.page(.letters), player)
    player.show(at: 0.5)
    #expect(player.stage.keyboard.state.page == .letters)
    #expect(try player.stage.layers() == layers)
    try tap(.page(.symbols), player)
    player.show(at: 0.5)
    #expect(try player.stage.layers() == layers)
  }

  @Test(arguments: [nil, .bullets(3), .hidden] as [PromptState.Entry?])
  func `the names of keys reveal nothing about a secret`(entry: PromptState.Entry?) throws {
    let player = try player()
    if let entry {
      player.stage.show(prompt: PromptState(message: "PIN", entry: entry))
    } else {
      tap(at: 60, 40, player)
    }
    player.run(from: 0, to: 0.5)
    let (first, nodes) = (player.stage.keyboard.state, player.stage.accessibilityNodes)
    #expect(["q", "Shift", "Symbols"].allSatisfy { name in nodes.contains { $0.label == name } })
    let (layers, count) = (try player.stage.layers(below: "keyboard"), player.stage.layerCount)
    #expect(layers.map(\.path) == ["keyboard", "keyboard/keys"] && layers.last?.childCount == 0)
    #expect(try player.stage.layers().count == count)
    for key in [KeyboardKey.shift, .shift, .page(.symbols), .page(.accents)] {
      try tap(key, player)
      #expect(player.stage.keyboard.state != first)
      #expect(player.stage.accessibilityNodes == nodes)
      player.show(at: 0.5)
      #expect(player.stage.accessibilityNodes == nodes)
      #expect(try player.stage.layers(below: "keyboard") == layers)
      #expect(player.stage.layerCount == count)
      #expect(throws: ControlError.self) { try player.stage.layers(below: "keyboard/keys/[0]") }
    }
    // Keys that slide out take no taps either.
    try tap(.hide, player)
    player.run(from: 0.5, to: 0.6)
    #expect(try player.stage.layers(below: "keyboard").map(\.path) == layers.map(\.path))
    #expect(player.stage.layerCount == count)
  }

  @Test func `the names of keys for a secret are those of the layout in use`() throws {
    let player = try player()
    tap(at: 60, 40, player)
    player.run(from: 0, to: 0.5)
    try tap(.layout, player)
    player.show(at: 0.5)
    let layout = player.stage.keyboard.state.layout
    #expect(layout != 0)
    let labels = player.stage.accessibilityNodes.map(\.label)
    for letter in KeyboardLayout.all[layout].letters where letter != " " {
      #expect(labels.contains(String(letter)))
    }
  }

  @Test(arguments: [
    ("320x240", 320, 240), ("portrait", 200, 320),
  ])
  func `the keyboard is drawn with letters on each size of panel`(
    name: String, width: Int, height: Int
  ) throws {
    // The letters depend on the machine's fonts, so that the test only checks that there are some.
    let player = try player(Self.scene, PixelSize(width: width, height: height))
    tap(at: 60, 40, player)
    player.run(from: 0, to: 0.5)
    #expect(Set(player.pixels).count > 30)
    #expect(player.pixels == player.redrawn())
  }
}
