import Animation
import Foundation
import Geometry
import Raster
import Scene
import Stage
import Testing

/// Named states: the order and the timing of their changes, how they are left, and their holders.
@Suite struct StateControlTests {
  static let scene = """
    { "timing": { "duration": 0.4, "function": "linear" },
      "layers": [
        { "name": "ring", "frame": [0, 0, 40, 40], "backgroundColor": "#FFFFFF" },
        { "kind": "shape", "name": "check", "frame": [50, 0, 40, 40], "strokeEnd": 0,
          "path": { "line": { "from": [0, 0], "to": [40, 40] } }, "strokeColor": "#00FF00" },
        { "kind": "text", "name": "title", "string": "Hello", "frame": [0, 60, 200, 30], "fontSize": 16 } ],
      "controls": {
        "outcome": {
          "kind": "state", "label": "Update", "onDisconnect": "failed",
          "states": {
            "working": { "label": "Working on it", "changes": [
              { "layer": "title", "text": "Working" },
              { "layer": "ring", "animations": [
                { "key": "rotation", "by": 360, "duration": 4, "repeat": "forever" } ] } ] },
            "done": { "changes": [
              { "layer": "ring", "key": "opacity", "to": 0, "duration": 0.5 },
              { "layer": "check", "key": "strokeEnd", "to": 1, "follows": true, "delay": 0.25,
                "duration": 0.5 },
              { "layer": "title", "text": "Done", "follows": true } ] },
            "failed": { "label": "It failed", "leave": { "duration": 1, "first": true }, "changes": [
              { "layer": "ring", "key": "position.x", "to": 100 } ] } } } } }
    """

  private func opacity(_ player: SteppedStage) throws -> Double {
    try #require(try player.stage.layers(below: "ring", depth: 0).first).opacity
  }

  private func title(_ player: SteppedStage) throws -> String? {
    try player.stage.layers(below: "title", depth: 0).first?.text
  }

  @Test func `a layer is there while it fades in and while it fades out`() throws {
    let player = try SteppedStage(
      """
      { "layers": [{ "name": "card", "frame": [0, 0, 40, 40], "opacity": 0, "hidden": true }],
        "controls": { "view": { "kind": "state", "states": {
          "off": { "leave": { "duration": 1 } },
          "on": { "leave": { "duration": 1 }, "changes": [
            { "layer": "card", "key": "hidden", "to": false, "duration": 1 },
            { "layer": "card", "key": "opacity", "to": 1, "duration": 1 } ] } } } } }
      """)
    func isHidden() throws -> Bool {
      try #require(try player.stage.layers(below: "card", depth: 0).first).isHidden
    }
    player.show(at: 0)
    #expect(try isHidden())
    try player.stage.setState("view", to: "on")
    player.run(from: 0, to: 0.1)
    #expect(try !isHidden())
    player.run(from: 0.1, to: 2)
    #expect(try !isHidden())
    try player.stage.setState("view", to: "off")
    player.run(from: 2, to: 2.9)
    #expect(try !isHidden())
    player.run(from: 2.9, to: 3.2)
    #expect(try isHidden())
  }

