import Animation
import Geometry
import Layers
import Raster
import Scene
import Testing

@testable import Stage

/// The rows R1 to R4 of the loader and its reveal, through a control of a scene.
@Suite struct RevealControlTests {
  /// A content of 300 × 200 points whose loader fills and covers it.
  private static let scene = """
    { "background": "#000000",
      "layers": [
        { "kind": "gradient", "name": "photo", "size": [300, 200],
          "colors": ["#FF8000", "#4060FF"],
          "layers": [
            { "kind": "loader", "name": "ring", "backgroundColor": "#FFFFFF", "color": "#FF0000" } ] },
        { "kind": "progress", "name": "bar", "style": "line", "size": [100, 4],
          "position": ["50%", "95%"] } ],
      "controls": {
        "load": { "kind": "reveal", "content": "photo", "loader": "ring", "drives": ["bar"] } } }
    """

  /// The scene without the loader and its background.
  private static let bare = """
    { "background": "#000000",
      "layers": [
        { "kind": "gradient", "name": "photo", "size": [300, 200],
          "colors": ["#FF8000", "#4060FF"] },
        { "kind": "progress", "name": "bar", "style": "line", "size": [100, 4],
          "position": ["50%", "95%"], "progress": 1 } ] }
    """

  private static let size = PixelSize(width: 320, height: 240)

  private func player() throws -> SteppedStage { try SteppedStage(Self.scene, size: Self.size) }

  private func photo(_ player: SteppedStage) throws -> Layer {
    try #require(player.stage.tree.root.sublayers.first { $0.name == "photo" })
  }

  /// Radius and line width of the mask on the screen.
  private func ring(_ player: SteppedStage) throws -> (radius: Double, lineWidth: Double)? {
    guard let mask = try photo(player).mask?.presentation() as? ShapeLayer, let path = mask.path
    else { return nil }
    return (path.bounds.width / 2, mask.lineWidth)
  }

  private func reveals(_ stage: Stage) -> [StageEvent] {
    stage.takeEvents().filter { if case .revealFinished = $0 { true } else { false } }
  }

  @Test(arguments: [(-0.2, 0.0), (0, 0), (0.4, 0.4), (1, 1), (1.7, 1)])
  func `R1 the ring shows a clamped progress, after a quarter of a second`(
    value: Double, expected: Double
  ) throws {
    let player = try player()
    _ = try player.stage.setProgress("load", to: value)
    player.run(from: 0, to: 0.125)
    #expect(abs(try #require(try player.presented("photo/ring")) - expected / 2) < 1e-9)
    player.run(from: 0.125, to: 0.26)
    #expect(try player.presented("photo/ring") == expected)
    #expect(try player.presented("bar") == expected)
  }

  @Test func `R1 a resize keeps the centre and the progress`() throws {
    let player = try player()
    _ = try player.stage.setProgress(nil, to: 0.4)
    player.run(from: 0, to: 0.1)
    player.stage.resize(to: PixelSize(width: 500, height: 300), scale: 1)
    _ = player.stage.advance(to: 0.2)
    let ring = try #require(try photo(player).sublayers.first as? LoaderRingLayer)
    #expect(ring.path == .circle(center: Point(x: 150, y: 100), radius: 20, from: -.pi / 2))
    #expect(ring.strokeEnd == 0.4)
  }

  @Test func `R2 the progress is the received part of the expected bytes`() throws {
    let player = try player()
    var outcome = try player.stage.setProgress("load", ProgressChange(.received(30, expected: 120)))
    #expect(outcome.value == 0.25)
    outcome = try player.stage.setProgress("load", ProgressChange(.received(0, expected: 0)))
    #expect(outcome.value == 0.25 && player.stage.controls[0].isIndeterminate == true)
    player.show(at: 0.1)
    let ring = try #require(try photo(player).sublayers.first as? LoaderRingLayer)
    #expect(ring.isIndeterminate && ring.presentation()?.strokeEnd == 1)
    _ = try player.stage.setProgress("load", ProgressChange(.received(5, expected: 4)))
    player.run(from: 0.1, to: 0.5)
    #expect(!ring.isIndeterminate && ring.strokeEnd == 1)
    #expect(player.stage.controls[0].value == 1)
  }

  @Test(arguments: [(0.0, 0.0), (0.25, 0.129162), (0.5, 0.5), (0.75, 0.870838)])
  func `R3 the ring grows inwards and outwards`(time: Double, eased: Double) throws {
    let player = try player()
    _ = try player.stage.reveal(nil)
    player.run(from: 0, to: time)
    let ring = try #require(try ring(player))
    #expect(abs(ring.radius - ring.lineWidth / 2 - 19 * (1 - eased)) < 1e-3)
    #expect(abs(ring.radius + ring.lineWidth / 2 - (21 + 339.555 * eased)) < 1e-3)
  }

