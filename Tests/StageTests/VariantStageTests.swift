import Geometry
import Layers
import Raster
import Scene
import Stage
import Testing

/// A scene in play whose output gets a size for which it has a variant.
@Suite struct VariantStageTests {
  private static let scene = """
    { "layers": [
        { "name": "side", "size": ["50%", "50%"], "backgroundColor": "#FF0000" },
        { "name": "bar", "kind": "progress", "style": "line", "frame": [0, 0, "100%", 20] },
        { "name": "note", "kind": "text", "string": "Wait", "frame": [0, 30, "100%", 20] },
        { "name": "box", "frame": [0, 60, 10, 10], "backgroundColor": "#00FF00",
          "animations": [{ "key": "position.x", "from": 0, "to": 200, "duration": 2, "repeat": "forever", "timing": "linear" }] } ],
      "controls": {
        "job": { "kind": "progress", "drives": "bar", "label": "Job" },
        "note": { "kind": "text", "drives": "note", "label": "Note" },
        "outcome": { "kind": "state", "label": "Outcome", "states": {
          "working": {}, "done": { "changes": { "layer": "box", "key": "opacity", "to": 0.5, "duration": 0 } } } } },
      "variants": [
        { "when": { "orientation": "portrait" },
          "layers": [
            { "name": "note", "kind": "text", "string": "Wait", "frame": [0, 0, "100%", 20] },
            { "name": "box", "frame": [0, 60, 10, 10], "backgroundColor": "#0000FF",
              "animations": [{ "key": "position.x", "from": 0, "to": 200, "duration": 2, "repeat": "forever", "timing": "linear" }] },
            { "name": "bar", "kind": "progress", "style": "circle" } ],
          "controls": { "job": { "label": "Small job" } } } ] }
    """
  private static let wide = PixelSize(width: 300, height: 200)
  private static let tall = PixelSize(width: 200, height: 300)

  private func names(_ stage: Stage) throws -> [String] {
    try stage.layers(below: nil, depth: 1).map(\.path).filter { $0 != "/" }
  }

  /// Sets all controls of a stage, and plays it for half a second.
  private func play(_ stage: Stage) throws {
    _ = stage.advance(to: 0)
    _ = try stage.setProgress("job", to: 0.75, duration: 0)
    try stage.setText("note", to: "Almost")
    try stage.setState("outcome", to: "done")
    for frame in 1...30 { _ = stage.advance(to: Double(frame) / 60) }
    _ = stage.takeEvents()
  }

  private func expectPlayed(_ stage: Stage) throws {
    #expect(stage.controls.map(\.value)[0] == 0.75)
    let layers = try stage.layers(below: nil, depth: 1)
    let note = try #require(layers.first { $0.path == "note" })
    let box = try #require(layers.first { $0.path == "box" })
    #expect(note.text == "Almost" && box.opacity == 0.5)
    // Half a second of two.
    #expect(abs(box.frame.midX - 50) < 4)
    #expect(stage.plainPicture().bytes == SteppedStage(stage, at: stage.time).redrawn())
  }

  @Test func `controls keep their values when the variant changes`() throws {
    let scene = try SceneLoader.load(bytes: Array(Self.scene.utf8), name: "s", directory: nil)
    #expect(scene.warnings == [])
    let stage = Stage(scene: scene, size: Self.wide, scale: 1)
    try play(stage)
    #expect(try names(stage) == ["side", "bar", "note", "box"])
    for size in [Self.tall, Self.wide] {
      stage.resize(to: size, scale: 1)
      _ = stage.advance(to: 0.5)
      #expect(try names(stage).first == (size == Self.tall ? "note" : "side"))
      #expect(stage.controls[0].label == (size == Self.tall ? "Small job" : "Job"))
      try expectPlayed(stage)
    }
    let changes = stage.takeEvents().filter {
      switch $0 {
      case .progressChanged, .stateChanged: true
      default: false
      }
    }
    #expect(changes.isEmpty, "clients are told of no change")
    _ = try stage.setProgress("job", to: 1, duration: 0)
    _ = stage.advance(to: 0.6)
    #expect(stage.controls[0].value == 1)
  }

  @Test func `an output that joins has the variant of its own size`() throws {
    let scene = try SceneLoader.load(bytes: Array(Self.scene.utf8), name: "s", directory: nil)
    let (stage, other) = (
      Stage(scene: scene, size: Self.wide, scale: 1), Stage(scene: scene, size: Self.tall, scale: 1)
    )
    try play(stage)
    other.adopt(stage)
    _ = other.advance(to: 0.5)
    #expect(try names(other) == ["note", "box", "bar"])
    try expectPlayed(other)
  }
}
