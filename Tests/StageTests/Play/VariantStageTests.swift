import Foundation
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

  @Test func `a motion goes on to the value of the variant`() throws {
    func outcome(_ opacity: Double) -> String {
      """
      "outcome": { "states": { "working": {}, "done": {
        "changes": { "layer": "box", "key": "opacity", "to": \(opacity), "duration": 1, "timing": "linear" } } } }
      """
    }
    let text = Self.scene
      .replacingOccurrences(
        of: "\"to\": 0.5, \"duration\": 0",
        with: "\"to\": 0.5, \"duration\": 1, \"timing\": \"linear\""
      )
      .replacingOccurrences(
        of: "\"job\": { \"label\": \"Small job\" }",
        with: "\"job\": { \"label\": \"Small job\" }, " + outcome(0.2))
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    let stage = Stage(scene: scene, size: Self.wide, scale: 1)
    func opacity() throws -> Double {
      try #require(try stage.layers(below: "box", depth: 0).first).opacity
    }
    _ = stage.advance(to: 0)
    try stage.setState("outcome", to: "done")
    for frame in 1...30 { _ = stage.advance(to: Double(frame) / 60) }
    #expect(abs(try opacity() - 0.75) < 0.02)
    stage.resize(to: Self.tall, scale: 1)
    // From 1 to 0.2, as if the variant had been there from the beginning.
    for (time, expected) in [(0.5, 0.6), (0.75, 0.4), (1.1, 0.2)] {
      _ = stage.advance(to: time)
      #expect(abs(try opacity() - expected) < 0.02, "at \(time)")
    }
  }

  @Test func `motions go on where the layers have the same values`() throws {
    let text = Self.scene.replacingOccurrences(
      of: "\"key\": \"opacity\", \"to\": 0.5, \"duration\": 0",
      with: "\"key\": \"opacity\", \"to\": 0.5, \"duration\": 1, \"timing\": \"linear\"")
    #expect(text != Self.scene)
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    func values(_ stage: Stage) throws -> (bar: Double, opacity: Double) {
      let layers = try stage.layers(below: nil, depth: 1)
      return (
        try #require(layers.first { $0.path == "bar" }?.progress),
        try #require(layers.first { $0.path == "box" }?.opacity)
      )
    }
    let stage = Stage(scene: scene, size: Self.wide, scale: 1)
    let other = Stage(scene: scene, size: Self.wide, scale: 1)
    for stage in [stage, other] {
      _ = stage.advance(to: 0)
      _ = try stage.setProgress("job", to: 0.8, duration: 1)
      try stage.setState("outcome", to: "done")
      for frame in 1...30 { _ = stage.advance(to: Double(frame) / 60) }
    }
    let before = try values(stage)
    #expect((0.1..<0.7).contains(before.bar) && abs(before.opacity - 0.75) < 0.02)
    for (index, size) in [Self.tall, Self.wide].enumerated() {
      stage.resize(to: size, scale: 1)
      for frame in 0...10 {
        let time = 0.5 + Double(index * 10 + frame) / 60
        _ = stage.advance(to: time)
        _ = other.advance(to: time)
        let (own, expected) = (try values(stage), try values(other))
        #expect(abs(own.bar - expected.bar) < 1e-9, "at \(time)")
        #expect(abs(own.opacity - expected.opacity) < 1e-9, "at \(time)")
      }
    }
    for frame in 50...90 { _ = stage.advance(to: Double(frame) / 60) }
    #expect(try values(stage) == (0.8, 0.5))
    let starts = stage.takeEvents().count {
      if case .animationStarted("box", "opacity") = $0 { true } else { false }
    }
    #expect(starts == 1)
    #expect(stage.plainPicture().bytes == SteppedStage(stage, at: stage.time).redrawn())
  }

  // MARK: Presses and typing

  private static let pressedScene = """
    { "layers": [
        { "name": "retry", "frame": [0, 0, 40, 40] }, { "name": "en", "frame": [50, 0, 40, 40] },
        { "name": "de", "frame": [100, 0, 40, 40] },
        { "name": "box", "frame": [0, 50, 100, 30], "layers": [
          { "name": "entry", "kind": "text", "string": "", "frame": [0, 0, 100, 30] } ] } ],
      "controls": {
        "retry": { "kind": "button", "layer": "retry", "pressed": { "key": "opacity", "to": 0.5 },
          "focused": { "key": "borderWidth", "to": 2, "duration": 0 } },
        "language": { "kind": "choice", "value": "en", "options": {
          "en": { "label": "English", "layer": "en", "chosen": { "key": "opacity", "to": 0.9, "duration": 0 } },
          "de": { "label": "Deutsch", "layer": "de", "chosen": { "key": "opacity", "to": 0.9, "duration": 0 } } } },
        "name": { "kind": "field", "layer": "box", "entry": "entry" } },
      "variants": [
        { "when": { "orientation": "portrait" },
          "layers": { "retry": { "frame": [0, 100, 40, 40] }, "de": { "frame": [100, 100, 40, 40] } } } ] }
    """

  private func pressedStages() throws -> (stage: Stage, other: Stage) {
    let scene = try SceneLoader.load(
      bytes: Array(Self.pressedScene.utf8), name: "s", directory: nil)
    let stage = Stage(scene: scene, size: Self.wide, scale: 1)
    _ = stage.advance(to: 0)
    return (stage, Stage(scene: scene, size: Self.tall, scale: 1))
  }

  private func told(_ stage: Stage) -> [StageEvent] {
    stage.takeEvents().filter {
      switch $0 {
      case .pressed, .chosen, .textChanged, .submitted: true
      default: false
      }
    }
  }

  private func tap(_ point: Point, _ stage: Stage) {
    stage.pointerBegan(1, at: point, time: 0)
    stage.pointerEnded(1, time: 0)
  }

  @Test func `a press before a change of the variant is reported`() throws {
    let stage = try pressedStages().stage
    tap(Point(x: 20, y: 20), stage)
    tap(Point(x: 120, y: 20), stage)
    stage.resize(to: Self.tall, scale: 1)
    _ = stage.advance(to: 0.1)
    #expect(
      told(stage) == [.pressed(control: "retry"), .chosen(control: "language", option: "de")])
    #expect(stage.controls[1].option == "de")
  }

  @Test func `a press on an output that joins with another variant is reported`() throws {
    let (stage, other) = try pressedStages()
    for _ in 1...2 {
      tap(Point(x: 20, y: 20), stage)
      tap(Point(x: 120, y: 20), stage)
      tap(Point(x: 70, y: 20), stage)
    }
    _ = stage.advance(to: 0.1)
    _ = stage.takeEvents()
    other.adopt(stage)
    _ = other.advance(to: 0.1)
    tap(Point(x: 20, y: 120), other)
    tap(Point(x: 120, y: 120), other)
    stage.mirrorInput(from: other)
    _ = stage.advance(to: 0.2)
    #expect(
      told(stage) == [.pressed(control: "retry"), .chosen(control: "language", option: "de")])
  }

  @Test func `the focus and what is typed stay when the variant changes`() throws {
    let (stage, other) = try pressedStages()
    #expect(stage.handle(InputKey.tab))
    _ = stage.advance(to: 0.5)
    stage.resize(to: Self.tall, scale: 1)
    _ = stage.advance(to: 0.6)
    let retry = try #require(try stage.layers(below: "retry", depth: 0).first)
    #expect(retry.frame.minY == 100)
    #expect(stage.handle(InputKey.enter))
    _ = stage.advance(to: 1)
    #expect(told(stage) == [.pressed(control: "retry")])

    // Into the field, which is behind the two options.
    for _ in 1...3 { #expect(stage.handle(InputKey.tab)) }
    for letter in ["A", "n"] as [Unicode.Scalar] { #expect(stage.handle(.character(letter))) }
    #expect(stage.handle(.left))
    stage.resize(to: Self.wide, scale: 1)
    #expect(stage.handle(.character("x")))
    _ = stage.advance(to: 1.1)
    #expect(try String(stage.fieldText("name")) == "Axn")
    #expect(told(stage).last == .textChanged(control: "name", text: "Axn"))
    #expect(stage.handle(.enter))
    _ = stage.advance(to: 1.2)
    _ = stage.takeEvents()
    other.adopt(stage)
    _ = other.advance(to: 1.2)
    // The number of the entries, too.
    tap(Point(x: 20, y: 60), other)
    #expect(other.handle(.enter))
    stage.mirrorInput(from: other)
    _ = stage.advance(to: 1.3)
    #expect(told(stage) == [.submitted(control: "name", text: "Axn")])
  }
}
