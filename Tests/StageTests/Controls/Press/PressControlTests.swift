import Animation
import Foundation
import Geometry
import Scene
import Stage
import Testing

/// Buttons and choices: contacts, keys and looks, and the events for subscribers and screen
/// readers.
@Suite struct PressControlTests {
  static let scene = """
    { "layers": [
        { "name": "retry", "frame": [10, 10, 80, 40], "backgroundColor": "#2266AA" },
        { "name": "en", "frame": [10, 60, 40, 40], "backgroundColor": "#222222" },
        { "name": "de", "frame": [60, 60, 40, 40], "backgroundColor": "#222222" },
        { "name": "secret", "frame": [110, 10, 40, 40], "hidden": true } ],
      "controls": {
        "retry": { "kind": "button", "label": "Retry", "layer": "retry",
          "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
          "focused": { "key": "borderWidth", "to": 2, "duration": 0 } },
        "language": { "kind": "choice", "label": "Language", "value": "en", "options": {
          "en": { "label": "English", "layer": "en",
            "chosen": { "key": "opacity", "to": 0.9, "duration": 0 },
            "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
            "focused": { "key": "borderWidth", "to": 2, "duration": 0 } },
          "de": { "label": "Deutsch", "layer": "de",
            "chosen": { "key": "opacity", "to": 0.9, "duration": 0 },
            "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
            "focused": { "key": "borderWidth", "to": 2, "duration": 0 } } } },
        "unseen": { "kind": "button", "layer": "secret",
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } } } }
    """

  private func opacity(_ layer: String, _ player: SteppedStage) throws -> Double {
    try #require(try player.stage.layers(below: layer, depth: 0).first).opacity
  }

