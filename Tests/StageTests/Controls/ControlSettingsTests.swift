import Geometry
import Raster
import Scene
import Stage
import Testing

/// Values that presses, states and the end of a progress give to other controls, and to the scene's
/// locale.
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
    // The row above, which is out of sight, has the previous line.
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

  @Test func `a control named locale comes before the setting`() throws {
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

  // MARK: The end of a progress

  private static let job = """
    { "timing": { "function": "linear" },
      "layers": [ { "name": "bar", "kind": "progress", "style": "line", "size": ["80%", 20] },
        { "name": "mark", "size": [20, 20], "backgroundColor": "#FFFFFF", "opacity": 0 } ],
      "controls": {
        "job": { "kind": "progress", "drives": "bar", "duration": 1, "sets": { "page": "done", "count": "0%" } },
        "count": { "kind": "progress", "value": 0.5, "drives": { "layer": "mark", "key": "zPosition" } },
        "page": { "kind": "state", "states": { "busy": {}, "done": {
          "changes": [ { "layer": "mark", "key": "opacity", "to": 1, "duration": 0 } ] } } } } }
    """

  private func page(_ stage: Stage) -> String? {
    stage.controls.first { $0.name == "page" }?.state
  }

  private func setJob(_ value: Double, _ stage: Stage, indeterminate: Bool = false) throws {
    if indeterminate { return try stage.setIndeterminate("job", true) }
    _ = try stage.setProgress("job", ProgressChange(.value(value)))
  }

  @Test func `a progress sets others when its layers are at the end, once each time`() throws {
    let player = try SteppedStage(Self.job)
    let stage = player.stage
    try setJob(1, stage)
    player.run(from: 0, to: 0.9)
    #expect(page(stage) == "busy")
    #expect(stage.nextChange != nil)
    player.run(from: 0.9, to: 1.1)
    #expect(page(stage) == "done")
    #expect(stage.controls.first { $0.name == "count" }?.value == 0)
    #expect(player.pixels == player.redrawn())
    player.run(from: 1.1, to: 3)
    #expect(!stage.isAnimating && stage.nextChange == nil)
    // A value that was there before is no new end.
    try stage.setState("page", to: "busy")
    try setJob(1, stage)
    player.run(from: 3, to: 5)
    #expect(page(stage) == "busy")
    try setJob(0.4, stage)
    player.run(from: 5, to: 6.5)
    try setJob(1, stage)
    player.run(from: 6.5, to: 8)
    #expect(page(stage) == "done")
  }

  @Test func `a progress that falls on its way to the end sets nothing`() throws {
    let player = try SteppedStage(Self.job)
    try setJob(1, player.stage)
    player.run(from: 0, to: 0.5)
    try setJob(0.2, player.stage)
    player.run(from: 0.5, to: 4)
    #expect(page(player.stage) == "busy")
    try setJob(1, player.stage)
    player.run(from: 4, to: 4.5)
    try setJob(1, player.stage, indeterminate: true)
    player.run(from: 4.5, to: 8)
    #expect(page(player.stage) == "busy")
  }

  @Test(arguments: [#""smooth": true,"#, #""phases": { "a": 1, "b": 2 }, "smooth": true,"#])
  func `a smooth progress sets others, too`(keys: String) throws {
    let player = try SteppedStage(
      Self.job.replacing(#""duration": 1,"#, with: keys))
    try setJob(0.5, player.stage)
    player.run(from: 0, to: 3)
    #expect(page(player.stage) == "busy")
    try setJob(1, player.stage)
    player.show(at: 3.05)
    #expect(page(player.stage) == "busy")
    player.run(from: 3.05, to: 6)
    #expect(page(player.stage) == "done")
  }

  @Test func `the end of a progress waits while the scene stands still`() throws {
    let player = try SteppedStage(Self.job)
    try setJob(1, player.stage)
    player.run(from: 0, to: 0.5)
    try player.stage.pause()
    player.run(from: 0.5, to: 4)
    #expect(page(player.stage) == "busy")
    try player.stage.resume()
    player.run(from: 4, to: 4.3)
    #expect(page(player.stage) == "busy")
    player.run(from: 4.3, to: 5)
    #expect(page(player.stage) == "done")
  }

  @Test(arguments: [(first: 0.2, second: 3.0), (first: 3, second: 0.2)])
  func `the end of a progress moves with a later request for it`(
    durations: (first: Double, second: Double)
  ) throws {
    let player = try SteppedStage(Self.job)
    let stage = player.stage
    for (time, duration) in [(0, durations.first), (0.1, durations.second)] {
      _ = try stage.setProgress("job", ProgressChange(.value(1), duration: duration))
      player.run(from: time, to: time + 0.1)
    }
    let end = 0.1 + durations.second
    player.run(from: 0.2, to: end - 0.05)
    #expect(page(stage) == "busy")
    player.run(from: end - 0.05, to: end + 0.1)
    #expect(page(stage) == "done")
  }

  private static let repeatable = """
    { "timing": { "function": "linear" },
      "layers": [ { "name": "bar", "kind": "progress", "style": "line", "size": ["80%", 20] },
        { "name": "mark", "size": [20, 20], "backgroundColor": "#FFFFFF" } ],
      "controls": {
        "job": { "kind": "progress", DRIVES "duration": 2, "sets": { "page": "done" } },
        "page": { "kind": "state", "states": { "busy": {}, "done": {} } } } }
    """

  /// Values of `drives`: some move nothing at the end, or have no motion to it.
  @Test(arguments: [
    #""drives": "bar","#,
    #""drives": ["bar", { "layer": "mark", "key": "hidden", "from": true, "to": false }],"#,
    #""drives": ["bar", { "layer": "mark", "key": "hidden", "from": false, "to": true }],"#,
    #""drives": ["bar", { "layer": "mark", "key": "opacity", "from": 1, "to": 1 }],"#,
    #""phases": { "a": 1, "b": 1 }, "#
      + #""drives": ["bar", { "layer": "mark", "key": "opacity", "from": 0, "to": 1, "phase": "a" }],"#,
  ])
  func `the end of a progress comes although it is requested again and again`(
    drives: String
  ) throws {
    let player = try SteppedStage(Self.repeatable.replacing("DRIVES", with: drives))
    try setJob(0.6, player.stage)
    player.run(from: 0, to: 3)
    for tenth in 0...25 {
      try setJob(1, player.stage)
      let time = 3 + Double(tenth) / 10
      player.run(from: time, to: time + 0.1)
      if tenth < 19 { #expect(page(player.stage) == "busy") }
    }
    #expect(page(player.stage) == "done")
  }

  @Test func `a progress that moves nothing is at its end at once`() throws {
    let player = try SteppedStage(Self.repeatable.replacing("DRIVES", with: ""))
    player.show(at: 0)
    try setJob(1, player.stage)
    player.run(from: 5, to: 5.1)
    #expect(page(player.stage) == "done")
    #expect(!player.stage.isAnimating && player.stage.nextChange == nil)
  }

  @Test(arguments: ["\"drives\": \"bar\",", "\"drives\": \"bar\", \"smooth\": true,"])
  func `the end of a progress that stood still comes with its layers`(keys: String) throws {
    let player = try SteppedStage(Self.repeatable.replacing("DRIVES", with: keys))
    let stage = player.stage
    try setJob(1, stage)
    player.run(from: 0, to: 1)
    try stage.pause()
    player.run(from: 1, to: 11)
    try stage.resume()
    player.run(from: 11, to: 11.5)
    // A request during the motion changes nothing.
    try setJob(1, stage)
    var time = 11.5
    while page(stage) == "busy", time < 20 {
      let shown = try player.presented("bar")
      time += 0.05
      player.show(at: time)
      #expect(page(stage) == "busy" || shown ?? 0 > 0.9)
    }
    #expect(time < 14.1)
    #expect(try player.presented("bar") == 1)
  }

  @Test func `the end of a progress comes by the time of its layers`() throws {
    let slow = Self.repeatable.replacing("DRIVES", with: #""drives": "bar","#)
      .replacing(#""name": "bar","#, with: #""name": "bar", "speed": 0.5,"#)
    let player = try SteppedStage(slow)
    let stage = player.stage
    try setJob(1, stage)
    player.run(from: 0, to: 3.9)
    #expect(page(stage) == "busy")
    player.run(from: 3.9, to: 4.1)
    #expect(page(stage) == "done")
    try stage.setState("page", to: "busy")
    try setJob(0, stage)
    player.run(from: 4.1, to: 10)
    try setJob(1, stage)
    player.run(from: 10, to: 12)
    try stage.pause(layer: "bar")
    player.run(from: 12, to: 20)
    #expect(page(stage) == "busy")
    try stage.resume(layer: "bar")
    player.run(from: 20, to: 21.9)
    #expect(page(stage) == "busy")
    player.run(from: 21.9, to: 22.2)
    #expect(page(stage) == "done")
  }

  @Test func `a start with a complete progress sets nothing again`() throws {
    let player = try SteppedStage(Self.job)
    try setJob(1, player.stage)
    player.run(from: 0, to: 2)
    #expect(page(player.stage) == "done")
    try player.stage.setState("page", to: "busy")
    player.show(at: 2.1)
    let scene = player.stage.scene
    let next = Stage(scene: scene, size: player.stage.size, scale: 1)
    next.restore(player.stage.record)
    for time in 0...20 { _ = next.advance(to: Double(time) / 4) }
    #expect(page(next) == "busy")
    #expect(next.controls.first { $0.name == "job" }?.value == 1)
    // A new edition or another size sets nothing either.
    player.stage.replaceScene(scene, migrating: true)
    player.run(from: 2.1, to: 4)
    player.stage.resize(to: PixelSize(width: 100, height: 100), scale: 1)
    _ = player.stage.advance(to: 5)
    _ = player.stage.advance(to: 6)
    #expect(page(player.stage) == "busy")
  }

  @Test func `a start on the way to the end sets others all the same`() throws {
    let player = try SteppedStage(Self.job)
    try setJob(1, player.stage)
    player.run(from: 0, to: 0.5)
    let record = player.stage.record
    #expect(record.controls.first { $0.name == "job" }?.isCompleting == true)
    let next = Stage(scene: player.stage.scene, size: player.stage.size, scale: 1)
    next.restore(record)
    for time in 0...8 { _ = next.advance(to: Double(time) / 4) }
    #expect(page(next) == "done")
    #expect(next.record.controls.first { $0.name == "job" }?.isCompleting == false)
    player.stage.resize(to: PixelSize(width: 100, height: 100), scale: 1)
    for time in 4...12 { _ = player.stage.advance(to: Double(time) / 4) }
    #expect(page(player.stage) == "done")
  }

  @Test func `a scene that begins with a complete progress sets nothing`() throws {
    let player = try SteppedStage(
      Self.job.replacing(#""duration": 1,"#, with: #""duration": 1, "value": 1,"#))
    player.run(from: 0, to: 3)
    #expect(page(player.stage) == "busy")
  }

  // MARK: Enter in a field

  private static let form = """
    { "layers": [ { "name": "box", "kind": "text", "string": "", "fontSize": 20, "frame": [10, 10, 180, 30] },
        { "name": "thanks", "kind": "text", "string": "", "fontSize": 20, "frame": [10, 60, 180, 30] } ],
      "controls": {
        "code": { "kind": "field", "layer": "box", "entry": "box", "sets": { "page": "thanks", "code": "", "message": "Thank you" },
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } },
        "message": { "kind": "text", "drives": "thanks" },
        "page": { "kind": "state", "states": { "entry": {}, "thanks": {
          "changes": [ { "layer": "thanks", "key": "opacity", "to": 0.9, "duration": 0 } ] } } } } }
    """

  @Test func `Enter in a field sets others and the field itself, after the event`() throws {
    let player = try SteppedStage(Self.form)
    let stage = player.stage
    let mirror = Stage(scene: stage.scene, size: stage.size, scale: 1)
    _ = mirror.advance(to: 0)
    _ = stage.handle(InputKey.tab)
    for letter in "42".unicodeScalars { _ = stage.handle(.character(letter)) }
    mirror.mirrorInput(from: stage)
    player.show(at: 0.1)
    _ = stage.takeEvents()
    #expect(stage.handle(InputKey.enter))
    mirror.mirrorInput(from: stage)
    player.show(at: 0.2)
    _ = mirror.advance(to: 0.2)
    let told = stage.takeEvents().filter {
      switch $0 {
      case .submitted, .stateChanged, .textChanged: true
      default: false
      }
    }
    #expect(
      told == [
        .submitted(control: "code", text: "42"), .textChanged(control: "code", text: ""),
        .textChanged(control: "message", text: "Thank you"),
        .stateChanged(control: "page", state: "thanks"),
      ])
    for stage in [stage, mirror] {
      #expect(page(stage) == "thanks")
      #expect(try stage.fieldText("code").isEmpty)
    }
    // The next line is for the same field.
    #expect(stage.handle(.character("7")))
    #expect(try stage.fieldText("code") == ["7"])
    #expect(player.pixels == player.redrawn())
  }

  // MARK: Ends of jobs whose client is lost

  private static let heldJob = """
    { "layers": [ { "name": "bar", "kind": "progress", "style": "line", "frame": [10, 10, 180, 20] } ],
      "controls": {
        "job": { "kind": "progress", "drives": "bar", "smooth": true, "allowDecrease": true, "sets": { "page": "done" } },
        "page": { "kind": "state", "onDisconnect": "failed", "states": { "working": {}, "done": {}, "failed": {} } } } }
    """

  private func page(_ player: SteppedStage) -> String? { player.stage.controls[1].state }

  @Test func `an end that is on its way does not hide the loss of the client`() throws {
    let player = try SteppedStage(Self.heldJob)
    player.show(at: 0)
    try player.stage.setState("page", to: "working", by: ControlHolder(7), holds: true)
    _ = try player.stage.setProgress("job", ProgressChange(.value(1)))
    player.show(at: 0.02)
    player.stage.releaseControls(heldBy: 7)
    #expect(page(player) == "failed")
    player.run(from: 0.02, to: 5)
    #expect(page(player) == "failed")
    // The next client's end sets it again.
    _ = try player.stage.setProgress("job", ProgressChange(.value(0.5)))
    player.run(from: 5, to: 8)
    _ = try player.stage.setProgress("job", ProgressChange(.value(1)))
    player.run(from: 8, to: 40)
    #expect(page(player) == "done")
  }

  @Test func `after a restart an end does not set a state whose client may come back`() throws {
    let former = try SteppedStage(Self.heldJob)
    former.show(at: 0)
    try former.stage.setState("page", to: "working", by: ControlHolder(7), holds: true)
    _ = try former.stage.setProgress("job", ProgressChange(.value(1)))
    let player = try SteppedStage(Self.heldJob)
    player.stage.restore(former.stage.record)
    player.show(at: 0)
    player.run(from: 0, to: 3)
    #expect(page(player) == "working")
    player.show(at: 40)
    player.show(at: 40.1)
    #expect(page(player) == "failed")
  }
}
