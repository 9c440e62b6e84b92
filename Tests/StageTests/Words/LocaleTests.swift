import Geometry
import Layers
import Scene
import Testing

@testable import Stage

/// The switch to another locale while a scene is in play.
@Suite struct LocaleTests {
  private static let scene = """
    { "strings": {
        "en": { "go": "Go", "copy": "Copying", "check": "Checking", "bad": "Failed", "hint": "Wait" },
        "de": { "go": "Los geht es", "copy": "Kopieren", "check": "Prüfen", "bad": "Fehlgeschlagen", "hint": "Warten" } },
      "layers": [
        { "kind": "row", "frame": [0, 0, 400, 30], "gap": 10, "layers": [
          { "kind": "text", "name": "go", "string": "@go", "fontSize": 20, "label": "@go" },
          { "name": "dot", "size": [10, 10], "backgroundColor": "#FF0000" } ] },
        { "kind": "text", "name": "job", "string": "{phase} {percent}", "frame": [0, 40, 300, 20] },
        { "kind": "text", "name": "note", "string": "@hint", "frame": [0, 70, 300, 20] },
        { "kind": "text", "name": "state", "string": "-", "frame": [0, 100, 300, 20] },
        { "name": "box", "frame": [0, 150, 10, 10], "backgroundColor": "#00FF00",
          "animations": [{ "key": "position.x", "from": 0, "to": 200, "duration": 2 }] } ],
      "controls": {
        "job": { "kind": "progress", "drives": "job", "label": "@go",
          "phases": [{ "name": "copy", "label": "@copy" }, { "name": "check", "label": "@check" }] },
        "note": { "kind": "text", "drives": "note" },
        "state": { "kind": "state", "states": {
          "idle": {},
          "bad": { "label": "@bad", "changes": [
            { "layer": "state", "text": "@hint" }, { "layer": "box", "key": "opacity", "to": 0.5 } ] },
          "late": { "changes": [{ "layer": "state", "text": "@bad", "delay": 1 }] } } } } }
    """

  private func text(_ layer: String, _ player: SteppedStage) throws -> String? {
    try player.stage.layers(below: layer, depth: 0).first?.text
  }

  private func left(_ layer: String, _ player: SteppedStage) throws -> Double {
    try #require(try player.stage.layers(below: layer, depth: 0).first).frame.minX
  }

  @Test func `all texts change, and rows make room`() throws {
    let player = try SteppedStage(Self.scene, size: PixelSize(width: 400, height: 200))
    _ = try player.stage.setProgress("job", to: 0.1)
    try player.stage.setState("state", to: "bad")
    player.run(from: 0, to: 0.5)
    let before = try (left("[0]/dot", player), left("box", player))
    #expect(try text("job", player)?.hasPrefix("Copying ") == true)
    _ = player.stage.takeEvents()
    try player.stage.setLocale("de-AT")
    player.show(at: 0.5)
    #expect(try text("[0]/go", player) == "Los geht es")
    #expect(try text("job", player)?.hasPrefix("Kopieren ") == true)
    #expect(try text("job", player)?.hasSuffix("\u{A0}%") == true)
    #expect(try text("note", player) == "Warten")
    #expect(try text("state", player) == "Warten")
    let shift = try left("[0]/dot", player) - before.0
    #expect(shift > 20, "the row's dot moves for the longer text")
    #expect(try left("box", player) == before.1, "motion goes on where it was")
    #expect(player.pixels == player.redrawn())
    let announced = player.stage.takeEvents().compactMap { event -> String? in
      if case .accessibilityChanged(let control, let text) = event {
        control + "=" + text
      } else {
        nil
      }
    }
    #expect(announced == ["job=Kopieren, 10\u{A0}%", "note=Warten", "state=Fehlgeschlagen"])
    #expect(player.stage.accessibilityNodes.map { $0.label }.contains("Los geht es"))
    // The locale is set back, with another state than when it was left.
    try player.stage.setState("state", to: "idle")
    player.run(from: 0.5, to: 1)
    #expect(try text("state", player) == "-")
    try player.stage.setLocale("")
    player.show(at: 1)
    #expect(try text("note", player) == "Wait" && text("[0]/go", player) == "Go")
    #expect(abs(try left("[0]/dot", player) - before.0) < 1e-6)
  }