  @Test func `R4 the end takes the mask and the loader away`() throws {
    let player = try player()
    _ = try player.stage.setProgress("load", to: 0.3)
    player.run(from: 0, to: 0.5)
    let outcome = try player.stage.reveal("load")
    #expect(outcome.isStarted)
    player.run(from: 0.5, to: 1.49)
    #expect(player.stage.state(of: outcome.reveal) == .running)
    #expect(reveals(player.stage).isEmpty && player.stage.controls[0].isRevealed == false)
    player.show(at: 1.5)
    #expect(player.stage.state(of: outcome.reveal) == .finished)
    #expect(reveals(player.stage) == [.revealFinished(control: "load", finished: true)])
    let info = player.stage.controls[0]
    #expect(info.isRevealed == true && info.value == 1 && info.description == "revealed")
    let photo = try photo(player)
    #expect(photo.mask == nil)
    #expect(photo.sublayers.isEmpty)
    #expect(player.pixels == (try SteppedStage(Self.bare, size: Self.size)).pixels)
    player.show(at: 1.6)
    player.show(at: 1.7)
    #expect(!player.stage.needsFrame && player.stage.nextChange == nil)
  }

  @Test func `a second reveal starts nothing, and a concealed one can be repeated`() throws {
    let player = try player()
    let covered = player.pixels
    let first = try player.stage.reveal("load")
    player.run(from: 0, to: 0.5)
    let second = try player.stage.reveal("load")
    #expect(!second.isStarted && second.reveal == first.reveal)
    player.run(from: 0.5, to: 1)
    #expect(!(try player.stage.reveal("load")).isStarted)
    #expect(reveals(player.stage).count == 1)
    try player.stage.conceal("load")
    player.show(at: 1.1)
    #expect(player.pixels == covered)
    #expect(player.stage.state(of: first.reveal) == .canceled)
    #expect(player.stage.controls[0].value == 0 && player.stage.controls[0].isRevealed == false)
    #expect((try player.stage.reveal("load")).isStarted)
    player.run(from: 1.1, to: 2.2)
    #expect(player.stage.controls[0].isRevealed == true)
  }

  @Test func `concealing in mid-reveal cancels it`() throws {
    let player = try player()
    let covered = player.pixels
    let outcome = try player.stage.reveal("load")
    player.run(from: 0, to: 0.5)
    _ = player.stage.takeEvents()
    try player.stage.conceal("load")
    #expect(player.stage.state(of: outcome.reveal) == .canceled)
    #expect(reveals(player.stage) == [.revealFinished(control: "load", finished: false)])
    player.show(at: 0.6)
    #expect(player.pixels == covered)
    #expect(try photo(player).mask == nil)
  }

  @Test(arguments: [false, true], [false, true])
  func `animations that end with a reveal are reported with the paths of their layers`(
    isEdited: Bool, isConcealed: Bool
  ) throws {
    let player = try player()
    let stage = player.stage
    _ = try stage.setProgress("load", to: 0.5)
    player.run(from: 0, to: 0.1)
    _ = try stage.reveal("load")
    player.run(from: 0.1, to: 0.5)
    if isEdited { stage.replaceScene(stage.scene, migrating: true) }
    player.run(from: 0.5, to: 0.7)
    if isConcealed { try stage.conceal("load") }
    player.run(from: 0.7, to: 2)
    let stops = stage.takeEvents().compactMap { event in
      if case .animationStopped(let layer, let key, _) = event { layer + " " + key } else { nil }
    }
    #expect(stops.contains("photo/ring reveal"), "\(stops)")
    #expect(stops.allSatisfy { $0.hasPrefix("photo/ring ") || $0.hasPrefix("bar ") }, "\(stops)")
  }

  @Test func `another scene cancels a reveal`() throws {
    let player = try player()
    let outcome = try player.stage.reveal("load")
    player.run(from: 0, to: 0.5)
    _ = player.stage.takeEvents()
    player.stage.replaceScene(player.stage.scene)
    #expect(player.stage.state(of: outcome.reveal) == .canceled)
    #expect(reveals(player.stage) == [.revealFinished(control: "load", finished: false)])
  }

  @Test func `a resize in mid-reveal goes on where it was`() throws {
    let player = try player()
    let outcome = try player.stage.reveal("load")
    player.run(from: 0, to: 0.25)
    player.stage.resize(to: PixelSize(width: 500, height: 300), scale: 1)
    player.stage.frameInterval = 0
    _ = player.stage.advance(to: 0.25)
    #expect(abs(try #require(try ring(player)).lineWidth - 48.3117) < 1e-3)
    _ = player.stage.advance(to: 0.5)
    #expect(abs(try #require(try ring(player)).lineWidth - 181.2776) < 1e-3)
    _ = player.stage.advance(to: 1)
    #expect(player.stage.state(of: outcome.reveal) == .finished)
    player.stage.resize(to: Self.size, scale: 1)
    _ = player.stage.advance(to: 1.1)
    #expect(player.redrawn() == (try SteppedStage(Self.bare, size: Self.size)).pixels)
  }

