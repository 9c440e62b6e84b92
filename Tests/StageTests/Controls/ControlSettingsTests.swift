import Geometry
import Raster
import Scene
import Stage
import Testing

/// Values that presses, states and the end of a progress give to other controls, and to the scene's locale.
@Suite struct ControlSettingsTests {
  /// A panel that begins anew with a press or a state.
  private static let kiosk = """
    { "strings": { "en": { "hello": "Hello" }, "de": { "hello": "Guten Tag" } },
      "styles": { "key": { "kind": "button", "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } } },
      "layers": [
        { "name": "back", "frame": [10, 10, 80, 40], "backgroundColor": "#2266AA" },
        { "name": "german", "frame": [110, 10, 80, 40], "backgroundColor": "#2266AA" },
        { "name": "title", "kind": "text", "string": "@hello", "fontSize": 20, "frame": [10, 60, 180, 30] },
        { "name": "rows", "kind": "log", "fontSize": 16, "lineHeight": 1.25, "frame": [10, 100, 180, 40] } ],
      "controls": {
        "back": { "use": "key", "layer": "back", "sets": { "locale": "", "log": "" } },
        "german": { "use": "key", "layer": "german", "sets": { "locale": "de", "log": "eins\\nzwei" } },
        "log": { "kind": "log", "drives": "rows" },
        "page": { "kind": "state", "states": { "idle": { "sets": { "locale": "", "log": "ready" } }, "busy": {} }, "value": "busy" } } }
    """

  private func text(_ layer: String, _ player: SteppedStage) throws -> String? {
    try player.stage.layers(below: layer, depth: 0).first?.text
  }

  private func rows(_ player: SteppedStage) throws -> [String] {
    try player.stage.layers(below: "rows").filter { !($0.text ?? "").isEmpty }
      .sorted { $0.frame.minY < $1.frame.minY }.map { $0.text ?? "" }
  }

  private func tap(_ x: Double, _ y: Double, _ player: SteppedStage, at time: Double) {
    player.stage.pointerBegan(1, at: Point(x: x, y: y), time: time)
    player.show(at: time)
    player.stage.pointerEnded(1, time: time)
    player.run(from: time, to: time + 0.5)
  }

  @Test func `a press sets the locale, and takes it back to the scene's own`() throws {
    let player = try SteppedStage(Self.kiosk)
    player.show(at: 0)
    tap(120, 20, player, at: 0.1)
    #expect(try text("title", player) == "Guten Tag")
    #expect(player.stage.locale == "de")
    #expect(player.pixels == player.redrawn())
    tap(20, 20, player, at: 1)
    #expect(try text("title", player) == "Hello")
    #expect(player.stage.locale.isEmpty)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `another screen with the scene gets the locale of a press, too`() throws {
    let player = try SteppedStage(Self.kiosk)
    player.show(at: 0)
    let mirror = Stage(scene: player.stage.scene, size: player.stage.size, scale: 1)
    _ = mirror.advance(to: 0)
    player.stage.pointerBegan(1, at: Point(x: 120, y: 20), time: 0.1)
    player.stage.pointerEnded(1, time: 0.1)
    mirror.mirrorInput(from: player.stage)
    _ = mirror.advance(to: 0.2)
    #expect(mirror.locale == "de")
    #expect(try mirror.layers(below: "title", depth: 0).first?.text == "Guten Tag")
  }

  @Test func `a press puts lines into a log and empties it`() throws {
    let player = try SteppedStage(Self.kiosk)
    try player.stage.appendLog("log", "null")
    player.show(at: 0)
    tap(120, 20, player, at: 0.1)
    // The row above, which is out of sight, has the line before.
    #expect(try rows(player) == ["null", "eins", "zwei"])
    try player.stage.appendLog("log", "drei")
    tap(20, 20, player, at: 1)
    #expect(try rows(player).isEmpty)
    #expect(player.stage.controls.first { $0.name == "log" }?.text == "")
    #expect(player.stage.record.controls.first { $0.name == "log" }?.text == nil)
    #expect(player.pixels == player.redrawn())
    // Lines that no frame has shown yet go, too.
    try player.stage.appendLog("log", "vier")
    try player.stage.setState("page", to: "idle")
    player.run(from: 2, to: 2.5)
    #expect(try rows(player) == ["vier", "ready"])
  }

  @Test func `a state sets the locale`() throws {
    let player = try SteppedStage(Self.kiosk)
    player.show(at: 0)
    try player.stage.setLocale("de")
    player.show(at: 0.1)
    try player.stage.setState("page", to: "idle")
    #expect(player.stage.needsFrame)
    player.show(at: 0.2)
    #expect(try text("title", player) == "Hello")
    #expect(player.stage.controls.first { $0.name == "page" }?.state == "idle")
  }

  @Test func `a control of the name locale is meant first`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "a", "size": [20, 20], "backgroundColor": "#FFFFFF" } ],
        "controls": {
          "page": { "kind": "state", "states": { "one": {}, "two": { "sets": { "locale": "words" } } } },
          "locale": { "kind": "text" } } }
      """)
    player.show(at: 0)
    try player.stage.setState("page", to: "two")
    player.show(at: 0.1)
    #expect(player.stage.locale.isEmpty)
    #expect(player.stage.controls.first { $0.name == "locale" }?.text == "words")
  }
}
