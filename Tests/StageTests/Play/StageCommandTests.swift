import Geometry
import Raster
import Scene
import Testing

@testable import Stage

@Suite struct StageCommandTests {
  private static let scene = """
    { "layers": [
        { "name": "bar", "kind": "progress", "style": "line", "frame": [4, 4, 40, 8] },
        { "name": "words", "kind": "text", "string": "{message}", "frame": [4, 16, 40, 10] },
        { "name": "photo", "kind": "image", "frame": [30, 30, 20, 20] },
        { "name": "content", "frame": [4, 30, 20, 20], "backgroundColor": "#40A0FF", "animations": [
          { "group": [ { "key": "opacity", "from": 0, "to": 1 } ], "duration": 1 } ] } ],
      "controls": {
        "install": { "kind": "progress", "drives": ["bar"] },
        "message": { "kind": "text", "text": "Hello" },
        "photo": { "kind": "image", "drives": "photo" },
        "flip": { "kind": "scrub", "layers": ["content"] } } }
    """

  private static func stage() throws -> Stage {
    try SteppedStage(scene, size: PixelSize(width: 64, height: 64)).stage
  }

  private static var commands: [StageCommand] {
    let picture = Image(size: PixelSize(width: 1, height: 1), premultipliedPixels: [0xFFFF_0000])
    return [
      .setProgress(control: "install", ProgressChange(.value(0.25), duration: 0)),
      .setProgress(control: nil, ProgressChange(.received(3, expected: 4), duration: 1)),
      .setIndeterminate(control: nil, true),
      .setText(control: "message", "Almost there"),
      .setImage(control: "photo", picture, text: "A red square"),
      .beginScrub(control: "flip", by: ControlHolder(7)),
      .updateScrub(control: "flip", to: 0.5, by: 7),
      .endScrub(control: "flip", velocity: 2, by: ControlHolder(7)),
      .toggleScrub(control: nil),
      .setReducedMotion(true),
      .pause(layer: "bar"),
      .resume(layer: "bar"),
    ]
  }

  @Test func `a command does the same on every stage of a scene`() throws {
    let (first, second) = (try Self.stage(), try Self.stage())
    for (number, command) in Self.commands.enumerated() {
      #expect(try first.apply(command) == second.apply(command))
      for stage in [first, second] { _ = stage.advance(to: Double(number + 1) / 10) }
      #expect(first.controls == second.controls)
      #expect(try first.layers() == second.layers())
    }
    #expect(first.takeEvents() == second.takeEvents())
    #expect(first.reducesMotion && second.reducesMotion)
  }

  @Test func `a stage returns the result of a command`() throws {
    let stage = try Self.stage()
    #expect(
      try stage.apply(Self.commands[0]) == .progress(ProgressOutcome(isApplied: true, value: 0.25)))
    let back = ProgressChange(.value(0.125), allowsDecrease: false)
    #expect(
      try stage.apply(.setProgress(control: nil, back))
        == .progress(ProgressOutcome(isApplied: false, value: 0.25)))
    #expect(try stage.apply(.beginScrub(control: nil, by: ControlHolder(7))) == .value(0))
    #expect(try stage.apply(.pause(layer: nil)) == .done)
    #expect(stage.isPaused)
  }

  @Test func `a command that is refused says why and changes nothing`() throws {
    let stage = try Self.stage()
    let before = stage.controls
    #expect(throws: ControlError.noSuchControl("nope")) {
      try stage.apply(.setText(control: "nope", "x"))
    }
    #expect(throws: ControlError.wrongKind(control: "install", kind: .progress)) {
      try stage.apply(.setText(control: "install", "x"))
    }
    #expect(throws: ControlError.notHeld(control: "flip")) {
      try stage.apply(.updateScrub(control: "flip", to: 1, by: 7))
    }
    #expect(throws: ControlError.noSuchLayer("nope")) { try stage.apply(.pause(layer: "nope")) }
    #expect(stage.controls == before)
  }
}