  @Test func `rows begin at the right in a locale from right to left`() throws {
    let scene = Self.scene.replacing("\"de\": {", with: "\"he\": {")
    let player = try SteppedStage(scene, size: PixelSize(width: 400, height: 200))
    player.show(at: 0)
    let (word, dot) = try (left("[0]/go", player), left("[0]/dot", player))
    #expect(word == 0 && dot > 10)
    try player.stage.setLocale("he-IL")
    player.show(at: 0.1)
    #expect(try left("[0]/dot", player) < left("[0]/go", player))
    #expect(player.pixels == player.redrawn())
    try player.stage.setLocale("")
    player.show(at: 0.2)
    #expect(try (left("[0]/go", player), left("[0]/dot", player)) == (word, dot))
  }

  @Test func `a client's message stays, and later texts come in the new locale`() throws {
    let player = try SteppedStage(Self.scene, size: PixelSize(width: 400, height: 200))
    try player.stage.setText("note", to: "Hello {percent}")
    try player.stage.setState("state", to: "late")
    player.run(from: 0, to: 0.5)
    try player.stage.setLocale("de")
    player.run(from: 0.5, to: 0.9)
    #expect(try text("note", player) == "Hello {percent}")
    #expect(try text("state", player) == "-")
    player.run(from: 0.9, to: 1.5)
    #expect(try text("state", player) == "Fehlgeschlagen")
    // A message that no frame has shown yet comes in the next one.
    try player.stage.setText("note", to: "Later")
    try player.stage.setLocale("en")
    player.show(at: 1.6)
    #expect(try text("note", player) == "Later")
  }

  @Test func `the locale stays for the next scene, another size and the other outputs`() throws {
    let player = try SteppedStage(Self.scene, size: PixelSize(width: 400, height: 200))
    let stage = player.stage
    try stage.setLocale("de")
    stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    _ = stage.advance(to: 1)
    #expect(try text("note", player) == "Warten")
    // Laid out before the locale was set.
    let late = PreparedScene(stage.scene, size: stage.size, scale: 1)
    for migrating in [false, true] {
      _ = stage.replaceScene(late, migrating: migrating)
      _ = stage.advance(to: 2)
      #expect(try text("note", player) == "Warten")
    }
    let mirror = Stage(scene: stage.scene, size: stage.size, scale: 1, locale: stage.locale)
    mirror.adopt(stage)
    _ = mirror.advance(to: 2)
    #expect(try mirror.layers(below: "note", depth: 0).first?.text == "Warten")
  }

  /// Keys for two languages, and a reset.
  private static let languages = """
    { "strings": { "en": { "code": "en", "german": "German" }, "de": { "code": "de", "german": "Deutsch" } },
      "layers": [
        { "name": "en", "frame": [0, 0, 40, 40] }, { "name": "de", "frame": [50, 0, 40, 40] },
        { "name": "fr", "frame": [100, 0, 40, 40] } ],
      "controls": {
        "language": { "kind": "choice", "value": "@code", "options": {
          "en": { "layer": "en", "sets": { "locale": "en" },
            "chosen": { "key": "opacity", "to": 0.5, "duration": 0 } },
          "de": { "layer": "de", "label": "@german", "sets": { "locale": "de" },
            "chosen": { "key": "opacity", "to": 0.5, "duration": 0 } },
          "fr": { "layer": "fr" } } } } }
    """

  private func chosen(_ stage: Stage) -> String? { stage.controls.first?.option }

  @Test func `a choice whose option is a named string follows the locale`() throws {
    let player = try SteppedStage(Self.languages, size: PixelSize(width: 400, height: 200))
    let stage = player.stage
    func opacities() throws -> [Double] {
      try ["en", "de"].map {
        try #require(try stage.layers(below: $0, depth: 0).first).opacity
      }
    }
    player.run(from: 0, to: 0.5)
    #expect(try chosen(stage) == "en" && opacities() == [0.5, 1])
    _ = stage.takeEvents()
    try stage.setLocale("de-AT")
    player.run(from: 0.5, to: 1)
    #expect(try chosen(stage) == "de" && opacities() == [1, 0.5])
    #expect(stage.controls.first?.description == "Deutsch")
    #expect(!stage.takeEvents().contains { if case .chosen = $0 { true } else { false } })
    #expect(player.pixels == player.redrawn())
    // An option that a client has chosen stays until the next locale, and also then if both locales
    // name the same option.
    try stage.choose("language", option: "fr")
    try stage.setLocale("de")
    player.run(from: 1, to: 1.2)
    #expect(chosen(stage) == "fr")
    stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    #expect(chosen(stage) == "fr")
    try stage.setLocale("")
    #expect(chosen(stage) == "en")
    // A press has what it sets.
    _ = stage.advance(to: 1.2)
    stage.pointerBegan(1, at: Point(x: 70, y: 20), time: 1.2)
    stage.pointerEnded(1, time: 1.2)
    _ = stage.advance(to: 1.3)
    #expect(stage.locale == "de" && chosen(stage) == "de")
    let mirror = Stage(scene: stage.scene, size: stage.size, scale: 1, locale: stage.locale)
    mirror.adopt(stage)
    #expect(chosen(mirror) == "de")
  }

