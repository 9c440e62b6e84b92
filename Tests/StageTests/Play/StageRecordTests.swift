import Geometry
import Layers
import Raster
import Scene
import Stage
import Testing

/// The settings of a scene, and a stage of another process that continues with them.
@Suite struct StageRecordTests {
  static let scene = """
    {
      "background": "#000000",
      "layers": [
        { "name": "bar", "kind": "progress", "style": "line", "frame": [10, 10, 180, 10] },
        { "name": "line", "kind": "text", "string": "-", "frame": [10, 30, 180, 30], "fontSize": 16 },
        { "name": "photo", "frame": [10, 70, 100, 60], "backgroundColor": "#FF0000" },
        { "name": "loader", "kind": "loader", "frame": [40, 80, 40, 40] },
        { "name": "knob", "frame": [130, 80, 40, 40], "backgroundColor": "#00FF00",
          "animations": [{ "key": "opacity", "from": 0.2, "to": 1, "duration": 1 }] },
      ],
      "controls": {
        "install": {
          "kind": "progress", "drives": ["bar"], "phases": { "download": 3, "unpack": 1 },
        },
        "even": { "kind": "progress", "smooth": true },
        "message": { "kind": "text", "drives": ["line"] },
        "picture": { "kind": "reveal", "content": "photo", "loader": "loader" },
        "switch": { "kind": "scrub", "layers": "knob" },
      },
    }
    """

  /// A stage on which all controls were set, in motion.
  private func played() throws -> SteppedStage {
    let screen = try SteppedStage(Self.scene)
    _ = try screen.stage.setProgress("install", to: 0.5, phase: "unpack")
    _ = try screen.stage.setProgress("even", to: 0.3)
    try screen.stage.setText("message", to: "Unpacking")
    _ = try screen.stage.reveal("picture")
    _ = try screen.stage.setProgress("switch", to: 1)
    screen.stage.reducesMotion = true
    screen.run(from: 0, to: 0.1)
    return screen
  }

  /// A stage of another process, with its first frame.
  private func restored(_ record: StageRecord, _ text: String = scene) throws -> Stage {
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: PixelSize(width: 200, height: 200), scale: 1)
    stage.reducesMotion = true
    stage.restore(record)
    _ = stage.advance(to: 0)
    return stage
  }

  private func picture(_ stage: Stage) -> [UInt8] {
    let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(Region(PixelRect(stage.size)), into: buffer.surface)
    return buffer.bytes
  }

  @Test func `the first frame shows where everything was going`() throws {
    let played = try played()
    let stage = try restored(played.stage.record)
    let first = picture(stage)
    played.run(from: 0.1, to: 3)
    #expect(first == played.redrawn())
    #expect(stage.record == played.stage.record)
  }

  @Test func `a record of a record is the same`() throws {
    let record = try played().stage.record
    #expect(record.controls.first?.phase == "unpack")
    #expect(record.controls.first?.value == 0.875)
    #expect(try restored(record).record == record)
  }

  @Test func `names that only look alike are different ones`() throws {
    let text = """
      { "layers": [], "controls": {
          "\u{e9}": { "kind": "progress", "phases": { "\u{e8}": 1, "e\u{300}": 1 } },
          "e\u{301}": { "kind": "progress" } } }
      """
    let played = try SteppedStage(text)
    _ = try played.stage.setProgress("\u{e9}", to: 0.5, phase: "e\u{300}")
    _ = try played.stage.setProgress("e\u{301}", to: 0.25)
    let record = played.stage.record
    #expect(record.controls.map(\.value) == [0.75, 0.25])
    #expect(try restored(record, text).record == record)
  }

  @Test func `a paused scene stays paused`() throws {
    let played = try played()
    try played.stage.pause()
    _ = played.stage.advance(to: 0.2)
    let stage = try restored(played.stage.record)
    #expect(stage.isPaused)
    #expect(!stage.isAnimating)
  }

  @Test func `an unknown progress stays unknown`() throws {
    let screen = try SteppedStage(Self.scene)
    try screen.stage.setIndeterminate("install", true)
    screen.run(from: 0, to: 0.1)
    #expect(try restored(screen.stage.record).controls[0].isIndeterminate == true)
  }

  @Test func `a scene whose time is recorded goes on in the middle of its motion`() throws {
    let text = """
      {
        "background": "#000000",
        "layers": [
          { "name": "knob", "frame": [10, 80, 40, 40], "backgroundColor": "#00FF00",
            "animations": [{ "key": "position.x", "from": 20, "to": 180, "duration": 4, "repeat": "forever" }] },
          { "name": "fade", "frame": [10, 10, 40, 40], "backgroundColor": "#FF0000",
            "animations": [{ "key": "opacity", "from": 0, "to": 1, "duration": 0.5 }] },
        ],
      }
      """
    let played = try SteppedStage(text)
    played.run(from: 0, to: 5.5)
    var record = played.stage.record
    #expect(record.start == nil)
    record.start = played.stage.start
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
    for start in [record.start, nil] {
      let stage = Stage(scene: scene, size: PixelSize(width: 200, height: 200), scale: 1)
      record.start = start
      stage.restore(record)
      _ = stage.advance(to: 5.5)
      #expect((picture(stage) == played.redrawn()) == (start != nil))
      #expect(stage.isAnimating)
    }
    // Nonsense begins anew.
    for start in [-1, Double.nan, .infinity] {
      let stage = Stage(scene: scene, size: PixelSize(width: 200, height: 200), scale: 1)
      record.start = start
      stage.restore(record)
      _ = stage.advance(to: 0)
      #expect(stage.start == 0)
    }
  }

  @Test func `invalid values of a record are ignored`() throws {
    var record = StageRecord()
    for value in [-1, 2, Double.nan, .infinity] {
      for kind in [ControlKind.progress, .text, .reveal, .scrub] {
        for name in ["install", "message", "picture", "switch", "nothing"] {
          var control = ControlRecord(name: name, kind: kind)
          control.value = value
          control.phase = "no phase"
          control.text = String(repeating: "x", count: 5000)
          record.controls.append(control)
        }
      }
    }
    let stage = try restored(record)
    #expect(stage.record == (try restored(StageRecord())).record)
  }
}
