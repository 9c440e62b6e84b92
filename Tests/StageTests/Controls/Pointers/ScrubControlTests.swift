import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Stage

/// The rows S1 to S4 of animations that follow a finger, through a control of a scene.
@Suite struct ScrubControlTests {
  private static let scene = """
    { "layers": [
        { "name": "switch", "size": [60, 35], "layers": [
          { "name": "thumb", "size": [35, 35], "position": [17.5, 17.5],
            "backgroundColor": "#FFFFFF",
            "animations": [
              { "group": [ { "key": "position.x", "from": 17.5, "to": 42.5,
                "timing": "easeInEaseOut" } ], "duration": 2 } ] } ] } ],
      "controls": { "power": { "kind": "scrub", "layers": "switch" } } }
    """

  private func player() throws -> SteppedStage { try SteppedStage(Self.scene) }

  /// The distance that the thumb has moved on the screen, in points.
  private func thumb(_ player: SteppedStage) throws -> Double {
    try #require(try player.stage.layers(below: "switch/thumb").first).frame.origin.x
      - (200 - 60) / 2
  }

  private func settled(_ stage: Stage) -> [StageEvent] {
    stage.takeEvents().filter {
      switch $0 {
      case .scrubSettled, .valueChanged: true
      default: false
      }
    }
  }

  @Test(arguments: [
    (0.0, 0.0), (0.15, 1.1303), (0.3, 4.6849), (0.5, 12.5), (0.8, 22.9585), (1, 25),
  ])
  func `S1 the layers' time is the value's part of the duration`(
    value: Double, distance: Double
  ) throws {
    let player = try player()
    #expect(try thumb(player) == 0)
    _ = try player.stage.beginScrub(nil, by: 1)
    try player.stage.updateScrub(nil, to: value, by: 1)
    player.show(at: 0.1)
    #expect(abs(try thumb(player) - distance) < 1e-3)
    // The thumb stays there, even beyond an end, and comes back.
    player.run(from: 0.1, to: 5)
    #expect(abs(try thumb(player) - distance) < 1e-3)
    try player.stage.updateScrub(nil, to: 0.5, by: 1)
    player.show(at: 5.1)
    #expect(abs(try thumb(player) - 12.5) < 1e-9)
  }

  @Test func `S2 the first value of the scene and the first scrub both show`() throws {
    let text = Self.scene.replacing(
      "\"layers\": \"switch\"", with: "\"layers\": [\"switch\"], \"value\": 0.8")
    let player = try SteppedStage(text)
    #expect(abs(try thumb(player) - 22.9585) < 1e-3)
  }

  @Test(arguments: [(0.49, 0.0), (0.5, 1.0), (0.51, 1.0), (-5, 0), (1.4, 1)])
  func `S3 a released control settles at the nearer end in three tenths of a second`(
    value: Double, end: Double
  ) throws {
    let player = try player()
    _ = try player.stage.beginScrub("power", by: 1)
    try player.stage.updateScrub("power", to: value, by: 1)
    player.show(at: 0.1)
    let clamped = min(max(value, 0), 1)
    #expect(player.stage.controls[0].value == clamped)
    player.stage.frameInterval = 0
    #expect(try player.stage.endScrub("power", by: 1) == end)
    player.show(at: 0.1)
    player.show(at: 0.25)
    #expect(abs(try #require(player.stage.controls[0].value) - (clamped + end) / 2) < 1e-9)
    player.show(at: 0.4)
    #expect(player.stage.controls[0].value == end)
    #expect(abs(try thumb(player) - 25 * end) < 1e-9)
    player.show(at: 0.5)
    #expect(!player.stage.needsFrame && player.stage.nextChange == nil)
  }

