import Animation
import Geometry
import Raster
import Scene
import Stage
import Testing

@testable import ControlCommands

/// Requests of `--set` to a scene that is played without a daemon.
struct ScenePlayerTests {
  private static let scene = """
    { "layers": [
        { "name": "bar", "kind": "progress", "style": "line" },
        { "name": "panel", "hidden": true, "layers": [
          { "name": "question", "kind": "text", "string": "" },
          { "name": "answer", "kind": "text", "string": "" } ] } ],
      "controls": {
        "job": { "kind": "progress", "drives": "bar", "phases": { "get": 1, "flash": 1 } },
        "pin": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer" } } }
    """

  private func player(_ requests: String...) throws -> ScenePlayer {
    try ScenePlayer(
      scene: SceneLoader.load(bytes: Array(Self.scene.utf8), name: "scene", directory: nil),
      size: PixelSize(width: 64, height: 64), scale: 1,
      assignments: requests.map { try ControlAssignment($0) })
  }

  @Test func `a value may be a part of a phase`() throws {
    let player = try player("job=flash=50%")
    try player.play(to: 0)
    let job = try #require(player.stage.controls.first)
    #expect(job.phase == "flash")
    #expect(job.value == 0.75)
  }

  @Test func `an unknown phase is refused`() throws {
    let player = try player("job=erase=50%")
    #expect(throws: ClientError.self) { try player.play(to: 0) }
  }

  @Test func `a prompt shows a question with a bullet for each letter`() throws {
    let player = try player("pin==abc@0.5s", "pin=Card=12@0.8s", "pin=hidden@1s")
    func isHidden() throws -> Bool? {
      try player.layers().first { $0.path.hasSuffix("panel") }?.isHidden
    }
    try player.play(to: 400_000)
    #expect(player.stage.shownPrompt == nil)
    try player.play(to: 700_000)
    #expect(player.stage.shownPrompt?.entry == .bullets(3))
    #expect(player.stage.shownPrompt?.message == "Password for the disk")
    #expect(try isHidden() == false)
    try player.play(to: 900_000)
    #expect(player.stage.shownPrompt?.entry == .bullets(2))
    #expect(player.stage.shownPrompt?.message == "Card")
    try player.play(to: 1_500_000)
    #expect(player.stage.shownPrompt == nil)
    #expect(try isHidden() == true)
  }

  @Test
  func `a prompt shows caps lock, waiting questions, a layout and answers to choose from`() throws {
    let player = try player(
      "pin=capsLock", "pin=Wrong=12@0.2s", "pin=queue=3@0.4s", "pin=keyboardLayout=DE@0.6s",
      "pin=choices=a,b@0.8s", "pin=hidden@1s", "pin=Next@1.2s")
    func state(at time: Int64) throws -> PromptState? {
      try player.play(to: time)
      return player.stage.shownPrompt
    }
    var expected = PromptState(message: "Password for the disk", entry: .bullets(0))
    expected.isCapsLockOn = true
    #expect(try state(at: 100_000) == expected)
    (expected.message, expected.entry) = ("Wrong", .bullets(2))
    #expect(try state(at: 300_000) == expected)
    expected.waitingCount = 3
    #expect(try state(at: 500_000) == expected)
    expected.keyboardLayout = "DE"
    #expect(try state(at: 700_000) == expected)
    expected.entry = .choices(["a", "b"], chosen: 0)
    #expect(try state(at: 900_000) == expected)
    #expect(try state(at: 1_100_000) == nil)
    #expect(try state(at: 1_300_000) == PromptState(message: "Next", entry: .bullets(0)))
    let many = try self.player("pin=queue=many")
    let error = #expect(throws: ClientError.self) { try many.play(to: 0) }
    #expect(error?.hint == "pin=queue=2")
  }

  @Test func `a prompt shows a question of its own`() throws {
    let player = try player("pin=PIN of your card")
    try player.play(to: 500_000)
    #expect(player.stage.shownPrompt?.message == "PIN of your card")
    #expect(player.stage.shownPrompt?.entry == .bullets(0))
    let text = try player.layers().first { $0.path.hasSuffix("panel/question") }?.text
    #expect(text == "PIN of your card")
  }

