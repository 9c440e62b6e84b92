import Geometry
import Raster
import Scene
import TestSupport
import Testing

@testable import Stage

/// The layout of the keyboard on the screen: that of the machine, of a locale, or the chosen one.
extension ScreenKeyboardTests {
  @Test func `a locale that is set brings its layout, and ends a choice`() throws {
    let player = try player()
    let stage = player.stage
    func layout() -> String { KeyboardLayout.all[stage.keyboard.state.layout].tag }
    func focus() {
      tap(at: 60, 40, player)
      player.run(from: stage.time, to: stage.time + 0.5)
    }
    stage.setKeyboardLayout(for: "US")
    try stage.setLocale("de-AT")
    focus()
    #expect(layout() == "de")
    try tap(.layout, player)
    #expect(layout() == "fr")
    // A layout that the user has switched to stays for the next use.
    #expect(stage.handle(.escape))
    player.run(from: stage.time, to: stage.time + 0.5)
    focus()
    #expect(layout() == "fr")
    try stage.setLocale("en")
    #expect(layout() == "en")
    try stage.setLocale("es")
    #expect(layout() == "es")
    // A language without a layout has that of the machine.
    stage.setKeyboardLayout(for: "DE")
    #expect(layout() == "es")
    try stage.setLocale("ja")
    #expect(layout() == "de")
    try stage.setLocale("fr")
    try stage.setLocale("")
    #expect(layout() == "de")
  }

  @Test func `another scene ends the choice of a layout, and a new edition does not`() throws {
    let player = try player()
    let stage = player.stage
    func layout() -> String { KeyboardLayout.all[stage.keyboard.state.layout].tag }
    stage.setKeyboardLayout(for: "de")
    tap(at: 60, 40, player)
    player.run(from: 0, to: 0.5)
    try tap(.layout, player)
    #expect(layout() == "fr")
    stage.replaceScene(stage.scene, migrating: true)
    #expect(layout() == "fr")
    stage.resize(to: PixelSize(width: 300, height: 240), scale: 1)
    #expect(layout() == "fr")
    stage.replaceScene(stage.scene)
    #expect(layout() == "de")
    // A locale that was set keeps its layout, also on a further screen.
    try stage.setLocale("ru")
    stage.replaceScene(stage.scene)
    #expect(layout() == "ru")
    let other = Stage(scene: stage.scene, size: Self.size, scale: 1, locale: "ru")
    other.adoptKeyboardLayout(of: stage)
    try other.setLocale("ja")
    #expect(KeyboardLayout.all[other.keyboard.state.layout].tag == "de")
  }

  @Test func `a field for an email address has Latin letters until another layout is chosen`()
    throws
  {
    let player = try player(
      """
      { "size": [320, 240], "layers": [
          { "name": "mail", "kind": "text", "string": "", "frame": [20, 20, 200, 30] },
          { "name": "name", "kind": "text", "string": "", "frame": [20, 60, 200, 30] } ],
        "controls": { "mail": { "kind": "field", "layer": "mail", "entry": "mail", "inputMode": "email" },
          "name": { "kind": "field", "layer": "name", "entry": "name" } } }
      """)
    let stage = player.stage
    func layout() -> String { KeyboardLayout.all[stage.keyboard.state.layout].tag }
    func focus(_ field: String) throws {
      player.run(from: stage.time, to: stage.time + 0.1)
      try stage.focus(field)
      player.run(from: stage.time, to: stage.time + 0.5)
    }
    try stage.setLocale("ru")
    try focus("mail")
    #expect(layout() == "en")
    try focus("name")
    #expect(layout() == "ru")
    // A layout with the letters stays.
    try stage.setLocale("de")
    try focus("mail")
    #expect(layout() == "de")
    try stage.setLocale("ru")
    #expect(layout() == "en")
    player.run(from: stage.time, to: stage.time + 0.5)
    try tap(.layout, player)
    #expect(layout() == "de")
    try focus("name")
    #expect(layout() == "de")
  }

  @Test func `a stage begins with the layout of its locale`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(Self.scene.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: Self.size, scale: 1, locale: "fr-CA")
    #expect(KeyboardLayout.all[stage.keyboard.state.layout].tag == "fr")
  }

  @Test func `a question does not show the layout of the machine's keys above those of the screen`()
    throws
  {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "card", "frame": [0, 0, 320, 100], "hidden": true, "layers": [
            { "name": "ask", "kind": "text", "string": "" },
            { "name": "answer", "kind": "text", "string": "" },
            { "name": "layout", "kind": "text", "string": "" } ] } ],
        "controls": { "prompt": { "kind": "prompt", "panel": "card", "message": "ask",
          "entry": "answer", "keyboardLayout": "layout" } } }
      """, size: Self.size)
    func label() throws -> String? {
      try player.stage.layers(below: "card/layout", depth: 0).first?.text
    }
    var state = PromptState(message: "PIN", entry: .bullets(0))
    state.keyboardLayout = "US"
    player.stage.show(prompt: state)
    player.show(at: 0.1)
    #expect(try label() == "US")
    player.stage.hasKeyboard = true
    #expect(player.stage.needsFrame)
    player.show(at: 0.2)
    #expect(try label() == "")
    state.entry = .bullets(1)
    player.stage.show(prompt: state)
    player.stage.resize(to: PixelSize(width: 300, height: 240), scale: 1)
    _ = player.stage.advance(to: 0.3)
    #expect(try label() == "")
    // Somebody types with another keyboard.
    player.stage.hasKeyboard = false
    _ = player.stage.advance(to: 0.4)
    #expect(try label() == "US")
  }
}