  @Test func `S4 each change of the value at rest has one event`() throws {
    let player = try player()
    let stage = player.stage
    _ = try stage.beginScrub("power", by: 1)
    try stage.updateScrub("power", to: 0.3, by: 1)
    player.show(at: 0.1)
    _ = try stage.endScrub("power", by: 1)
    player.run(from: 0.1, to: 1)
    #expect(settled(stage) == [.scrubSettled(control: "power", value: 0)])
    #expect(try stage.toggleScrub("power") == 1)
    player.run(from: 1, to: 2)
    let changed: [StageEvent] = [
      .scrubSettled(control: "power", value: 1), .valueChanged(control: "power", value: 1),
    ]
    #expect(settled(stage) == changed)
    // A move there and back before the control rests does not count as a change.
    #expect(try stage.toggleScrub(nil) == 0)
    player.run(from: 2, to: 2.1)
    #expect(try stage.toggleScrub(nil) == 1)
    player.run(from: 2.1, to: 3)
    #expect(settled(stage) == [.scrubSettled(control: "power", value: 1)])
  }

  @Test(arguments: [(0.2, 2.0, 1.0), (0.8, -2.0, 0.0), (0.9, -0.5, 1.0), (0.0, -3.0, 0.0)])
  func `a velocity decides, and a spring takes it up`(
    value: Double, velocity: Double, end: Double
  ) throws {
    let player = try player()
    player.stage.frameInterval = 0
    _ = try player.stage.beginScrub(nil, by: 1)
    try player.stage.updateScrub(nil, to: value, by: 1)
    player.show(at: 1)
    #expect(try player.stage.endScrub(nil, velocity: velocity, by: 1) == end)
    player.show(at: 1)
    player.show(at: 1.001)
    let step = try #require(player.stage.controls[0].value) - value
    // A step of a thousandth of a second is as fast as the finger was, apart from the spring's
    // pull.
    if value != end { #expect(abs(step / 0.001 - velocity) < 0.5) }
    player.run(from: 1.001, to: 3)
    #expect(player.stage.controls[0].value == end)
    #expect(!player.stage.isAnimating)
  }

  @Test func `a control has one holder at a time`() throws {
    let player = try player()
    let stage = player.stage
    #expect(throws: ControlError.notHeld(control: "power")) {
      try stage.updateScrub("power", to: 0.5, by: 1)
    }
    _ = try stage.beginScrub("power", by: 1)
    _ = try stage.beginScrub("power", by: 1)
    #expect(stage.controls[0].isHeld == true)
    let held = ControlError.held(control: "power")
    #expect(throws: held) { try stage.beginScrub("power", by: 2) }
    #expect(throws: held) { try stage.updateScrub("power", to: 1, by: 2) }
    #expect(throws: held) { try stage.endScrub("power", by: 2) }
    #expect(throws: held) { try stage.toggleScrub("power") }
    #expect(throws: held) { try stage.setProgress("power", to: 1) }
    try stage.updateScrub("power", to: 0.7, by: 1)
    stage.releaseControls(heldBy: 2)
    #expect(stage.controls[0].isHeld == true)
    stage.releaseControls(heldBy: 1)
    player.run(from: 0, to: 1)
    #expect(stage.controls[0].value == 1 && stage.controls[0].isHeld == false)
    #expect(try stage.beginScrub("power", by: 2) == 1)
  }

  @Test func `a new hold stops a settling control`() throws {
    let player = try player()
    _ = try player.stage.toggleScrub("power")
    player.run(from: 0, to: 0.15)
    let value = try player.stage.beginScrub("power", by: 1)
    #expect(value > 0.4 && value < 0.6)
    player.run(from: 0.15, to: 1)
    #expect(player.stage.controls[0].value == value)
    #expect(settled(player.stage).isEmpty)
  }

