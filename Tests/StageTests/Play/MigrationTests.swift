import Animation
import Geometry
import Scene
import Testing

@testable import Stage

/// A scene that is edited while it plays.
@Suite struct MigrationTests {
  private static func scene(x: Double, color: String, period: Double = 2, more: String = "")
    -> String
  {
    """
    { "layers": [
        { "name": "box", "size": [10, 10], "position": [\(x), 50], "backgroundColor": "\(color)",
          "animations": [
            { "key": "rotation", "from": 0, "to": 360, "duration": \(period),
              "repeat": "forever", "timing": "linear" },
            { "key": "opacity", "from": 0, "to": 1, "duration": 1, "timing": "linear" } ] },
        { "kind": "progress", "name": "ring", "style": "circle" } \(more) ],
      "controls": {
        "job": { "kind": "progress", "drives": ["ring"] },
        "note": { "kind": "text", "text": "hello" } } }
    """
  }

  private static func load(_ text: String) throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
  }

  private static let keys = [
    "position.x", "transform.rotation", "opacity", "backgroundColor", "bounds.size.width",
  ]

  private static func values(_ player: SteppedStage) throws -> [AnimatableValue?] {
    try keys.map { name in
      let keyPath = try #require(AnimationKeyPath(name))
      return try player.stage.presentedValue(of: keyPath, ofLayer: "box")
    } + [
      try player.stage.presentedValue(of: AnimationKeyPath(.progress), ofLayer: "ring")
    ]
  }

  private static func isNear(_ a: AnimatableValue?, _ b: AnimatableValue?) -> Bool {
    switch (a, b) {
    case (.scalar(let a), .scalar(let b)): abs(a - b) < 1e-9
    case (.color(let a), .color(let b)):
      abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) < 1e-9
    default: false
    }
  }

  @Test func `a still scene that takes over asks for a frame`() throws {
    let still = #"{ "layers": [ { "name": "box", "size": [10, 10], "position": [50, 50] } ] }"#
    let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    player.run(from: 0, to: 0.5)
    player.stage.replaceScene(try Self.load(still), migrating: true)
    #expect(player.stage.needsFrame)
    #expect(player.stage.advance(to: 0.5).bounds == PixelRect(player.stage.size))
    #expect(!player.stage.needsFrame)
  }

  @Test func `no layer jumps at an edit, and all motions arrive`() throws {
    let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    _ = try player.stage.setProgress("job", to: 0.8)
    player.run(from: 0, to: 0.5)
    let before = try Self.values(player)
    player.stage.replaceScene(
      try Self.load(Self.scene(x: 80, color: "#0000FF", period: 3)), migrating: true)
    player.show(at: 0.5)
    for (value, former) in zip(try Self.values(player), before) {
      #expect(Self.isNear(value, former))
    }
    #expect(player.pixels == player.redrawn())
    player.run(from: 0.5, to: 1)
    let after = try Self.values(player)
    #expect(Self.isNear(after[0], .scalar(80)))
    #expect(
      Self.isNear(after[3], .color(ColorComponents(red: 0, green: 0, blue: 1, alpha: 1))))
    #expect(Self.isNear(after[5], .scalar(0.8)))
  }

  @Test func `after an edit an endless animation keeps its phase, and an ended one stays ended`()
    throws
  {
    let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    let other = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    player.run(from: 0, to: 1.3)
    player.stage.replaceScene(
      try Self.load(Self.scene(x: 90, color: "#FF0000")), migrating: true)
    _ = player.stage.takeEvents()
    for frame in 0..<60 {
      let time = 1.3 + Double(frame) / 60
      player.show(at: time)
      other.show(at: time)
      let (now, unedited) = (try Self.values(player), try Self.values(other))
      #expect(Self.isNear(now[1], unedited[1]))
      #expect(Self.isNear(now[2], .scalar(1)))
    }
    // The animations that carried the layers over are not reported.
    #expect(player.stage.takeEvents().isEmpty)
  }

  @Test func `controls keep what they were set to`() throws {
    let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    _ = try player.stage.setProgress("job", to: 0.8)
    try player.stage.setText("note", to: "later")
    player.run(from: 0, to: 2)
    player.stage.replaceScene(
      try Self.load(Self.scene(x: 20, color: "#00FF00")), migrating: true)
    player.show(at: 2)
    #expect(try player.presented("ring") == 0.8)
    #expect(player.stage.controls.map(\.value) == [0.8, nil])
    #expect(player.stage.controls.map(\.text) == [nil, "later"])
    #expect(player.stage.generation == 2)
  }

  @Test func `controls keep what they were set to before the first frame of a scene`() throws {
    for changesSize in [false, true] {
      let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
      let stage = player.stage
      if changesSize {
        stage.resize(to: PixelSize(width: 150, height: 200), scale: 1)
      } else {
        stage.replaceScene(stage.scene)
      }
      _ = try stage.setProgress("job", to: 0.8)
      stage.replaceScene(try Self.load(Self.scene(x: 20, color: "#00FF00")), migrating: true)
      _ = stage.advance(to: 1)
      #expect(try player.presented("ring") == 0.8)
      #expect(stage.controls[0].value == 0.8)
    }
  }

  @Test func `a layer that is new begins with the edit`() throws {
    let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    player.run(from: 0, to: 5)
    let entrance = """
      , { "name": "new", "animations": [
          { "key": "opacity", "from": 0, "to": 1, "duration": 1, "timing": "linear" } ] }
      """
    player.stage.replaceScene(
      try Self.load(Self.scene(x: 20, color: "#FF0000", more: entrance)), migrating: true)
    player.show(at: 5)
    #expect(try player.stage.layers(below: "new").first?.opacity == 0)
    player.run(from: 5, to: 5.5)
    #expect(abs((try player.stage.layers(below: "new").first?.opacity ?? -1) - 0.5) < 1e-9)
  }

  @Test func `an edit leaves paused layers paused`() throws {
    func scene(_ color: String) -> String {
      """
      { "layers": [ { "name": "box", "backgroundColor": "\(color)", "animations": [
          { "key": "opacity", "from": 0, "to": 1, "duration": 4, "timing": "linear" } ] } ] }
      """
    }
    let player = try SteppedStage(scene("#FF0000"))
    player.run(from: 0, to: 1)
    try player.stage.pause(layer: "box")
    player.show(at: 2)
    player.stage.replaceScene(try Self.load(scene("#00FF00")), migrating: true)
    player.run(from: 2, to: 3)
    #expect(abs(try #require(try player.stage.layers(below: "box").first).opacity - 0.25) < 0.01)
    try player.stage.resume(layer: "box")
    player.run(from: 3, to: 4)
    #expect(abs(try #require(try player.stage.layers(below: "box").first).opacity - 0.5) < 0.01)
  }

  @Test(arguments: [0, -1.0])
  func `an edit shows at once in a layer whose time stands or runs back`(speed: Double) throws {
    func scene(x: Double) -> String {
      """
      { "layers": [ { "name": "box", "position": [\(x), 50], "speed": \(speed) } ] }
      """
    }
    let player = try SteppedStage(scene(x: 20))
    player.run(from: 0, to: 1)
    player.stage.replaceScene(try Self.load(scene(x: 80)), migrating: true)
    player.show(at: 1)
    let box = try #require(try player.stage.layers(below: "box").first)
    #expect(box.animations.isEmpty && box.frame.center.x == 80)
  }

  @Test func `a scene that is replaced without migration begins anew`() throws {
    let player = try SteppedStage(Self.scene(x: 20, color: "#FF0000"))
    _ = try player.stage.setProgress("job", to: 0.8)
    player.run(from: 0, to: 2)
    player.stage.replaceScene(try Self.load(Self.scene(x: 20, color: "#00FF00")))
    player.show(at: 2)
    #expect(try player.presented("ring") == 0)
  }
}