  @Test func `a scene without a prompt shows the usual one by the name of its kind`() throws {
    let player = try form("prompt==ab")
    let count = try player.layers().count
    try player.play(to: 500_000)
    #expect(player.stage.shownPrompt?.entry == .bullets(2))
    #expect(try player.layers().count > count)
  }

  @Test func `an unknown control is refused, and the error lists the controls`() throws {
    let error = #expect(throws: ClientError.self) { try player("prompt=1") }
    #expect(error?.hint == "one of job, pin")
  }

  @Test(
    arguments: [
      (#""layers": []"#, false), (#""background": "clear", "layers": []"#, false),
      (##""background": "#000000", "layers": []"##, true),
      (#""variants": [{ "when": { "maxWidth": 100 } }], "layers": []"#, false),
      (#""fit": "contain", "size": [40, 20], "layers": []"#, false),
    ])
  func `a transparent picture is clear where the scene paints nothing`(
    keys: String, isOpaque: Bool
  ) throws {
    func player(isTransparent: Bool) throws -> ScenePlayer {
      try ScenePlayer(
        scene: SceneLoader.load(bytes: Array("{\(keys)}".utf8), name: "scene", directory: nil),
        size: PixelSize(width: 64, height: 64), scale: 1, locales: [LocaleChange("de@0.1s")],
        assignments: [], isTransparent: isTransparent)
    }
    let clear = try player(isTransparent: true)
    // Before the second time, the scene is laid out again.
    for time: Int64 in [0, 200_000] {
      _ = try clear.advance(to: time)
      #expect(clear.makeImage().isOpaque == isOpaque)
    }
    let usual = try player(isTransparent: false)
    _ = try usual.advance(to: 0)
    #expect(usual.makeImage().isOpaque)
  }

  /// A field that sets a state, a button that sets it back, and a choice.
  private func desk(_ values: [String] = [], keys: [String]) throws -> ScenePlayer {
    let text = """
      { "layers": [
          { "name": "box", "frame": [0, 0, 64, 16], "layers": [
            { "name": "entry", "kind": "text", "string": "", "frame": [0, 0, 64, 16] } ] },
          { "name": "key", "frame": [0, 16, 64, 16] },
          { "name": "one", "frame": [0, 32, 32, 16] }, { "name": "two", "frame": [32, 32, 32, 16] },
          { "name": "bar", "kind": "progress", "style": "line", "frame": [0, 60, 64, 4] } ],
        "controls": {
          "job": { "kind": "progress", "drives": "bar" },
          "page": { "kind": "state", "states": { "name": {}, "done": {} } },
          "host": { "kind": "field", "layer": "box", "entry": "entry", "sets": { "page": "done" } },
          "back": { "kind": "button", "layer": "key", "sets": { "page": "name" } },
          "pick": { "kind": "choice", "options": { "a": { "layer": "one" }, "b": { "layer": "two" } } } } }
      """
    return try ScenePlayer(
      scene: SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil),
      size: PixelSize(width: 64, height: 64), scale: 1,
      assignments: values.map { try ControlAssignment($0) }
        + keys.map { try ControlAssignment.pressing($0) })
  }

  @Test func `Enter in a field sets what it sets, and keys go to the control with the focus`()
    throws
  {
    let player = try desk(
      ["host=Zo"],
      keys: ["host:é", "host:Enter@1s", "back:Space@2s", "pick:Right@3s", "Enter@3.5s"])
    func told(_ name: String, at time: Int64) throws -> ControlInfo {
      try player.play(to: time)
      return try #require(player.stage.controls.first { $0.name == name })
    }
    #expect(try told("host", at: 500_000).text == "Zoé")
    #expect(try told("page", at: 500_000).state == "name")
    #expect(try told("page", at: 1_500_000).state == "done")
    #expect(try told("page", at: 2_500_000).state == "name")
    #expect(try told("pick", at: 3_200_000).option == nil)
    #expect(try told("pick", at: 4_000_000).option == "b")
  }

  @Test(
    arguments: [
      ("hsot:Enter", "did you mean 'host'?"), ("job:Enter", "buttons, choices and fields"),
      ("Enter", "as host:Enter"), ("back:x", "characters for fields alone"),
    ])
  func `a key that no control takes is an error with a hint`(key: String, word: String) throws {
    let error = #expect(throws: ClientError.self) { try desk(keys: [key]).play(to: 0) }
    let text = (error?.message ?? "") + " " + (error?.hint ?? "")
    #expect(text.contains(word), Comment(rawValue: text))
    let asked = try desk(["prompt=PIN"], keys: ["host:Enter"])
    #expect(throws: ClientError.self) { try asked.play(to: 0) }
  }

  @Test func `a hint names the control nearest to a misspelt name`() throws {
    let error = #expect(throws: ClientError.self) { try player("jbo=1") }
    #expect(
      error?.hint
        == "one of job, pin; did you mean 'job'?")
  }

  @Test func `a stall looks the same after a leap as after many steps`() throws {
    let text = """
      { "layers": [
          { "name": "bar", "kind": "progress", "style": "line", "size": [50, 6], "position": [32, 30] } ],
        "controls": { "job": { "kind": "progress", "stallAfter": 3, "drives": "bar" } } }
      """
    func player() throws -> ScenePlayer {
      try ScenePlayer(
        scene: SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil),
        size: PixelSize(width: 64, height: 64), scale: 1,
        assignments: [try ControlAssignment("job=20%@1s")])
    }
    var pictures: [[UInt32]] = []
    for moment in [7_300_000, 7_700_000] as [Int64] {
      let (leaping, stepping) = (try player(), try player())
      _ = try leaping.advance(to: moment)
      for time in stride(from: 0, to: moment, by: 50_000) { _ = try stepping.advance(to: time) }
      _ = try stepping.advance(to: moment)
      pictures.append(leaping.makeImage().premultipliedPixels)
      #expect(stepping.makeImage().premultipliedPixels == pictures.last)
    }
    // It moves.
    #expect(pictures[0] != pictures[1])
  }

  // MARK: Fingers, the focus, locales, motion

  private static let form = """
    { "strings": { "en": { "title": "Updating" }, "de": { "title": "Wird aktualisiert" } },
      "layers": [
        { "name": "title", "kind": "text", "string": "@title", "frame": [0, 0, 300, 20] },
        { "name": "retry", "frame": [10, 30, 80, 20], "backgroundColor": "#2266AA" },
        { "name": "e", "frame": [10, 60, 40, 20], "backgroundColor": "#222222" },
        { "name": "d", "frame": [60, 60, 40, 20], "backgroundColor": "#222222" },
        { "name": "late", "frame": [110, 60, 40, 20], "opacity": 0 },
        { "name": "box", "frame": [10, 90, 100, 20], "backgroundColor": "#222222", "layers": [
          { "name": "entry", "kind": "text", "string": "", "frame": [5, 0, 90, 20] } ] } ],
      "controls": {
        "retry": { "kind": "button", "layer": "retry",
          "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
          "focused": { "key": "opacity", "to": 0.8, "duration": 0 } },
        "language": { "kind": "choice", "value": "en", "options": {
          "en": { "label": "English", "layer": "e", "chosen": { "key": "opacity", "to": 0.9, "duration": 0 } },
          "de": { "label": "Deutsch", "layer": "d",
            "chosen": { "key": "opacity", "to": 0.9, "duration": 0 },
            "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
            "focused": { "key": "opacity", "to": 0.8, "duration": 0 } } } },
        "late": { "kind": "button", "layer": "late" },
        "more": { "kind": "state", "states": {
          "no": {}, "yes": { "changes": [{ "layer": "late", "key": "opacity", "to": 1, "duration": 0 }] } } },
        "host": { "kind": "field", "layer": "box", "entry": "entry" } } }
    """

  private func form(
    _ requests: String..., locales: [String] = [], reducesMotion: Bool = false
  ) throws -> ScenePlayer {
    try ScenePlayer(
      scene: SceneLoader.load(bytes: Array(Self.form.utf8), name: "scene", directory: nil),
      size: PixelSize(width: 320, height: 240), scale: 1,
      locales: locales.map { try LocaleChange($0) },
      assignments: requests.map { try ControlAssignment($0) }, reducesMotion: reducesMotion)
  }

  private func opacity(_ layer: String, _ player: ScenePlayer) throws -> Double {
    try #require(try player.stage.layers(below: layer, depth: 0).first).opacity
  }

  private func choice(_ player: ScenePlayer) throws -> String {
    try #require(player.stage.controls.first { $0.name == "language" }?.option)
  }

  @Test func `a button shows its pressed look while a touch holds it`() throws {
    let player = try form("retry=pressed@0.5s", "retry=released@1s")
    try player.play(to: 400_000)
    #expect(try opacity("retry", player) == 1)
    try player.play(to: 900_000)
    #expect(try opacity("retry", player) == 0.5)
    _ = player.stage.takeEvents()
    try player.play(to: 1_500_000)
    #expect(try opacity("retry", player) == 1)
    #expect(player.stage.takeEvents().contains(.pressed(control: "retry")))
  }

  @Test(arguments: [0, 1_000_000])
  func `the look of a touch is complete at once in a still`(start: Int64) throws {
    let text = """
      { "layers": [
          { "name": "retry", "frame": [10, 30, 80, 20], "backgroundColor": "#2266AA" },
          { "name": "box", "frame": [10, 90, 100, 20], "layers": [
            { "name": "entry", "kind": "text", "string": "", "frame": [5, 0, 90, 20] } ] },
          { "name": "bar", "kind": "progress", "style": "line" } ],
        "controls": {
          "job": { "kind": "progress", "drives": "bar" },
          "retry": { "kind": "button", "layer": "retry",
            "pressed": { "key": "scale", "to": 0.5, "duration": 0.4 },
            "focused": [{ "key": "opacity", "to": 0.5, "duration": 0.4, "delay": 0.2 },
              { "animations": [{
                "key": "borderWidth", "from": 1, "to": 3, "duration": 0.5, "autoreverses": true, "repeat": "forever" }] }] },
          "host": { "kind": "field", "layer": "box", "entry": "entry" } } }
      """
    func player(_ request: String, isStill: Bool) throws -> ScenePlayer {
      let player = try ScenePlayer(
        scene: SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil),
        size: PixelSize(width: 320, height: 240), scale: 1,
        assignments: ["job=50%", request].map {
          try ControlAssignment("\($0)@\(Double(start) / 1_000_000)")
        }, completesTouches: isStill)
      try player.play(to: start)
      return player
    }
    func state(_ request: String, isStill: Bool) throws -> LayerInfo {
      let player = try player(request, isStill: isStill)
      return try #require(try player.stage.layers(below: "retry", depth: 0).first)
    }
    #expect(try state("retry=focused", isStill: false).opacity == 1)
    #expect(try state("retry=focused", isStill: true).opacity == 0.5)
    #expect(try state("retry=pressed", isStill: false).frame.width == 80)
    #expect(try state("retry=pressed", isStill: true).frame.width == 40)
    // All other motion begins as usual, and repeated motion goes on.
    let still = try player("retry=focused", isStill: true)
    func value(_ layer: String, _ key: String) throws -> AnimatableValue? {
      try still.stage.presentedValue(of: #require(AnimationKeyPath(key)), ofLayer: layer)
    }
    #expect(try value("bar", "progress") == .scalar(0))
    let width = try value("retry", "borderWidth")
    try still.play(to: start + 700_000)
    #expect(try value("retry", "borderWidth") != width)
    #expect(try state("retry=focused", isStill: true).opacity == 0.5)
    // The keyboard on the screen has come.
    let (slow, quick) = (
      try player("host=focused", isStill: false), try player("host=focused", isStill: true)
    )
    _ = try slow.advance(to: start + 3_000_000)
    _ = try quick.advance(to: start)
    func keys(_ player: ScenePlayer) throws -> LayerInfo {
      try #require(try player.layers().first { $0.path.hasPrefix("keyboard/") })
    }
    #expect(try keys(slow).frame == keys(quick).frame)
  }

  @Test func `the focused look moves with the focus to another button`() throws {
    let player = try form("retry=focused", "language=de=focused@1s")
    try player.play(to: 500_000)
    #expect(try opacity("retry", player) == 0.8)
    try player.play(to: 1_500_000)
    #expect(try opacity("retry", player) == 1)
    #expect(try opacity("d", player) == 0.8)
  }

  @Test func `an option under a finger is chosen when that leaves it`() throws {
    let player = try form("language=de=pressed", "language=released@1s")
    try player.play(to: 500_000)
    #expect(try opacity("d", player) == 0.5)
    #expect(try choice(player) == "en")
    try player.play(to: 1_500_000)
    #expect(try opacity("d", player) == 0.9)
    #expect(try choice(player) == "de")
  }

  @Test func `a field with the focus brings the keyboard, and takes a text`() throws {
    let player = try form("host=focused@0.5s", "host=Zoë@1s")
    try player.play(to: 400_000)
    #expect(player.stage.keyboardFrame == nil)
    try player.play(to: 2_000_000)
    #expect(player.stage.keyboardFrame != nil)
    #expect(String(try player.stage.fieldText("host")) == "Zoë")
    let node = try #require(
      player.stage.accessibilityNodes.first { $0.subject == .control("host") })
    #expect(node.states == [.focused])
  }

