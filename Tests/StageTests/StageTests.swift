import Geometry
import Layers
import Scene
import Stage
import Testing

@Suite struct StageTests {
  private static let circle = """
    { "background": "#000000",
      "layers": [ { "kind": "progress", "name": "ring", "style": "circle",
        "position": ["50%", "50%"], "size": [100, 80] } ],
      "controls": { "work": { "kind": "progress", "drives": ["ring"] } } }
    """

  @Test func `P5 a stage redraws in each frame of an animation and never at rest`() throws {
    let player = try SteppedStage(Self.circle)
    #expect(player.redrawCount == 1)
    player.run(from: 0, to: 1)
    #expect(player.redrawCount == 1)
    _ = try player.stage.setProgress(nil, to: 1)
    // Sixty frames of motion.
    player.run(from: 1, to: 2)
    #expect((59...61).contains(player.redrawCount - 1))
    let atRest = player.redrawCount
    player.run(from: 2, to: 3)
    #expect(player.redrawCount == atRest)
    #expect(!player.stage.needsFrame && player.stage.nextChange == nil)
  }

  @Test func `P5 an output of scale 2 has four times the pixels of the same layout`() throws {
    let once = try SteppedStage(Self.circle, size: PixelSize(width: 200, height: 200))
    let twice = try SteppedStage(
      Self.circle, size: PixelSize(width: 400, height: 400), scale: 2)
    #expect(
      try once.stage.layers(below: "ring").first?.frame
        == twice.stage.layers(below: "ring").first?.frame)
    #expect(once.color(x: 136, y: 100) == twice.color(x: 272, y: 200))
  }

  @Test func `P6 the ring has the radius 36 and the colour of its track at 12 o'clock`() throws {
    let player = try SteppedStage(Self.circle)
    #expect(player.color(x: 100, y: 64) == [0, 148, 50])
    #expect(player.color(x: 100, y: 100) == [0, 0, 0])
    #expect(player.color(x: 136, y: 100) == [0, 148, 50])
    _ = try player.stage.setProgress(nil, to: 0.5, duration: 0)
    player.show(at: 0.1)
    #expect(player.color(x: 136, y: 100) == [196, 229, 56])
    #expect(player.color(x: 64, y: 100) == [0, 148, 50])
  }

  @Test func `pausing stops the picture and resuming goes on without a jump`() throws {
    let player = try SteppedStage(Self.circle)
    _ = try player.stage.setProgress(nil, to: 1)
    player.run(from: 0, to: 0.5)
    try player.stage.pause()
    player.run(from: 0.5, to: 5)
    #expect(abs((try player.presented("ring") ?? 0) - 0.5) < 1e-4)
    #expect(player.stage.isPaused && !player.stage.isAnimating)
    try player.stage.resume()
    player.run(from: 5, to: 5.25)
    #expect(abs((try player.presented("ring") ?? 0) - 0.870838) < 0.02)
    player.run(from: 5.25, to: 6)
    #expect(try player.presented("ring") == 1)
  }

  @Test func `another scene starts from its beginning and redraws everything`() throws {
    let player = try SteppedStage(Self.circle)
    player.run(from: 0, to: 3)
    let scene = try SceneLoader.load(
      bytes: Array(
        """
        { "name": "next", "background": "#204060", "layers": [
          { "name": "dot", "backgroundColor": "#FFFFFF", "size": [20, 20],
            "animations": [ { "key": "opacity", "from": 0, "to": 1, "duration": 1 } ] } ] }
        """.utf8), name: "next.jsonc", directory: nil)
    player.stage.replaceScene(scene)
    #expect(player.stage.generation == 2)
    #expect(player.stage.needsFrame)
    player.show(at: 3.1)
    #expect(player.color(x: 0, y: 0) == [0x20, 0x40, 0x60])
    player.run(from: 3.1, to: 3.6)
    let opacity = try #require(try player.stage.layers(below: "dot").first?.opacity)
    #expect(opacity > 0.4 && opacity < 0.6)
    #expect(
      player.stage.takeEvents().suffix(2) == [
        .sceneLoaded(name: "next", generation: 2),
        .animationStarted(layer: "dot", key: "opacity"),
      ])
  }

  @Test func `a resize keeps the values and lays out again`() throws {
    let player = try SteppedStage(Self.circle)
    _ = try player.stage.setProgress(nil, to: 0.6)
    player.run(from: 0, to: 2)
    player.stage.resize(to: PixelSize(width: 400, height: 300), scale: 1)
    let damage = player.stage.advance(to: 2.1)
    #expect(damage.bounds == PixelRect(PixelSize(width: 400, height: 300)))
    let ring = try #require(try player.stage.layers(below: "ring").first)
    #expect(ring.progress == 0.6)
    #expect(ring.frame == Rect(x: 150, y: 110, width: 100, height: 80))
  }

  @Test func `a resize reports pending requests and keeps a pause`() throws {
    let player = try SteppedStage(Self.circle)
    _ = player.stage.takeEvents()
    try player.stage.pause()
    _ = try player.stage.setProgress(nil, to: 0.6)
    player.stage.resize(to: PixelSize(width: 100, height: 100), scale: 1)
    _ = player.stage.advance(to: 0.1)
    #expect(
      player.stage.takeEvents().contains(
        .progressChanged(control: "work", value: 0.6, isIndeterminate: false)))
    #expect(player.stage.isPaused)
    // The ring's motion has begun and is paused.
    #expect(try player.presented("ring") == 0)
    try player.stage.resume()
    _ = player.stage.advance(to: 0.2)
    _ = player.stage.advance(to: 2)
    #expect(try player.presented("ring") == 0.6)
  }

  @Test(arguments: [nil, "panel", "panel/fade"])
  func `a resize keeps paused layers where they were, and they resume there`(
    path: String?
  ) throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "panel", "layers": [
            { "name": "fade", "animations": [
              { "key": "opacity", "from": 0, "to": 1, "duration": 4, "timing": "linear" } ] } ] },
          { "name": "other", "animations": [
            { "key": "opacity", "from": 0, "to": 1, "duration": 4, "timing": "linear" } ] } ] }
      """)
    func opacity(_ path: String) throws -> Double {
      try #require(try player.stage.layers(below: path).first).opacity
    }
    var frame = 0
    func advance(to time: Double) {
      while frame < Int(time * 60) {
        frame += 1
        _ = player.stage.advance(to: Double(frame) / 60)
      }
    }
    advance(to: 1)
    try player.stage.pause(layer: path)
    player.stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    advance(to: 3)
    let moment = try opacity("panel/fade")
    #expect(abs(moment - 0.25) < 0.01)
    #expect(abs(try opacity("other") - (path == nil ? moment : 0.75)) < 0.01)
    try player.stage.resume(layer: path)
    advance(to: 4)
    #expect(abs(try opacity("panel/fade") - moment - 0.25) < 0.01)
  }

  @Test func `a spin in a hidden layer leaves the stage at rest`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "hidden": true, "layers": [
        { "kind": "progress", "indeterminate": true } ] } ] }
      """)
    player.show(at: 0.1)
    #expect(!player.stage.isAnimating && !player.stage.needsFrame)
    #expect(player.stage.nextChange == nil)
  }

  @Test func `the same requests at the same times give the same pixels`() throws {
    func play() throws -> [[UInt8]] {
      let player = try SteppedStage(Self.circle)
      var frames = [player.pixels]
      for step in 1...30 {
        if step % 7 == 0 { _ = try player.stage.setProgress(nil, to: Double(step) / 30) }
        player.show(at: Double(step) / 60)
        frames.append(player.pixels)
      }
      return frames
    }
    let first = try play()
    #expect(try first == play())
    #expect(first.first != first.last)
  }

  @Test func `layers are listed depth first with their paths`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
        { "name": "panel", "frame": [20, 30, 100, 50], "layers": [
          { "name": "dot", "frame": [10, 10, 5, 5] }, {} ] },
        { "kind": "shape", "path": { "circle": {} }, "opacity": 0.5 } ] }
      """)
    let layers = try player.stage.layers()
    #expect(layers.map { $0.path } == ["/", "panel", "panel/dot", "panel/[1]", "[1]"])
    #expect(layers[2].frame == Rect(x: 30, y: 40, width: 5, height: 5))
    #expect(layers[1].childCount == 2)
    #expect(layers[4].kind == .shape && layers[4].opacity == 0.5)
    #expect(try player.stage.layers(below: "panel", depth: 0).count == 1)
    #expect(throws: ControlError.noSuchLayer("panel/none")) {
      try player.stage.layers(below: "panel/none")
    }
    #expect(player.stage.layerCount == 5)
  }

  @Test func `an animation that ends is reported by its layer and key`() throws {
    let player = try SteppedStage(Self.circle)
    _ = player.stage.takeEvents()
    _ = try player.stage.setProgress(nil, to: 0.1)
    player.run(from: 0, to: 0.3)
    #expect(
      player.stage.takeEvents().contains(
        .animationStopped(layer: "ring", key: "progress", finished: true)))
  }
}