  @Test func `the former texts are shown in frames until all new ones are ready`()
    throws
  {
    let player = try SteppedStage(Self.scene, size: PixelSize(width: 400, height: 200))
    player.run(from: 0, to: 0.5)
    let before = try left("box", player)
    try player.stage.askForLocale("de")
    var slices = 0
    repeat {
      #expect(player.stage.awaitsLayout && player.stage.locale == "de")
      #expect(try text("note", player) == "Wait")
      player.stage.beginAdvance(to: 0.5 + Double(slices) * 0.01)
      while player.stage.advanceSlice() == nil {}
      slices += 1
    } while !player.stage.layOutSlice()
    // One for the layers, and one for each of the four texts.
    #expect(slices >= 5)
    #expect(try left("box", player) > before)
    #expect(try text("note", player) == "Wait" && text("[0]/go", player) == "Go")
    player.stage.finishLayout()
    #expect(!player.stage.awaitsLayout)
    player.show(at: 0.6)
    #expect(try text("note", player) == "Warten" && text("[0]/go", player) == "Los geht es")
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a layout that was asked for is shown before the next one begins`() throws {
    let player = try SteppedStage(Self.scene, size: PixelSize(width: 400, height: 200))
    let stage = player.stage
    player.show(at: 0)
    try stage.askForLocale("de")
    _ = stage.layOutSlice()
    for locale in ["fr", "de", "en"] { try stage.askForLocale(locale) }
    #expect(stage.hasLaterLocale && stage.locale == "en")
    while !stage.layOutSlice() {}
    stage.showLayout()
    #expect(try text("note", player) == "Warten" && stage.shownLocale == "de")
    #expect(stage.awaitsLayout && !stage.hasLaterLocale)
    while !stage.layOutSlice() {}
    stage.showLayout()
    #expect(try text("note", player) == "Wait" && !stage.awaitsLayout)
  }

  @Test func `a locale that is asked for between two slices takes the place of the one before`()
    throws
  {
    let player = try SteppedStage(Self.scene, size: PixelSize(width: 400, height: 200))
    player.show(at: 0)
    for slices in 0...6 {
      try player.stage.askForLocale("de")
      for _ in 0..<slices { _ = player.stage.layOutSlice() }
      try player.stage.askForLocale("en")
      while !player.stage.layOutSlice() {}
      player.stage.finishLayout()
      #expect(try text("note", player) == "Wait" && player.stage.locale == "en")
      // A size that changes meanwhile brings the locale at once.
      try player.stage.askForLocale("de")
      for _ in 0..<slices { _ = player.stage.layOutSlice() }
      player.stage.resize(to: PixelSize(width: 400, height: 200 + slices), scale: 1)
      player.stage.resize(to: PixelSize(width: 400, height: 201 + slices), scale: 1)
      #expect(try text("note", player) == "Warten" && !player.stage.awaitsLayout)
    }
  }

  @Test func `a locale that a scene sets goes with it, and stays where it is carried over`() throws
  {
    let stage = try SteppedStage(Self.scene).stage
    _ = stage.advance(to: 0)
    stage.requestLocale("de")
    stage.replaceScene(stage.scene, migrating: true)
    #expect(stage.locale == "de" && stage.usualLocale == "")
    stage.replaceScene(stage.scene)
    #expect(stage.locale == "")
    try stage.setLocale("de")
    stage.requestLocale("en")
    stage.replaceScene(stage.scene)
    #expect(stage.locale == "de")
  }

  @Test func `a text that is no language tag is refused`() throws {
    let stage = try SteppedStage(Self.scene).stage
    for locale in ["1", "de AT", "\u{E4}", String(repeating: "x", count: 129)] {
      #expect(throws: ControlError.self) { try stage.setLocale(locale) }
    }
    #expect(stage.locale == "")
  }

  @Test func `the words for the time that is left follow`() throws {
    let player = try SteppedStage(
      """
      { "layers": [{ "kind": "text", "name": "t", "string": "{timeLeft}" }],
        "controls": { "p": { "kind": "progress", "drives": "t" } } }
      """)
    for second in 0...10 {
      player.show(at: Double(second))
      _ = try player.stage.setProgress("p", to: Double(second) / 100)
    }
    player.show(at: 11)
    #expect(try text("t", player)?.contains(":") == true)
    try player.stage.setLocale("de")
    player.show(at: 12)
    #expect(try text("t", player)?.hasPrefix("noch etwa ") == true)
  }
}