  @Test func `a reveal of zero duration happens in one frame`() throws {
    let player = try player()
    let outcome = try player.stage.reveal("load", duration: 0)
    player.show(at: 0.1)
    #expect(player.stage.state(of: outcome.reveal) == .finished)
    #expect(player.pixels == (try SteppedStage(Self.bare, size: Self.size)).pixels)
  }

  @Test func `an unknown control and one of another kind are refused`() throws {
    let stage = try player().stage
    #expect(throws: ControlError.noSuchControl("lod")) { try stage.reveal("lod") }
    #expect(throws: ControlError.noSuchControl("lod")) { try stage.conceal("lod") }
    #expect(throws: ControlError.self) { try stage.reveal(nil, duration: -1) }
    #expect(throws: ControlError.self) { try stage.reveal(nil, duration: .nan) }
    let other = try SteppedStage(
      "{ \"layers\": [], \"controls\": { \"note\": { \"kind\": \"text\" } } }"
    ).stage
    #expect(throws: ControlError.wrongKind(control: "note", kind: .text)) {
      try other.reveal("note")
    }
    #expect(throws: ControlError.noSuchControl("(first reveal)")) { try other.reveal(nil) }
  }

  @Test func `under reduced motion a reveal fades the content in`() throws {
    let player = try player()
    player.stage.reducesMotion = true
    let outcome = try player.stage.reveal("load")
    let bare = try SteppedStage(Self.bare, size: Self.size)
    var last = 0.0
    for frame in 0..<60 {
      player.show(at: Double(frame) / 60)
      #expect(player.stage.state(of: outcome.reveal) == .running)
      // An equal part of every pixel.
      for (x, y) in [(20, 30), (160, 120), (300, 200)] {
        let (shown, whole) = (player.color(x: x, y: y), bare.color(x: x, y: y))
        let part = MediaTimingFunction.easeInEaseOut.value(at: Double(frame) / 60)
        for (a, b) in zip(shown, whole) { #expect(abs(Double(a) - Double(b) * part) < 1.5) }
        if x == 160 {
          #expect(Double(shown[0]) >= last)
          last = Double(shown[0])
        }
      }
    }
    player.show(at: 1)
    #expect(player.stage.state(of: outcome.reveal) == .finished)
    #expect(player.pixels == bare.pixels)
  }

  @Test func `an edited scene goes on with a reveal where it was`() throws {
    let player = try player()
    let outcome = try player.stage.reveal("load")
    player.run(from: 0, to: 0.5)
    player.stage.replaceScene(player.stage.scene, migrating: true)
    #expect(player.stage.state(of: outcome.reveal) == .running)
    player.show(at: 0.5)
    #expect(abs(try #require(try ring(player)).lineWidth - 181.2776) < 1e-3)
    player.run(from: 0.5, to: 0.75)
    #expect(abs(try #require(try ring(player)).lineWidth - 314.2435) < 1e-3)
    player.run(from: 0.75, to: 1.01)
    #expect(player.stage.state(of: outcome.reveal) == .finished)
    player.run(from: 1.01, to: 1.5)
    #expect(player.pixels == (try SteppedStage(Self.bare, size: Self.size)).pixels)
  }

  @Test func `a paused scene holds a reveal`() throws {
    let player = try player()
    let outcome = try player.stage.reveal("load")
    player.run(from: 0, to: 0.5)
    try player.stage.pause()
    player.run(from: 0.5, to: 3)
    #expect(player.stage.state(of: outcome.reveal) == .running)
    try player.stage.resume()
    player.run(from: 3, to: 3.6)
    #expect(player.stage.state(of: outcome.reveal) == .finished)
  }

  @Test func `content without a loader is revealed from its own middle`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "cover", "backgroundColor": "#FFFFFF" },
          { "name": "photo", "hidden": true, "backgroundColor": "#00FF00" } ],
        "controls": {
          "load": { "kind": "reveal", "content": "photo", "background": "cover", "duration": 0.5,
            "timing": "linear" } } }
      """)
    #expect(player.color(x: 100, y: 100) == [255, 255, 255])
    _ = try player.stage.reveal(nil)
    player.run(from: 0, to: 0.25)
    #expect(abs(try #require(try ring(player)).lineWidth - 100 * 2.0.squareRoot()) < 1e-9)
    player.run(from: 0.25, to: 0.51)
    #expect(player.color(x: 1, y: 1) == [0, 255, 0])
  }
}
