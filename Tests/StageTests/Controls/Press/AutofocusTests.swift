import Geometry
import Scene
import Stage
import Testing

/// Controls that get the focus as they come into sight.
@Suite struct AutofocusTests {
  private static let failure = """
    { "layers": [
        { "name": "help", "frame": [10, 60, 80, 40], "backgroundColor": "#222222" },
        { "name": "retry", "frame": [10, 10, 80, 40], "backgroundColor": "#2266AA", "hidden": true } ],
      "controls": {
        "help": { "kind": "button", "layer": "help",
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } },
        "retry": { "kind": "button", "layer": "retry", "autofocus": true,
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } },
        "outcome": { "kind": "state", "states": { "working": {}, "failed": {
          "changes": { "layer": "retry", "key": "hidden", "to": false, "duration": 0 } } } } } }
    """

  @Test func `a button with autofocus gets the focus once as it comes into sight`() throws {
    let player = try SteppedStage(Self.failure)
    func enter(at time: Double) -> [StageEvent] {
      _ = player.stage.handle(.press)
      player.run(from: time, to: time + 0.5)
      return player.pressEvents
    }
    #expect(enter(at: 0) == [])
    try player.stage.setState("outcome", to: "failed")
    player.run(from: 1, to: 1.5)
    #expect(enter(at: 1.5) == [.pressed(control: "retry")])
    #expect(player.stage.handle(.leave))
    player.run(from: 2, to: 2.5)
    try player.stage.setLocale("de")
    player.run(from: 2.5, to: 3)
    #expect(enter(at: 3) == [])
    // The next time that it comes into sight.
    for (state, start) in [("working", 4.0), ("failed", 5)] {
      try player.stage.setState("outcome", to: state)
      player.run(from: start, to: start + 0.9)
    }
    #expect(enter(at: 6) == [.pressed(control: "retry")])
    // A button that has the focus does not lose it.
    try player.stage.setState("outcome", to: "working")
    player.run(from: 7, to: 7.5)
    #expect(player.stage.handle(.next))
    try player.stage.setState("outcome", to: "failed")
    player.run(from: 7.5, to: 8)
    #expect(enter(at: 8) == [.pressed(control: "help")])
  }

  /// Two buttons that get the focus as they come into sight, beside each other or, in a narrow
  /// output, above each other.
  private static let twoWaiting = """
    { "styles": { "mark": { "autofocus": true,
          "focused": { "key": "borderWidth", "to": 6 }, "pressed": { "key": "opacity", "to": 0.7 } } },
      "layers": [ { "name": "a", "frame": [10, 10, 40, 40] }, { "name": "b", "frame": [60, 10, 40, 40] } ],
      "variants": [ { "when": { "maxWidth": 90 }, "layers": { "b": { "frame": [10, 60, 40, 40] } } } ],
      "controls": {
        "a": { "use": "mark", "kind": "button", "layer": "a" },
        "b": { "use": "mark", "kind": "button", "layer": "b" } } }
    """

  @Test func `the focus that Esc took away stays away in another layout and on other screens`()
    throws
  {
    let (lead, mirror) = (try SteppedStage(Self.twoWaiting), try SteppedStage(Self.twoWaiting))
    for player in [lead, mirror] { player.run(from: 0, to: 0.3) }
    #expect(lead.stage.handle(.leave))
    mirror.stage.mirrorInput(from: lead.stage)
    lead.stage.resize(to: PixelSize(width: 80, height: 200), scale: 1)
    for stage in [lead.stage, mirror.stage] {
      for time in [0.4, 0.6] { _ = stage.advance(to: time) }
      _ = stage.handle(.press)
      _ = stage.advance(to: 0.8)
      #expect(!stage.takeEvents().contains { if case .pressed = $0 { true } else { false } })
    }
  }

  @Test(arguments: [0.0, 0.3])
  func `the focus goes from a page to the next one's control with autofocus`(fade: Double) throws {
    let player = try SteppedStage(
      """
      { "styles": { "mark": { "focused": { "key": "borderWidth", "to": 6, "duration": 0 },
            "pressed": { "key": "opacity", "to": 0.7, "duration": 0 } } },
        "layers": [
          { "name": "one", "layers": [ { "name": "go", "size": ["50%", "50%"], "backgroundColor": "#0000FF" } ] },
          { "name": "two", "hidden": true, "layers": [
            { "name": "here", "size": ["50%", "50%"], "backgroundColor": "#008000" } ] } ],
        "controls": {
          "page": { "kind": "state", "states": { "one": {}, "two": { "changes": [
            { "layer": "one", "key": "hidden", "to": true, "duration": \(fade) },
            { "layer": "two", "key": "hidden", "to": false, "duration": \(fade) } ] } } },
          "go": { "use": "mark", "kind": "button", "layer": "go", "sets": { "page": "two", "job": "0%" } },
          "job": { "kind": "progress", "value": 0.6, "allowDecrease": false,
            "drives": { "layer": "go", "key": "zPosition" } },
          "here": { "use": "mark", "kind": "button", "layer": "here", "autofocus": true } } }
      """)
    #expect(player.stage.handle(.next))
    player.run(from: 0, to: 0.5)
    #expect(player.stage.handle(.press))
    player.run(from: 0.5, to: 1.5)
    #expect(player.pressEvents == [.pressed(control: "go")])
    // A press may set a progress back, for a person who begins again.
    #expect(player.stage.controls.first { $0.name == "job" }?.value == 0)
    #expect(player.stage.handle(.press))
    player.run(from: 1.5, to: 2)
    #expect(player.pressEvents == [.pressed(control: "here")])
    #expect(player.pixels == player.redrawn())
  }
}

extension SteppedStage {
  /// The next events of buttons and choices.
  var pressEvents: [StageEvent] {
    stage.takeEvents().filter {
      switch $0 {
      case .pressed, .chosen: true
      default: false
      }
    }
  }
}