  @Test func `a contact presses and releases a button`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(player.stage.takesPointers && player.stage.takesKeys)
    player.stage.pointerBegan(1, at: Point(x: 20, y: 20), time: 0)
    player.show(at: 0.1)
    #expect(try opacity("retry", player) == 0.5)
    #expect(player.pressEvents == [])
    player.stage.pointerEnded(1, time: 0.2)
    player.run(from: 0.1, to: 0.5)
    #expect(try opacity("retry", player) == 1)
    #expect(player.pressEvents == [.pressed(control: "retry")])
    #expect(player.pixels == player.redrawn())
  }

  private static let pages = """
    { "layers": [
        { "name": "back", "frame": [10, 10, 80, 40], "backgroundColor": "#2266AA" },
        { "name": "en", "frame": [10, 60, 40, 40], "backgroundColor": "#222222" },
        { "name": "typed", "kind": "text", "string": "", "fontSize": 20, "frame": [10, 110, 80, 30] },
        { "name": "help", "frame": [110, 10, 40, 40], "backgroundColor": "#222222", "opacity": 0 } ],
      "controls": {
        "back": { "kind": "button", "layer": "back", "sets": { "page": "start", "language": "", "name": "", "message": "Welcome" },
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } },
        "page": { "kind": "state", "states": {
          "start": { "sets": { "light": "off" } },
          "help": { "after": { "duration": 5, "state": "start" },
            "changes": [ { "layer": "help", "key": "opacity", "to": 1, "duration": 0 } ] } } },
        "light": { "kind": "state", "states": {
          "off": {}, "on": { "changes": [ { "layer": "back", "key": "cornerRadius", "to": 3 } ] } } },
        "language": { "kind": "choice", "options": {
          "en": { "layer": "en", "sets": { "page": "help" }, "chosen": { "key": "opacity", "to": 0.9, "duration": 0 },
            "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } } } },
        "name": { "kind": "field", "layer": "typed", "entry": "typed", "concealed": true,
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } },
        "message": { "kind": "text" } } }
    """

  private func control(_ name: String, _ stage: Stage) throws -> ControlInfo {
    try #require(stage.controls.first { $0.name == name })
  }

  private func requestEvents(_ stage: Stage) -> [StageEvent] {
    stage.takeEvents().filter {
      switch $0 {
      case .pressed, .chosen, .stateChanged, .textChanged: true
      default: false
      }
    }
  }

  private func tap(_ place: Point, _ player: SteppedStage, at time: Double) {
    player.stage.pointerBegan(1, at: place, time: time)
    player.show(at: time)
    player.stage.pointerEnded(1, time: time)
    player.show(at: time + 0.05)
  }

  @Test func `a press sets other controls, and those states further ones`() throws {
    let player = try SteppedStage(Self.pages)
    let stage = player.stage
    try stage.setState("light", to: "on")
    try stage.setText("name", to: "Zoë")
    player.show(at: 0.1)
    #expect(try control("light", stage).state == "on", "the state at the start sets nothing")
    _ = stage.takeEvents()
    tap(Point(x: 20, y: 70), player, at: 0.2)
    #expect(try control("language", stage).option == "en")
    #expect(try control("page", stage).state == "help")
    #expect(try opacity("help", player) == 1)
    #expect(
      requestEvents(stage) == [
        .chosen(control: "language", option: "en"), .stateChanged(control: "page", state: "help"),
      ])
    tap(Point(x: 20, y: 20), player, at: 0.5)
    #expect(try control("page", stage).state == "start")
    #expect(try control("light", stage).state == "off")
    #expect(try control("language", stage).option == nil)
    #expect(try control("message", stage).text == "Welcome")
    #expect(try stage.fieldText("name").isEmpty)
    #expect(
      requestEvents(stage) == [
        .pressed(control: "back"), .textChanged(control: "message", text: "Welcome"),
        .stateChanged(control: "page", state: "start"),
        .stateChanged(control: "light", state: "off"),
      ])
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a state that ends by itself sets others with the next one`() throws {
    let player = try SteppedStage(Self.pages)
    player.show(at: 0)
    try player.stage.setState("page", to: "help")
    player.show(at: 0.1)
    try player.stage.setState("light", to: "on")
    player.run(from: 0.1, to: 4)
    #expect(try control("light", player.stage).state == "on")
    player.run(from: 4, to: 6)
    #expect(try control("page", player.stage).state == "start")
    #expect(try control("light", player.stage).state == "off")
  }

  @Test func `a state that a late frame passes over sets others all the same`() throws {
    let text = Self.pages.replacing(
      #""after": { "duration": 5, "state": "start" }"#,
      with: #""after": { "duration": 1, "state": "forget" }"#
    ).replacing(
      #""start": { "sets""#,
      with:
        #""forget": { "sets": { "name": "" }, "after": { "duration": 1, "state": "start" } }, "start": { "sets""#
    )
    let player = try SteppedStage(text)
    player.show(at: 0)
    try player.stage.setText("name", to: "Zoë")
    try player.stage.setState("page", to: "help")
    player.show(at: 0.1)
    #expect(try !player.stage.fieldText("name").isEmpty)
    player.show(at: 9)
    #expect(try control("page", player.stage).state == "start")
    #expect(try player.stage.fieldText("name").isEmpty)
  }

  @Test func `a choice that was emptied stays so in another edition, and after a start`() throws {
    let player = try SteppedStage(Self.scene)
    player.show(at: 0)
    try player.stage.choose("language", option: nil)
    player.show(at: 0.1)
    let scene = try SceneLoader.load(
      bytes: Array(Self.scene.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: player.stage.size, scale: 1)
    stage.restore(player.stage.record)
    _ = stage.advance(to: 0)
    #expect(try control("language", stage).option == nil)
    player.stage.replaceScene(scene, migrating: true)
    player.show(at: 0.2)
    #expect(try control("language", player.stage).option == nil)
  }

  @Test func `the state of a lost client sets others, too`() throws {
    let text = Self.pages.replacing(
      #""page": { "kind": "state","#, with: #""page": { "kind": "state", "onDisconnect": "start","#)
    let player = try SteppedStage(text)
    player.show(at: 0)
    try player.stage.setState("light", to: "on")
    try player.stage.setState("page", to: "help", by: ControlHolder(7), holds: true)
    player.show(at: 0.1)
    player.stage.releaseControls(heldBy: 7)
    player.show(at: 0.2)
    #expect(try control("page", player.stage).state == "start")
    #expect(try control("light", player.stage).state == "off")
  }

  @Test func `a state that was set before another edition sets others once`() throws {
    let player = try SteppedStage(Self.pages)
    let stage = player.stage
    try stage.setState("page", to: "help")
    player.show(at: 0)
    try stage.setState("page", to: "start")
    stage.replaceScene(stage.scene, migrating: true)
    try stage.setState("light", to: "on")
    player.show(at: 0.1)
    tap(Point(x: 20, y: 70), player, at: 0.2)
    #expect(try control("page", stage).state == "help")
    #expect(try control("light", stage).state == "on")
  }

  @Test func `a press does not set a state that a client holds`() throws {
    let player = try SteppedStage(Self.pages)
    player.show(at: 0)
    try player.stage.setState("page", to: "help", by: ControlHolder(7), holds: true)
    player.show(at: 0.1)
    tap(Point(x: 20, y: 20), player, at: 0.2)
    #expect(try control("page", player.stage).state == "help")
    #expect(try control("message", player.stage).text == "Welcome")
  }

  @Test func `another layout sets the same`() throws {
    let player = try SteppedStage(Self.pages)
    let other = try SteppedStage(Self.pages)
    player.show(at: 0)
    other.show(at: 0)
    player.stage.pointerBegan(1, at: Point(x: 20, y: 70), time: 0.1)
    player.stage.pointerEnded(1, time: 0.1)
    other.stage.mirrorInput(from: player.stage)
    // With the press, and not with the next frame.
    #expect(try control("page", player.stage).state == "help")
    #expect(try control("page", other.stage).state == "help")
    try player.stage.choose("language", option: nil)
    try other.stage.choose("language", option: nil)
    // The other stage, which has not drawn yet, does not bring the press back.
    player.show(at: 0.2)
    player.stage.mirrorInput(from: other.stage)
    #expect(try control("language", player.stage).option == nil)
    other.show(at: 0.2)
    #expect(try control("language", other.stage).option == nil)
  }

  @Test func `a choice is chosen by name, or nothing is`() throws {
    let player = try SteppedStage(Self.scene)
    player.show(at: 0)
    try player.stage.choose(nil, option: "de")
    player.show(at: 0.1)
    #expect(try control("language", player.stage).option == "de")
    #expect(try control("language", player.stage).options == ["en", "de"])
    #expect(try opacity("de", player) == 0.9)
    try player.stage.choose("language", option: nil)
    player.show(at: 0.2)
    player.run(from: 0.2, to: 0.6)
    #expect(try control("language", player.stage).option == nil)
    #expect(try opacity("de", player) == 1)
    #expect(player.pressEvents == [])
    #expect(throws: ControlError.wrongKind(control: "retry", kind: .button)) {
      try player.stage.choose("retry", option: "de")
    }
    #expect(throws: ControlError.noSuchControl("nope")) {
      try player.stage.choose("nope", option: "de")
    }
  }

  @Test func `a contact on another layout is reported once`() throws {
    let player = try SteppedStage(Self.scene)
    let other = try SteppedStage(Self.scene)
    for round in 1...2 {
      other.stage.pointerBegan(1, at: Point(x: 20, y: 20), time: 0)
      player.stage.mirrorInput(from: other.stage)
      other.stage.pointerEnded(1, time: 0.2)
      player.stage.mirrorInput(from: other.stage)
      player.show(at: Double(round) * 0.2)
      // The other stage has not drawn its frame yet.
      player.stage.mirrorInput(from: other.stage)
      player.show(at: Double(round) * 0.2 + 0.1)
      other.show(at: Double(round) * 0.2 + 0.1)
      #expect(player.pressEvents == [.pressed(control: "retry")])
    }
  }

  @Test func `arrows move the focus in their direction, also from right to left`() throws {
    func scene(_ places: [Int], rows: [Int] = [10, 10, 10]) -> String {
      let layers = places.enumerated().map { index, x in
        "{ \"name\": \"b\(index)\", \"frame\": [\(x), \(rows[index]), 30, 30] }"
      }
      let options = places.indices.map { index in
        """
        "o\(index)": { "label": "\(index)", "layer": "b\(index)",
          "chosen": { "key": "opacity", "to": 0.9, "duration": 0 }, "focused": { "key": "borderWidth", "to": 2, "duration": 0 } }
        """
      }
      return """
        { "layers": [ \(layers.joined(separator: ", ")),
            { "name": "below", "frame": [100, 100, 30, 30] } ],
          "controls": { "c": { "kind": "choice", "value": "o0", "options": { \(options.joined(separator: ", ")) } },
            "end": { "kind": "button", "layer": "below", "focused": { "key": "borderWidth", "to": 2, "duration": 0 } } } }
        """
    }
    func focused(_ player: SteppedStage, _ keys: [InputKey]) throws -> String {
      for key in keys { #expect(player.stage.handle(key)) }
      player.show(at: player.stage.time + 0.2)
      return try focusedLayer(player)
    }
    let fromLeft = try SteppedStage(scene([0, 40, 80]))
    #expect(try focused(fromLeft, [.tab, .right]) == "b1")
    #expect(try focused(fromLeft, [.left]) == "b0")
    let fromRight = try SteppedStage(scene([80, 40, 0]))
    #expect(try focused(fromRight, [.tab]) == "b0")
    #expect(try focused(fromRight, [.left]) == "b1")
    #expect(try focused(fromRight, [.left]) == "b2")
    // The last one of a row, whose next one is below.
    #expect(try focused(fromRight, [.right]) == "b1")
    #expect(try focused(fromRight, [.left]) == "b2")
    // Nothing is further to the left: the next one.
    #expect(try focused(fromRight, [.left]) == "below")
    #expect(try focused(fromRight, [.left]) == "b2")
    // A row that begins a little above the end of the one before.
    let rows = try SteppedStage(scene([0, 40, 0], rows: [10, 10, 36]))
    #expect(try focused(rows, [.tab, .right]) == "b1")
    #expect(try focused(rows, [.right]) == "b2")
    #expect(try focused(rows, [.left]) == "b1")
    #expect(try focused(rows, [.down]) == "b2")
    #expect(try focused(rows, [.down]) == "below")
    #expect(try focused(rows, [.up]) == "b1")
  }

  /// The layer that has the ring of the focus.
  private func focusedLayer(_ player: SteppedStage) throws -> String {
    for name in ["b0", "b1", "b2", "below"] {
      let width = try player.stage.presentedValue(
        of: try #require(AnimationKeyPath("borderWidth")), ofLayer: name)
      if width == .scalar(2) { return name }
    }
    return ""
  }

  @Test func `a question stands in front of buttons`() throws {
    let player = try SteppedStage(Self.scene)
    let point = Point(x: 20, y: 20)
    player.stage.pointerBegan(1, at: point, time: 0)
    player.stage.show(prompt: PromptState(message: "?", entry: .bullets(0)))
    player.stage.pointerEnded(1, time: 0.1)
    player.stage.pointerBegan(2, at: point, time: 0.2)
    player.stage.pointerEnded(2, time: 0.3)
    player.show(at: 0.4)
    #expect(player.pressEvents == [])
    player.stage.show(prompt: nil)
    player.run(from: 0.4, to: 2)
    player.stage.pointerBegan(3, at: point, time: 0.2)
    player.stage.pointerEnded(3, time: 0.3)
    player.show(at: 2.1)
    #expect(player.pressEvents == [.pressed(control: "retry")])
  }

  @Test func `a button that is not seen is hidden from a screen reader, too`() throws {
    let player = try SteppedStage(Self.scene)
    let labels = player.stage.accessibilityNodes.map(\.label)
    #expect(!labels.contains("unseen") && player.stage.controls.contains { $0.name == "unseen" })
  }

  @Test func `a button that is not seen is not pressed`() throws {
    let scene = Self.scene.replacingOccurrences(
      of: "\"backgroundColor\": \"#2266AA\"",
      with: "\"backgroundColor\": \"#2266AA\", \"opacity\": 0")
    let player = try SteppedStage(scene)
    player.stage.pointerBegan(1, at: Point(x: 20, y: 20), time: 0)
    player.stage.pointerEnded(1, time: 0.1)
    player.show(at: 0.2)
    #expect(player.pressEvents == [])
  }

  @Test func `a contact that leaves the button before its end does nothing`() throws {
    let player = try SteppedStage(Self.scene)
    player.stage.pointerBegan(1, at: Point(x: 20, y: 20), time: 0)
    player.show(at: 0.1)
    player.stage.pointerMoved(1, to: Point(x: 150, y: 150), time: 0.15)
    player.run(from: 0.1, to: 0.5)
    #expect(try opacity("retry", player) == 1)
    player.stage.pointerEnded(1, time: 0.6)
    // A contact that is cancelled, and one that hits nothing.
    player.stage.pointerBegan(2, at: Point(x: 20, y: 20), time: 0.7)
    player.stage.pointerCancelled(2)
    player.stage.pointerBegan(3, at: Point(x: 180, y: 180), time: 0.7)
    player.stage.pointerEnded(3, time: 0.8)
    player.run(from: 0.5, to: 1)
    #expect(player.pressEvents == [])
    #expect(try opacity("retry", player) == 1)
  }

  @Test func `an option that is pressed is chosen, also again`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(try opacity("en", player) == 0.9)
    for _ in 0..<2 {
      player.stage.pointerBegan(1, at: Point(x: 70, y: 70), time: 0)
      player.stage.pointerEnded(1, time: 0.1)
    }
    player.run(from: 0, to: 0.5)
    let event = StageEvent.chosen(control: "language", option: "de")
    #expect(player.pressEvents == [event, event])
    #expect(try opacity("en", player) == 1)
    #expect(try opacity("de", player) == 0.9)
    let node = try #require(player.stage.accessibilityNodes.first { $0.label == "Language" })
    #expect(node.role == .radioGroup)
    #expect(node.text == "Deutsch")
    try player.stage.setState("language", to: "en")
    player.run(from: 0.5, to: 1)
    #expect(player.pressEvents == [])
    #expect(try opacity("en", player) == 0.9)
    #expect(player.stage.controls[1].option == "en")
  }

  @Test func `keys move the focus over what is in sight, and press`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(!player.stage.handle(.press))
    #expect(!player.stage.handle(.leave))
    #expect(player.stage.handle(.next))
    player.show(at: 0.1)
    let node = try #require(player.stage.accessibilityNodes.first)
    #expect(node.role == .button)
    #expect(node.states == [.focused])
    #expect(player.stage.handle(.press))
    player.show(at: 0.2)
    #expect(try opacity("retry", player) == 0.5)
    #expect(player.pressEvents == [.pressed(control: "retry")])
    player.run(from: 0.2, to: 0.8)
    #expect(try opacity("retry", player) == 1)
    // Going backwards from the first control leads to the last one in sight.
    #expect(player.stage.handle(.previous))
    #expect(player.stage.handle(.press))
    player.run(from: 0.8, to: 1.5)
    #expect(player.pressEvents == [.chosen(control: "language", option: "de")])
    #expect(player.stage.handle(.next))
    #expect(player.stage.handle(.leave))
    player.run(from: 1.5, to: 2)
    #expect(player.stage.accessibilityNodes.allSatisfy { $0.states != [.focused] })
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a record keeps the chosen option`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setState("language", to: "de")
    player.show(at: 1)
    let scene = try SceneLoader.load(
      bytes: Array(Self.scene.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: player.stage.size, scale: 1)
    stage.restore(player.stage.record)
    _ = stage.advance(to: 0)
    #expect(stage.controls[1].option == "de")
    #expect(stage.record == player.stage.record)
    player.stage.resize(to: PixelSize(width: 300, height: 300), scale: 1)
    _ = player.stage.advance(to: 2)
    #expect(player.stage.controls[1].option == "de")
    #expect(try opacity("de", player) == 0.9)
  }

  /// A button in the middle, and one in a row behind a text.
  private static let layouts = """
    { "strings": { "en": { "word": "I" }, "de": { "word": "WWWWWWWW" } },
      "styles": { "key": { "kind": "button", "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
        "focused": { "key": "borderWidth", "to": 2 } } },
      "layers": [
        { "name": "go", "size": ["50%", "20%"], "backgroundColor": "#2266AA" },
        { "name": "row", "kind": "row", "frame": [0, 0, 200, 40], "layers": [
          { "kind": "text", "string": "@word", "fontSize": 20 },
          { "name": "next", "size": [30, 30], "backgroundColor": "#2266AA" } ] },
        { "name": "knob", "frame": [0, 170, 20, 20], "backgroundColor": "#FFFFFF",
          "animations": [ { "key": "opacity", "from": 0, "to": 1 } ] } ],
      "controls": { "go": { "use": "key", "layer": "go" }, "next": { "use": "key", "layer": "next" },
        "slide": { "kind": "scrub", "layers": "knob" } } }
    """

  @Test
  func `a press goes on in another size and locale if its contact is still on the area`() throws {
    let player = try SteppedStage(Self.layouts)
    let stage = player.stage
    let next = try #require(try stage.layers(below: "row/next", depth: 0).first).frame
    stage.pointerBegan(1, at: Point(x: 90, y: 95), time: 0)
    stage.pointerBegan(2, at: Point(x: next.midX, y: next.midY), time: 0)
    player.show(at: 0.1)
    #expect(try opacity("go", player) == 0.5 && opacity("row/next", player) == 0.5)
    _ = player.pressEvents
    // The word before it is longer.
    try stage.setLocale("de")
    player.show(at: 0.2)
    #expect(try opacity("go", player) == 0.5)
    player.run(from: 0.2, to: 0.5)
    #expect(try opacity("row/next", player) == 1)
    stage.resize(to: PixelSize(width: 180, height: 180), scale: 1)
    _ = stage.advance(to: 0.6)
    #expect(try opacity("go", player) == 0.5)
    stage.pointerEnded(1, time: 0.7)
    stage.pointerEnded(2, time: 0.7)
    _ = stage.advance(to: 0.8)
    #expect(player.pressEvents == [.pressed(control: "go")])
    for time in [1, 1.5] { _ = stage.advance(to: time) }
    #expect(try opacity("go", player) == 1)
  }

  @Test func `a press goes on in another variant if its contact is still on the area`() throws {
    let variant = """
      "variants": [ { "when": { "maxWidth": 150 },
        "layers": { "row": { "frame": [0, 100, 200, 40] } } } ], "controls": {
      """
    let stage = try SteppedStage(
      Self.layouts.replacing(#""controls": {"#, with: variant)
    ).stage
    _ = stage.advance(to: 0)
    let next = try #require(try stage.layers(below: "row/next", depth: 0).first).frame
    stage.pointerBegan(1, at: Point(x: 90, y: 95), time: 0)
    stage.pointerBegan(2, at: Point(x: next.midX, y: next.midY), time: 0)
    _ = stage.advance(to: 0.1)
    stage.resize(to: PixelSize(width: 140, height: 140), scale: 1)
    _ = stage.advance(to: 0.2)
    stage.pointerEnded(1, time: 0.3)
    stage.pointerEnded(2, time: 0.3)
    _ = stage.advance(to: 0.4)
    let pressed = stage.takeEvents().filter {
      if case .pressed = $0 { true } else { false }
    }
    #expect(pressed == [.pressed(control: "go")])
  }

  @Test func `a contact rests on a button at an edge in another size`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "ok", "anchor": [1, 1], "position": ["100%", "100%"], "size": ["20%", "20%"] } ],
        "controls": { "ok": { "kind": "button", "layer": "ok", "pressed": { "key": "opacity", "to": 0.5 },
          "focused": { "key": "borderWidth", "to": 2 } } } }
      """)
    let (stage, size) = (player.stage, player.stage.size)
    stage.pointerBegan(
      1, at: Point(x: 0.95 * Double(size.width), y: 0.9 * Double(size.height)), time: 0)
    player.show(at: 0.1)
    stage.resize(to: PixelSize(width: size.width, height: 2 * size.height), scale: 2)
    _ = stage.advance(to: 0.2)
    stage.pointerEnded(1, time: 0.3)
    _ = stage.advance(to: 0.4)
    #expect(player.pressEvents == [.pressed(control: "ok")])
  }

  @Test
  func `a contact that another layout has moved away presses when it comes back`() throws {
    let player = try SteppedStage(Self.layouts)
    let stage = player.stage
    player.show(at: 0)
    let next = try #require(try stage.layers(below: "row/next", depth: 0).first).frame
    stage.pointerBegan(1, at: Point(x: next.midX, y: next.midY), time: 0)
    player.show(at: 0.1)
    // The row stays as large.
    stage.resize(to: PixelSize(width: 20, height: 20), scale: 1)
    for time in [0.2, 0.5] { _ = stage.advance(to: time) }
    #expect(try opacity("row/next", player) == 1)
    stage.pointerMoved(1, to: Point(x: next.midX, y: next.midY), time: 0.6)
    stage.pointerEnded(1, time: 0.7)
    _ = stage.advance(to: 0.8)
    #expect(player.pressEvents == [.pressed(control: "next")])
    // A drag has ended.
    stage.pointerBegan(3, at: Point(x: 5, y: 175), time: 1)
    stage.resize(to: PixelSize(width: 200, height: 200), scale: 1)
    #expect(!stage.isHeld)
  }
}