  @Test(arguments: [
    ("retry=on", "cannot set retry to 'on': a button takes pressed, released or focused", nil),
    (
      "language=fr", "cannot set language to 'fr': one of en, de is expected",
      "an option, or OPTION=pressed, OPTION=released or OPTION=focused"
    ),
    (
      "late=focused", "cannot set late to 'focused': it is out of sight at that time",
      "a state that shows it first, or a later time, as late=focused@2s"
    ),
  ])
  func `a value of the wrong kind for a control is refused`(
    request: String, message: String, hint: String?
  ) throws {
    let player = try form(request)
    let error = #expect(throws: ClientError.self) { try player.play(to: 0) }
    #expect(error?.message == message)
    #expect(error?.hint == hint)
  }

  @Test func `a button that a state has brought is pressed`() throws {
    let player = try form("more=yes", "late=pressed@1s")
    #expect(throws: Never.self) { try player.play(to: 1_500_000) }
  }

  @Test func `a locale applies from its time on`() throws {
    let player = try form("retry=focused", locales: ["de@1s"])
    func title() throws -> String? {
      try player.layers().first { $0.text?.isEmpty == false }?.text
    }
    try player.play(to: 500_000)
    #expect(try title() == "Updating")
    try player.play(to: 1_500_000)
    #expect(try title() == "Wird aktualisiert")
    #expect(try opacity("retry", player) == 0.8)
  }