  @Test func `under reduced motion a control follows the hand, and settles at once`() throws {
    let player = try player()
    let stage = player.stage
    stage.reducesMotion = true
    _ = try stage.beginScrub(nil, by: 1)
    try stage.updateScrub(nil, to: 0.5, by: 1)
    player.show(at: 0.1)
    #expect(abs(try thumb(player) - 12.5) < 1e-9)
    // By a curve, by a spring, by a tap and by a request.
    let ways: [(Double, () throws -> Void)] = [
      (1, { _ = try stage.endScrub(nil, by: 1) }),
      (0, { _ = try stage.toggleScrub(nil) }),
      (0.4, { _ = try stage.setProgress("power", to: 0.4) }),
      (
        1,
        {
          _ = try stage.beginScrub(nil, by: 1)
          _ = try stage.endScrub(nil, velocity: 5, by: 1)
        }
      ),
    ]
    for (index, (end, way)) in ways.enumerated() {
      try way()
      player.show(at: 0.2 + Double(index) / 60)
      #expect(stage.controls[0].value == end)
      let distance = 25 * MediaTimingFunction.easeInEaseOut.value(at: end)
      #expect(abs(try thumb(player) - distance) < 1e-9)
      #expect(
        settled(stage) == [
          .scrubSettled(control: "power", value: end), .valueChanged(control: "power", value: end),
        ])
      #expect(!stage.isAnimating)
    }
    // In a paused scene it waits.
    try stage.pause()
    _ = try stage.toggleScrub(nil)
    player.run(from: 0.5, to: 0.7)
    #expect(stage.controls[0].value == 1 && settled(stage).isEmpty)
    try stage.resume()
    player.run(from: 0.7, to: 0.8)
    #expect(stage.controls[0].value == 0 && settled(stage).count == 2)
    _ = try stage.toggleScrub(nil)
    player.show(at: 0.9)
    _ = settled(stage)
    // A request during the motion ends it there.
    stage.reducesMotion = false
    _ = try stage.toggleScrub(nil)
    player.run(from: 1, to: 1.1)
    #expect(stage.isAnimating)
    stage.reducesMotion = true
    player.show(at: 1.12)
    #expect(stage.controls[0].value == 0 && !stage.isAnimating)
  }

  @Test func `an edited scene keeps the motion, the value and the hold`() throws {
    let player = try player()
    let stage = player.stage
    stage.frameInterval = 0
    _ = try stage.toggleScrub(nil)
    player.show(at: 1)
    player.show(at: 1.15)
    #expect(abs(try thumb(player) - 12.5) < 1e-9)
    stage.replaceScene(stage.scene, migrating: true)
    player.show(at: 1.15)
    #expect(abs(try #require(stage.controls[0].value) - 0.5) < 1e-9)
    #expect(abs(try thumb(player) - 12.5) < 1e-9)
    #expect(settled(stage).isEmpty && stage.isAnimating)
    player.run(from: 1.15, to: 1.31)
    #expect(settled(stage).count == 2)
    #expect(abs(try thumb(player) - 25) < 1e-9)
    _ = try stage.beginScrub(nil, by: 1)
    try stage.updateScrub(nil, to: 0.3, by: 1)
    stage.replaceScene(stage.scene, migrating: true)
    player.show(at: 1.4)
    #expect(stage.controls[0].value == 0.3 && stage.controls[0].isHeld == true)
    #expect(try stage.endScrub(nil, by: 1) == 0)
  }

  @Test func `an essential control settles by its animation under reduced motion, too`() throws {
    let player = try SteppedStage(
      Self.scene.replacing(
        "\"name\": \"switch\"", with: "\"name\": \"switch\", \"essential\": true"))
    player.stage.reducesMotion = true
    player.stage.frameInterval = 0
    _ = try player.stage.toggleScrub(nil)
    player.show(at: 0)
    player.show(at: 0.15)
    #expect(abs(try #require(player.stage.controls[0].value) - 0.5) < 1e-9)
  }

  @Test func `a progress that is set is the new rest`() throws {
    let player = try player()
    #expect(try player.stage.setProgress("power", to: 0.4) == .init(isApplied: true, value: 0.4))
    player.run(from: 0, to: 0.5)
    #expect(player.stage.controls[0].value == 0.4)
    #expect(
      settled(player.stage) == [
        .scrubSettled(control: "power", value: 0.4), .valueChanged(control: "power", value: 0.4),
      ])
    let refused = try player.stage.setProgress("power", to: 0.1, allowDecrease: false)
    #expect(refused == .init(isApplied: false, value: 0.4))
  }

  @Test func `a resize keeps the value, the hold and the motion`() throws {
    let player = try player()
    let stage = player.stage
    stage.frameInterval = 0
    _ = try stage.beginScrub("power", by: 7)
    try stage.updateScrub("power", to: 0.6, by: 7)
    stage.resize(to: PixelSize(width: 100, height: 100), scale: 1)
    _ = stage.advance(to: 0.1)
    #expect(stage.controls[0].value == 0.6 && stage.controls[0].isHeld == true)
    _ = try stage.endScrub("power", by: 7)
    _ = stage.advance(to: 0.1)
    _ = stage.advance(to: 0.25)
    stage.resize(to: PixelSize(width: 200, height: 200), scale: 1)
    _ = stage.advance(to: 0.25)
    #expect(abs(try #require(stage.controls[0].value) - 0.8) < 1e-9)
    _ = stage.advance(to: 0.4)
    #expect(stage.controls[0].value == 1)
    #expect(abs(try thumb(player) - 25) < 1e-9)
  }

  @Test func `time that a control says cannot be resumed, and a paused one waits`() throws {
    let player = try player()
    #expect(throws: ControlError.self) { try player.stage.resume(layer: "switch") }
    _ = try player.stage.toggleScrub("power")
    player.run(from: 0, to: 0.1)
    try player.stage.pause()
    player.show(at: 0.2)
    let value = player.stage.controls[0].value
    #expect(!player.stage.isAnimating)
    player.run(from: 0.2, to: 2)
    #expect(player.stage.controls[0].value == value)
    try player.stage.resume()
    player.run(from: 2, to: 3)
    #expect(player.stage.controls[0].value == 1)
  }

  @Test(arguments: 0..<20)
  func `any order of requests gives the same frames again, and rests at the end`(seed: Int) throws {
    func play() throws -> ([UInt64], Double?) {
      var random = SeededGenerator(seed: UInt64(seed))
      let player = try player()
      var hashes: [UInt64] = []
      var time = 0.0
      for _ in 0..<60 {
        let holder = UInt64(random.int(in: 1...2))
        switch random.int(in: 0...11) {
        case 0: _ = try? player.stage.beginScrub(nil, by: holder)
        case 1, 2: try? player.stage.updateScrub(nil, to: random.double(in: -1...2), by: holder)
        case 3: _ = try? player.stage.endScrub(nil, by: holder)
        case 4:
          _ = try? player.stage.endScrub(
            nil, velocity: random.double(in: -1000...1000), by: holder)
        case 5, 6: _ = try? player.stage.toggleScrub(nil)
        case 7:
          let side = random.chance(0.5) ? 200 : 150
          player.stage.resize(to: PixelSize(width: side, height: 200), scale: 1)
        case 8: player.stage.replaceScene(player.stage.scene, migrating: random.chance(0.8))
        case 9: player.stage.reducesMotion = random.chance(0.5)
        case 10:
          if random.chance(0.5) { try player.stage.pause() } else { try player.stage.resume() }
        default: player.stage.releaseControls(heldBy: holder)
        }
        time += random.double(in: 0...0.2)
        _ = player.stage.advance(to: time)
        hashes.append(pictureHash(player.redrawn()))
        let value = try #require(player.stage.controls[0].value)
        #expect(value >= 0 && value <= 1, "seed \(seed)")
      }
      for holder in 1...2 { player.stage.releaseControls(heldBy: UInt64(holder)) }
      try player.stage.resume()
      _ = player.stage.advance(to: time)
      _ = player.stage.advance(to: time + 100)
      #expect(!player.stage.isAnimating, "seed \(seed)")
      return (hashes, player.stage.controls[0].value)
    }
    let (first, second) = (try play(), try play())
    #expect(first.0 == second.0, "seed \(seed)")
    #expect(first.1 == 0 || first.1 == 1, "seed \(seed)")
  }
}