  @Test func `a scene begins in its first state`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(try title(player) == "Working")
    let control = player.stage.controls[0]
    #expect(control.states == ["working", "done", "failed"])
    #expect(control.state == "working")
    #expect(control.description == "Working on it")
    player.run(from: 0, to: 1)
    #expect(abs(try player.number("transform.rotation", of: "ring") - .pi / 2) < 0.01)
  }

  @Test func `changes come in their order, one after the other where they say so`() throws {
    let player = try SteppedStage(Self.scene)
    player.run(from: 0, to: 1)
    _ = player.stage.takeEvents()
    try player.stage.setState("outcome", to: "done")
    player.show(at: 1)
    player.run(from: 1, to: 1.25)
    #expect(abs(try opacity(player) - 0.5) < 0.05)
    #expect(try player.number("strokeEnd", of: "check") == 0)
    player.run(from: 1.25, to: 1.7)
    #expect(try opacity(player) == 0)
    #expect(try player.number("strokeEnd", of: "check") == 0)
    #expect(try title(player) == "Working")
    player.run(from: 1.7, to: 2)
    #expect(abs(try player.number("strokeEnd", of: "check") - 0.5) < 0.05)
    player.run(from: 2, to: 2.3)
    #expect(try player.number("strokeEnd", of: "check") == 1)
    #expect(try title(player) == "Done")
    let events = player.stage.takeEvents()
    #expect(events.contains(.stateChanged(control: "outcome", state: "done")))
    #expect(events.contains(.accessibilityChanged(control: "outcome", text: "done")))
    #expect(!player.stage.isAnimating)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a value that the next state does not set returns to its initial value`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setState("outcome", to: "done")
    player.run(from: 0, to: 3)
    try player.stage.setState("outcome", to: "working")
    player.show(at: 3)
    player.run(from: 3, to: 3.2)
    #expect(abs(try opacity(player) - 0.5) < 0.1)
    #expect(try title(player) == "Working")
    player.run(from: 3.2, to: 4)
    #expect(try opacity(player) == 1)
    #expect(try player.number("strokeEnd", of: "check") == 0)
  }

  @Test func `a state may have to be left before the next one begins`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setState("outcome", to: "failed")
    player.run(from: 0, to: 2)
    #expect(try player.number("position.x", of: "ring") == 100)
    try player.stage.setState("outcome", to: "done")
    player.show(at: 2)
    player.run(from: 2, to: 2.9)
    #expect(try opacity(player) == 1)
    player.run(from: 2.9, to: 3.25)
    #expect(abs(try player.number("position.x", of: "ring") - 20) < 0.001)
    #expect(abs(try opacity(player) - 0.5) < 0.1)
  }

  @Test func `a state that is interrupted goes on from where it is seen`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setState("outcome", to: "done")
    player.run(from: 0, to: 0.25)
    let seen = try opacity(player)
    try player.stage.setState("outcome", to: "working")
    player.show(at: 0.25)
    #expect(abs(try opacity(player) - seen) < 0.05)
    player.run(from: 0.25, to: 3)
    #expect(try opacity(player) == 1)
    // The text that waited for the end of the state is dropped.
    #expect(try title(player) == "Working")
  }

  @Test func `a lost holder sets its state, and a regular end does not`() throws {
    let player = try SteppedStage(Self.scene)
    let holder = ControlHolder(7)
    try player.stage.setState("outcome", to: "done", by: holder, holds: true)
    #expect(throws: ControlError.held(control: "outcome")) {
      try player.stage.setState("outcome", to: "working", by: ControlHolder(8))
    }
    player.stage.releaseControls(heldBy: 8)
    player.show(at: 0.1)
    #expect(player.stage.controls[0].state == "done")
    player.stage.releaseControls(heldBy: 7)
    player.show(at: 0.2)
    #expect(player.stage.controls[0].state == "failed")
    #expect(player.stage.takeEvents().contains(.stateChanged(control: "outcome", state: "failed")))
    try player.stage.setState("outcome", to: "working", by: holder, holds: true)
    try player.stage.setState("outcome", to: "done", by: holder)
    player.stage.releaseControls(heldBy: 7)
    #expect(player.stage.controls[0].state == "done")
  }

  @Test func `an unknown state is refused with the name that was meant`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(
      throws: ControlError.invalidValue(
        field: "state",
        reason: "one of working, done, failed is expected; did you mean failed?")
    ) { try player.stage.setState(nil, to: "faild") }
  }

  @Test func `a record brings the state back at once`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setState("outcome", to: "done")
    player.run(from: 0, to: 3)
    let scene = try SceneLoader.load(
      bytes: Array(Self.scene.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: player.stage.size, scale: 1)
    stage.restore(player.stage.record)
    let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: buffer.surface)
    #expect(buffer.bytes == player.redrawn())
    #expect(stage.record == player.stage.record)
  }

  @Test func `another size and another edition of the scene keep the state`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setState("outcome", to: "done")
    player.run(from: 0, to: 0.6)
    player.stage.resize(to: PixelSize(width: 200, height: 200), scale: 2)
    #expect(player.stage.controls[0].state == "done")
    _ = player.stage.advance(to: 3)
    #expect(try opacity(player) == 0)
    #expect(try title(player) == "Done")
    player.stage.replaceScene(player.stage.scene, migrating: true)
    _ = player.stage.advance(to: 4)
    #expect(player.stage.controls[0].state == "done")
    #expect(try opacity(player) == 0)
    #expect(try player.number("strokeEnd", of: "check") == 1)
  }

  @Test func `the holder of a state is lost half a minute after a restart`()
    throws
  {
    let former = try SteppedStage(Self.scene)
    try former.stage.setState("outcome", to: "done", by: ControlHolder(3), holds: true)
    former.show(at: 1)
    #expect(former.stage.record.controls[0].isHeld)

    let player = try SteppedStage(Self.scene)
    player.stage.restore(former.stage.record)
    #expect(player.stage.needsFrame)
    player.show(at: 2)
    #expect(player.stage.controls[0].state == "done" && player.stage.controls[0].isHeld == false)
    #expect(player.stage.record.controls[0].isHeld, "and so after one more crash")
    player.show(at: 10)
    let end = try #require(player.stage.nextChange)
    #expect(abs(end - 32) < 0.1)
    player.show(at: end - 0.5)
    #expect(player.stage.controls[0].state == "done")
    player.show(at: end)
    #expect(player.stage.needsFrame)
    player.show(at: end + 0.02)
    #expect(player.stage.controls[0].state == "failed" && !player.stage.record.controls[0].isHeld)
  }

  @Test func `a holder that comes back in time keeps the state`() throws {
    let former = try SteppedStage(Self.scene)
    try former.stage.setState("outcome", to: "done", by: ControlHolder(3), holds: true)
    let player = try SteppedStage(Self.scene)
    player.stage.restore(former.stage.record)
    player.show(at: 2)
    try player.stage.setState("outcome", to: "done", by: ControlHolder(1), holds: true)
    player.show(at: 100)
    #expect(player.stage.controls[0].state == "done" && player.stage.controls[0].isHeld == true)
    player.stage.releaseControls(heldBy: 1)
    player.show(at: 101)
    #expect(player.stage.controls[0].state == "failed")
  }

  // MARK: Time limits

  private static let kiosk = """
    { "timing": { "duration": 0.01, "function": "linear" },
      "layers": [
        { "name": "card", "frame": [0, 0, 40, 40], "backgroundColor": "#FFFFFF" },
        { "name": "key", "frame": [100, 100, 50, 50], "backgroundColor": "#00FF00" } ],
      "controls": {
        "view": { "kind": "state", "states": {
          "welcome": { "label": "Welcome" },
          "done": { "after": { "duration": 15, "state": "welcome" }, "changes": [
            { "layer": "card", "key": "opacity", "to": 0.5, "duration": 2 } ] },
          "one": { "after": { "duration": 2, "state": "two" } },
          "two": { "after": { "duration": 3, "state": "one" } } } },
        "go": { "kind": "button", "layer": "key",
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "zPosition", "to": 1 } } } }
    """

  private func state(_ player: SteppedStage) -> String? { player.stage.controls[0].state }

  @Test func `a state ends by itself after its time, and is reported as any change`() throws {
    let player = try SteppedStage(Self.kiosk)
    #expect(player.stage.nextChange == nil)
    player.show(at: 1)
    try player.stage.setState("view", to: "done")
    player.run(from: 1, to: 2)
    #expect(state(player) == "done")
    _ = player.stage.takeEvents()
    player.run(from: 2, to: 10)
    let end = try #require(player.stage.nextChange)
    #expect(abs(end - 16) < 0.02)
    #expect(!player.stage.isAnimating && !player.stage.needsFrame)
    player.show(at: end - 0.01)
    #expect(state(player) == "done")
    player.show(at: end)
    #expect(state(player) == "welcome")
    player.show(at: end + 1)
    #expect(player.stage.nextChange == nil)
    let events = player.stage.takeEvents().filter {
      switch $0 {
      case .stateChanged, .accessibilityChanged: true
      default: false
      }
    }
    #expect(
      events == [
        .stateChanged(control: "view", state: "welcome"),
        .accessibilityChanged(control: "view", text: "Welcome"),
      ])
  }

  @Test func `each request for a state begins its time anew, one for another ends it`() throws {
    let player = try SteppedStage(Self.kiosk)
    for time in [1.0, 11, 21] {
      try player.stage.setState("view", to: "done")
      player.run(from: time, to: time + 3)
      #expect(abs(try #require(player.stage.nextChange) - time - 15) < 0.05)
    }
    player.show(at: 35)
    #expect(state(player) == "done")
    try player.stage.setState("view", to: "welcome")
    player.run(from: 35, to: 35.2)
    #expect(player.stage.nextChange == nil)
  }

  @Test func `touches and keys for the scene begin the time anew`() throws {
    let player = try SteppedStage(Self.kiosk)
    try player.stage.setState("view", to: "done")
    player.run(from: 0, to: 3)
    func expectEnd(_ time: Double) throws {
      #expect(abs(try #require(player.stage.nextChange) - time) < 0.05)
    }
    try expectEnd(15)
    player.stage.pointerBegan(1, at: Point(x: 10, y: 10), time: 0)
    player.stage.pointerEnded(1, time: 0)
    player.run(from: 5, to: 5.5)
    try expectEnd(15)
    player.stage.pointerBegan(2, at: Point(x: 120, y: 120), time: 0)
    player.run(from: 6, to: 7)
    try expectEnd(21)
    // Held long.
    player.stage.pointerEnded(2, time: 2)
    player.run(from: 20, to: 20.5)
    try expectEnd(35)
    #expect(player.stage.handle(.next))
    player.run(from: 30, to: 30.5)
    try expectEnd(45)
    #expect(!player.stage.handle(.character("x")))
    player.run(from: 32, to: 32.5)
    try expectEnd(45)
    let other = SteppedStage(
      Stage(scene: player.stage.scene, size: PixelSize(width: 100, height: 100), scale: 1))
    try other.stage.setState("view", to: "done")
    other.run(from: 0, to: 3)
    other.stage.mirrorInput(from: player.stage)
    #expect(other.stage.nextChange == player.stage.nextChange)
  }

  @Test func `states lead to one another in a circle, also without frames`() throws {
    let player = try SteppedStage(Self.kiosk)
    try player.stage.setState("view", to: "one")
    player.show(at: 0.1)
    let start = try #require(player.stage.nextChange) - 2
    var seen: [String?] = []
    for step in 1...8 {
      player.show(at: start + Double(step) * 1.25 + 0.01)
      seen.append(state(player))
    }
    #expect(seen == ["one", "two", "two", "one", "one", "two", "two", "one"])
    // After 100 s the states are at the same place of their circle of 5 s, with a single event.
    _ = player.stage.takeEvents()
    player.show(at: start + 112.51)
    #expect(state(player) == "two")
    let changes = player.stage.takeEvents().filter {
      if case .stateChanged = $0 { true } else { false }
    }
    #expect(changes == [.stateChanged(control: "view", state: "two")])
    #expect(abs(try #require(player.stage.nextChange) - start - 115) < 1e-6)
  }

  @Test func `a change by itself begins when it is due, also in a late frame`() throws {
    let scene = Self.kiosk.replacingOccurrences(
      of: "\"label\": \"Welcome\"",
      with: """
        "changes": [{ "layer": "card", "key": "opacity", "to": 0, "duration": 4 }]
        """)
    let player = try SteppedStage(scene)
    try player.stage.setState("view", to: "done")
    player.run(from: 0, to: 5)
    let end = try #require(player.stage.nextChange)
    player.show(at: end + 2)
    let opacity = try #require(try player.stage.layers(below: "card", depth: 0).first).opacity
    #expect(abs(opacity - 0.25) < 0.01)
  }

  @Test func `the time of a state stands still with the scene`() throws {
    let player = try SteppedStage(Self.kiosk)
    try player.stage.setState("view", to: "done")
    player.run(from: 0, to: 5)
    try player.stage.pause()
    player.run(from: 5, to: 5.1)
    #expect(!player.stage.needsFrame && player.stage.nextChange == nil)
    player.show(at: 100)
    #expect(state(player) == "done")
    try player.stage.resume()
    player.show(at: 100.1)
    let end = try #require(player.stage.nextChange)
    #expect(abs(end - 110) < 0.2)
    player.show(at: end)
    #expect(state(player) == "welcome")
  }

  @Test func `a state has its whole time in another process, and the rest in a layout`() throws {
    let player = try SteppedStage(Self.kiosk)
    try player.stage.setState("view", to: "done")
    player.run(from: 0, to: 5)
    let end = try #require(player.stage.nextChange)
    player.stage.replaceScene(player.stage.scene, migrating: true)
    player.run(from: 5, to: 6)
    #expect(player.stage.nextChange == end)
    player.stage.resize(to: PixelSize(width: 100, height: 100), scale: 1)
    _ = player.stage.advance(to: 6.5)
    #expect(player.stage.nextChange == end)
    let restored = try SteppedStage(Self.kiosk)
    restored.stage.restore(player.stage.record)
    restored.run(from: 50, to: 51)
    #expect(state(restored) == "done")
    #expect(abs(try #require(restored.stage.nextChange) - 65) < 0.05)
  }

  @Test func `a state at the start has its time from the first frame on`() throws {
    let player = try SteppedStage(
      Self.kiosk.replacingOccurrences(
        of: "\"kind\": \"state\"", with: "\"kind\": \"state\", \"value\": \"done\""))
    #expect(player.stage.nextChange == 15)
    player.show(at: 15)
    #expect(state(player) == "welcome")
  }

  // MARK: States that extend others

  private static let extended = """
    { "timing": { "duration": 0.01, "function": "linear" },
      "layers": [
        { "name": "ring", "frame": [0, 0, 40, 40], "backgroundColor": "#FFFFFF" },
        { "name": "card", "frame": [50, 0, 40, 40], "backgroundColor": "#FFFFFF" },
        { "kind": "text", "name": "title", "string": "Hello", "frame": [0, 60, 200, 30], "fontSize": 16 } ],
      "controls": { "view": { "kind": "state", "value": "idle", "states": {
        "torn": { "extends": "lost", "label": "Torn" },
        "lost": { "extends": "failed", "after": { "duration": 5, "state": "idle" }, "changes": [
          { "layer": "title", "text": "Lost" },
          { "layer": "card", "key": "opacity", "to": 0.25 } ] },
        "failed": { "label": "Failed", "changes": [
          { "layer": "title", "text": "Failed" },
          { "layer": "ring", "key": "opacity", "to": 0.5 },
          { "layer": "ring", "animations": [
            { "key": "rotation", "by": 360, "duration": 4, "repeat": "forever" } ] } ] },
        "still": { "extends": "failed", "changes": [
          { "layer": "ring", "animations": [
            { "key": "rotation", "by": -360, "duration": 4, "repeat": "forever" } ] } ] },
        "idle": {} } } } }
    """

  @Test func `a state that extends another begins with its changes and replaces some`() throws {
    let player = try SteppedStage(Self.extended)
    func expect(_ state: String, _ ring: Double, _ card: Double, _ text: String) throws {
      try player.stage.setState("view", to: state)
      let time = player.stage.time
      player.run(from: time, to: time + 1)
      #expect(try opacity(player) == ring)
      #expect(try player.number("opacity", of: "card") == card)
      #expect(try title(player) == text)
    }
    try expect("failed", 0.5, 1, "Failed")
    try expect("lost", 0.5, 0.25, "Lost")
    #expect(player.stage.controls[0].description == "lost")
    try expect("torn", 0.5, 0.25, "Lost")
    #expect(player.stage.controls[0].description == "Torn")
    try expect("idle", 1, 1, "Hello")
  }

  @Test func `an animation that the next state has taken over goes on`() throws {
    let player = try SteppedStage(Self.extended)
    func rotation() throws -> Double {
      let angle = try player.number("transform.rotation", of: "ring")
      return angle < 0 ? angle + 2 * .pi : angle
    }
    try player.stage.setState("view", to: "failed")
    player.run(from: 0, to: 1)
    let before = try rotation()
    #expect(abs(before - .pi / 2) < 0.1)
    try player.stage.setState("view", to: "torn")
    player.run(from: 1, to: 2)
    #expect(abs(try rotation() - before - .pi / 2) < 0.01)
    try player.stage.setState("view", to: "idle")
    player.run(from: 2, to: 3)
    #expect(try player.number("transform.rotation", of: "ring") == 0)
    try player.stage.setState("view", to: "still")
    player.run(from: 3, to: 4)
    #expect(abs(try rotation() - 1.5 * .pi) < 0.1)
  }

  // MARK: Changes that wait

  /// The opacity of a layer at 0.2 whose state `late` animates it a second later.
  private func late(_ animation: String, _ rest: String = "\"delay\": 1") throws -> SteppedStage {
    try SteppedStage(
      """
      { "timing": { "duration": 0.2, "function": "linear" },
        "layers": [{ "name": "ring", "frame": [0, 0, 40, 40], "opacity": 0.2 }],
        "controls": { "view": { "kind": "state", "states": {
          "idle": {},
          "shown": { "changes": [{ "layer": "ring", "key": "opacity", "to": 0.6 }] },
          "late": { "changes": [
            { "layer": "ring", "key": "position.x", "to": 30, "duration": 1 },
            { "layer": "ring", \(rest), "animations": [{ "key": "opacity", "duration": 0.5, \(animation) }] } ] }
        } } } }
      """)
  }

  @Test(arguments: [
    ("\"from\": 1, \"to\": 0", "\"delay\": 1"),
    ("\"from\": 1, \"to\": 0, \"fillMode\": \"removed\"", "\"delay\": 1"),
    ("\"from\": 1, \"to\": 0, \"fillMode\": \"forwards\"", "\"delay\": 1"),
    ("\"values\": [1, 0]", "\"delay\": 1"),
    ("\"from\": 1, \"to\": 0", "\"follows\": true"),
  ])
  func `an animation that waits does not show its first value before it begins`(
    animation: String, rest: String
  ) throws {
    let player = try late(animation, rest)
    try player.stage.setState("view", to: "shown")
    player.run(from: 0, to: 0.6)
    #expect(try opacity(player) == 0.6)
    try player.stage.setState("view", to: "late")
    player.show(at: 0.6)
    #expect(try opacity(player) == 0.6)
    player.run(from: 0.6, to: 0.7)
    #expect(abs(try opacity(player) - 0.4) < 0.05)
    player.run(from: 0.7, to: 1.58)
    #expect(try opacity(player) == 0.2)
    player.run(from: 1.58, to: 1.85)
    #expect(abs(try opacity(player) - 0.5) < 0.05)
    player.run(from: 1.85, to: 3)
    #expect(try opacity(player) == 0.2)
  }

  @Test(arguments: ["backwards", "both"])
  func `an animation that waits shows its first value if it fills backwards`(mode: String) throws {
    let player = try late("\"from\": 1, \"to\": 0, \"fillMode\": \"\(mode)\"")
    player.show(at: 0)
    try player.stage.setState("view", to: "late")
    player.run(from: 0, to: 0.5)
    #expect(try opacity(player) == 1)
  }

  @Test func `a state that has to be left first is not covered by the next one's animations`()
    throws
  {
    let player = try SteppedStage(
      """
      { "layers": [{ "name": "ring", "frame": [0, 0, 40, 40], "opacity": 0.2 }],
        "controls": { "view": { "kind": "state", "states": {
          "shown": { "leave": { "duration": 1, "timing": "linear", "first": true },
            "changes": [{ "layer": "ring", "key": "opacity", "to": 0.6 }] },
          "late": { "changes": [
            { "layer": "ring", "animations": [{ "key": "opacity", "from": 1, "to": 0, "duration": 1, "timing": "linear" }] } ] }
        } } } }
      """)
    player.show(at: 0)
    try player.stage.setState("view", to: "late")
    player.run(from: 0, to: 0.5)
    #expect(abs(try opacity(player) - 0.4) < 0.05)
    player.run(from: 0.5, to: 1.5)
    #expect(abs(try opacity(player) - 0.5) < 0.05)
  }

  @Test func `a property whose change waits stays, even if an animation moved it`() throws {
    let player = try SteppedStage(
      """
      { "layers": [{ "name": "ring", "frame": [0, 0, 40, 40] }],
        "controls": { "view": { "kind": "state", "states": {
          "working": { "leave": { "duration": 0.2 }, "changes": [{ "layer": "ring", "animations": [
            { "key": "rotation", "by": 180, "duration": 2, "timing": "linear" } ] }] },
          "done": { "changes": [
            { "layer": "ring", "key": "rotation", "to": 120, "delay": 1, "duration": 1, "timing": "linear" } ] }
        } } } }
      """)
    player.run(from: 0, to: 1)
    let seen = try player.number("transform.rotation", of: "ring")
    #expect(abs(seen - .pi / 2) < 0.1)
    try player.stage.setState("view", to: "done")
    player.run(from: 1, to: 1.9)
    #expect(abs(try player.number("transform.rotation", of: "ring") - seen) < 0.06)
    player.run(from: 1.9, to: 4)
    #expect(abs(try player.number("transform.rotation", of: "ring") - .pi * 2 / 3) < 0.001)
  }
}