  @Test func `only a time behind the @ is read as one`() throws {
    #expect(try LocaleChange("ar@3s").tag == "ar")
    #expect(try LocaleChange("ar@3s").time.microseconds == 3_000_000)
    #expect(try LocaleChange("de_DE@euro").time.microseconds == 0)
    for text in ["a b@3s", "ar@3x", "ar@3min", "@3s"] {
      #expect(throws: (any Error).self, "\(text)") { try LocaleChange(text) }
    }
  }

  @Test(arguments: [false, true])
  func `motion is reduced from the beginning`(reducesMotion: Bool) throws {
    let text = """
      { "layers": [ { "name": "box", "frame": [0, 0, 10, 10],
          "animations": [{ "key": "position.x", "from": 5, "to": 105, "duration": 1 }] } ] }
      """
    let player = try ScenePlayer(
      scene: SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil),
      size: PixelSize(width: 320, height: 240), scale: 1, assignments: [],
      reducesMotion: reducesMotion)
    try player.play(to: 0)
    let places = try [Int64(0), 500_000].map { time in
      try player.play(to: time)
      return try #require(try player.layers().first { $0.path.hasSuffix("box") }).frame.minX
    }
    #expect((places[0] == places[1]) == reducesMotion)
  }

  @Test(arguments: [
    ("de-AT", "de"), ("de_DE.UTF-8", "de"), ("en", "en-GB"), ("EN-gb", "en-GB"), ("fr", nil),
  ])
  func `the nearest locale is chosen`(tag: String, nearest: String?) {
    #expect(SceneLocales.nearest(to: tag, among: ["de", "en-GB"]) == nearest)
    #expect(
      (SceneLocales.complaint(about: tag, among: ["de", "en-GB"]) == nil) == (nearest != nil))
  }
}
