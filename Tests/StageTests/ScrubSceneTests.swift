import Geometry
import Scene
import Testing

@testable import Stage

/// The effect of a scrub control on a scene's animations, edits and requests.
@Suite struct ScrubSceneTests {
  /// A panel with a layer `a` that fades with the control, and with `others` after it.
  private static func scene(
    to: Double = 0.5, timing: String = "\"duration\": 1", control: String = "", others: String = ""
  ) -> String {
    """
    { "layers": [
        { "name": "panel", "layers": [
          { "name": "a", "animations": [
            { "key": "opacity", "from": 0.1, "to": \(to), \(timing), "timing": "linear" } ] }
          \(others) ] } ],
      "controls": { "power": { "kind": "scrub", "layers": "panel" \(control) } } }
    """
  }

  private static func load(_ text: String) throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
  }

  private static func opacity(_ player: SteppedStage, _ layer: String = "a") throws -> Double {
    try #require(try player.stage.layers(below: "panel/" + layer).first).opacity
  }

  @Test(arguments: [0.5, 1])
  func `an edited or added animation is where the value says`(value: Double) throws {
    let player = try SteppedStage(Self.scene())
    _ = try player.stage.setProgress("power", to: value)
    player.run(from: 0, to: 2)
    #expect(abs(try Self.opacity(player) - (0.1 + 0.4 * value)) < 1e-9)
    let added = """
      , { "name": "b", "animations": [
          { "key": "opacity", "from": 0.2, "to": 0.8, "duration": 1, "timing": "linear" } ] }
      """
    player.stage.replaceScene(
      try Self.load(Self.scene(to: 0.9, others: added)), migrating: true)
    for time in [2, 2.5] {
      player.show(at: time)
      #expect(player.stage.controls[0].value == value)
      #expect(abs(try Self.opacity(player) - (0.1 + 0.8 * value)) < 1e-9)
      #expect(abs(try Self.opacity(player, "b") - (0.2 + 0.6 * value)) < 1e-9)
    }
    _ = try player.stage.setProgress("power", to: 0)
    player.run(from: 2.5, to: 3)
    #expect(abs(try Self.opacity(player) - 0.1) < 1e-9)
    #expect(abs(try Self.opacity(player, "b") - 0.2) < 1e-9)
  }

  @Test func `an edit that adds a control takes over animations that have begun and stay`() throws {
    func scene(_ layers: String, _ controls: String) -> String {
      """
      { "layers": [ { "name": "panel", "layers": [ \(layers) ] } ], "controls": { \(controls) } }
      """
    }
    let layer = """
      { "name": "a", "animations": [
          { "key": "opacity", "from": 0.2, "to": 0.8, "duration": 1, "timing": "linear",
            "removedOnCompletion": false, "fillMode": "both" } ] }
      """
    let player = try SteppedStage(scene("", ""))
    player.run(from: 0, to: 3)
    // The layer is new, and its animation begins at 3.
    player.stage.replaceScene(try Self.load(scene(layer, "")), migrating: true)
    player.run(from: 3, to: 3.5)
    #expect(abs(try Self.opacity(player) - 0.5) < 0.02)
    player.stage.replaceScene(
      try Self.load(
        scene(layer, "\"power\": { \"kind\": \"scrub\", \"layers\": \"panel\", \"value\": 1 }")),
      migrating: true)
    player.run(from: 3.5, to: 5)
    #expect(abs(try Self.opacity(player) - 0.8) < 1e-9)
    _ = try player.stage.setProgress("power", to: 0.5)
    player.run(from: 5, to: 6)
    #expect(abs(try Self.opacity(player) - 0.5) < 1e-9)
  }

  @Test(arguments: [
    // Without a duration, the control runs one cycle, there and back or not.
    ("", "", [0.1, 0.3, 0.5]),
    (", \"autoreverses\": true", "", [0.1, 0.5, 0.1]),
    // With a duration, it runs as many cycles as fit, the last one to its end.
    ("", ", \"duration\": 3", [0.1, 0.3, 0.5]),
    ("", ", \"duration\": 2.5", [0.1, 0.2, 0.3]),
    (", \"speed\": 2", "", [0.1, 0.3, 0.5]),
    (", \"fillMode\": \"backwards\"", "", [0.1, 0.3, 0.5]),
  ])
  func `an endless animation runs to the end of its control`(
    more: String, control: String, expected: [Double]
  ) throws {
    let player = try SteppedStage(
      Self.scene(timing: "\"duration\": 1, \"repeat\": \"forever\"" + more, control: control))
    _ = try player.stage.beginScrub("power", by: 1)
    for (frame, value) in [0, 0.5, 1].enumerated() {
      try player.stage.updateScrub("power", to: value, by: 1)
      player.show(at: Double(frame + 1) / 60)
      #expect(abs(try Self.opacity(player) - expected[frame]) < 1e-9, "\(value)")
    }
  }

  @Test func `the last animation ends at value 1, also in layers with their own time`()
    throws
  {
    let slow = """
      , { "name": "b", "speed": 0.5, "animations": [
          { "key": "opacity", "from": 0.2, "to": 0.8, "duration": 1, "timing": "linear" } ] }
      , { "name": "c", "animations": [
          { "key": "opacity", "from": 0, "to": 1, "duration": 0.8, "repeat": "forever",
            "timing": "linear" } ] }
      """
    let player = try SteppedStage(Self.scene(others: slow))
    _ = try player.stage.setProgress("power", to: 1)
    player.run(from: 0, to: 1)
    #expect(abs(try Self.opacity(player) - 0.5) < 1e-9)
    #expect(abs(try Self.opacity(player, "b") - 0.8) < 1e-9)
    #expect(abs(try Self.opacity(player, "c") - 0.5) < 1e-9)
  }

  @Test(
    arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e-17, 1e-7, 1e-6, 1e-5], [-1, 1, -1000.0])
  func `a motion too short to see comes to rest`(value: Double, velocity: Double) throws {
    let player = try SteppedStage(Self.scene())
    _ = try player.stage.beginScrub("power", by: 1)
    try player.stage.updateScrub("power", to: value, by: 1)
    player.show(at: 0.1)
    #expect(try player.stage.endScrub("power", velocity: velocity, by: 1) == 0)
    player.run(from: 0.1, to: 3)
    #expect(player.stage.controls[0].value == 0)
    #expect(!player.stage.isAnimating)
  }

  @Test func `a progress that only a progress control can have is refused as a value`() throws {
    let stage = try SteppedStage(Self.scene()).stage
    let phase = ControlError.invalidValue(
      field: "phase", reason: "the scrub control 'power' has no phases: leave it out")
    #expect(throws: phase) { try stage.setProgress("power", to: 0.5, phase: "copy") }
    let expected = ControlError.invalidValue(
      field: "expected",
      reason: "the scrub control 'power' is always somewhere: expect more than 0")
    #expect(throws: expected) {
      try stage.setProgress("power", ProgressChange(.received(5, expected: 0)))
    }
    #expect(throws: phase) {
      try stage.setProgress("power", ProgressChange(.received(5, expected: 10), phase: "copy"))
    }
    #expect(try stage.setProgress("power", ProgressChange(.received(5, expected: 10))).value == 0.5)
  }
}
