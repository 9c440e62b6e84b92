import Geometry
import Scene
import TestSupport
import Testing

@testable import Stage

/// Fingers on scrub controls.
@Suite struct PointerTests {
  /// A switch at (50, 80), 100 by 40, whose knob goes 60 points.
  private static let scene = """
    { "layers": [
        { "name": "switch", "frame": [50, 80, 100, 40], "layers": [
          { "name": "knob", "frame": [0, 0, 40, 40], "backgroundColor": "#FFFFFF",
            "animations": [ { "key": "position.x", "from": 20, "to": 80, "timing": "linear" } ] }
        ] },
        { "name": "cover", "kind": "text", "string": "" } ],
      "controls": { "power": { "kind": "scrub", "layers": "switch" KEYS } } }
    """

  private func player(_ keys: String = "", _ scene: String = scene) throws -> SteppedStage {
    try SteppedStage(scene.replacing("KEYS", with: keys))
  }

  private func value(_ player: SteppedStage) throws -> Double {
    try #require(player.stage.controls.first?.value)
  }

  /// Moves a finger through places, as (time, x) at the switch's height, and lifts it at the end.
  private func drag(
    _ player: SteppedStage, _ places: [(Double, Double)], end: Double, contact: UInt64 = 1
  ) {
    for (index, place) in places.enumerated() {
      let point = Point(x: place.1, y: 100)
      if index == 0 {
        player.stage.pointerBegan(contact, at: point, time: place.0)
      } else {
        player.stage.pointerMoved(contact, to: point, time: place.0)
      }
    }
    player.stage.pointerEnded(contact, time: end)
  }

  // MARK: Dragging

  @Test func `the control follows in the next frame, from wherever it is taken`() throws {
    let player = try player(
      """
      , "travel": [60, 0]
      """)
    let stage = player.stage
    stage.pointerBegan(1, at: Point(x: 70, y: 100), time: 5)
    #expect(stage.controls[0].isHeld == true)
    player.show(at: 0.1)
    #expect(try value(player) == 0)
    for x in [71.0, 75, 100, 85] {
      stage.pointerMoved(1, to: Point(x: x, y: 20), time: 5.1)
      #expect(stage.needsFrame)
      player.show(at: 0.2)
      #expect(abs(try value(player) - (x - 70) / 60) < 1e-9)
      let knob = try #require(try stage.layers(below: "switch/knob").first)
      #expect(abs(knob.frame.origin.x - (50 + x - 70)) < 1e-9, "the knob stays under the finger")
    }
    #expect(player.pixels == player.redrawn())
  }

  @Test func `in a scene that is scaled, the knob stays under the finger`() throws {
    // Twice as large as drawn, and 100 points from the top and the bottom.
    let fit = "\"size\": [200, 200], \"fit\": \"contain\", "
    let scene = "{ " + fit + Self.scene.dropFirst(2)
    let player = try SteppedStage(
      scene.replacing("KEYS", with: ", \"travel\": [60, 0]"),
      size: PixelSize(width: 400, height: 600))
    let stage = player.stage
    stage.pointerBegan(1, at: Point(x: 140, y: 250), time: 5)
    #expect(stage.controls[0].isHeld != true, "the switch is at (100, 260)")
    stage.pointerBegan(2, at: Point(x: 140, y: 300), time: 5)
    #expect(stage.controls[0].isHeld == true)
    for x in [142.0, 200, 170] {
      stage.pointerMoved(2, to: Point(x: x, y: 20), time: 5.1)
      player.show(at: 0.2)
      #expect(abs(try value(player) - (x - 140) / 120) < 1e-9)
      let knob = try #require(try stage.layers(below: "switch/knob").first)
      #expect(abs(knob.frame.origin.x - (100 + x - 140)) < 1e-9)
    }
    #expect(player.pixels == player.redrawn())
  }

  @Test func `S3 a drag clamps, and half the way decides`() throws {
    for (x, end) in [(98.9, 0.0), (100, 1), (190, 1), (-40, 0)] {
      let player = try player()
      player.stage.pointerBegan(1, at: Point(x: 50, y: 100), time: 0)
      player.stage.pointerMoved(1, to: Point(x: x, y: 100), time: 1)
      player.show(at: 0.1)
      let clamped = max(0, min(1, (x - 50) / 100))
      #expect(abs(try value(player) - clamped) < 1e-9)
      // It rests before it goes: three tenths of a second to the end.
      player.stage.frameInterval = 0
      player.stage.pointerEnded(1, time: 2)
      player.show(at: 0.1)
      player.show(at: 0.25)
      #expect(abs(try value(player) - (clamped + end) / 2) < 1e-9)
      player.show(at: 0.41)
      #expect(try value(player) == end)
      #expect(player.stage.controls[0].isHeld == false)
    }
  }

  @Test func `the travel has the scene's direction, in the layer's own axes`() throws {
    for (travel, point) in [
      ("[0, \"-100%\"]", Point(x: 60, y: 80)), ("[\"-50%\", 0]", Point(x: 35, y: 100)),
      ("[30, 40]", Point(x: 75, y: 120)), ("[30, 40]", Point(x: 60 - 4 + 15, y: 100 + 3 + 20)),
    ] {
      let player = try player(", \"travel\": \(travel)")
      player.stage.pointerBegan(1, at: Point(x: 60, y: 100), time: 0)
      player.stage.pointerMoved(1, to: point, time: 1)
      player.show(at: 0.1)
      #expect(abs(try value(player) - 0.5) < 1e-9, "\(travel)")
    }
    // Turned by a quarter and twice as large: to the right is down, and 100 points are 200.
    let turned = Self.scene.replacing(
      "\"frame\": [50, 80, 100, 40]",
      with: "\"position\": [100, 100], \"size\": [50, 40], \"rotation\": 90, \"scale\": 2")
    let player = try self.player("", turned)
    player.stage.pointerBegan(1, at: Point(x: 100, y: 60), time: 0)
    player.stage.pointerMoved(1, to: Point(x: 130, y: 110), time: 1)
    player.show(at: 0.1)
    #expect(abs(try value(player) - 0.5) < 1e-9)
  }

  @Test func `a hit area that moves with the value is taken as it was`() throws {
    let player = try player(
      """
      , "hitArea": "switch/knob", "travel": ["150%", 0]
      """)
    player.stage.pointerBegan(1, at: Point(x: 100, y: 100), time: 0)
    #expect(player.stage.controls[0].isHeld == false, "beside the knob")
    player.stage.pointerBegan(1, at: Point(x: 60, y: 100), time: 0)
    for step in 1...6 {
      player.stage.pointerMoved(1, to: Point(x: 60 + 10 * Double(step), y: 100), time: Double(step))
      player.show(at: 0.1 * Double(step))
      #expect(abs(try value(player) - Double(step) / 6) < 1e-9)
    }
    player.stage.pointerEnded(1, time: 9)
    player.run(from: 1, to: 2)
    player.stage.pointerBegan(2, at: Point(x: 120, y: 100), time: 0)
    #expect(player.stage.controls[0].isHeld == true, "where the knob is now")
  }

  // MARK: Release

  /// Places of a finger, the time at which it is lifted, and the end to which the control then
  /// goes.
  private struct Release {
    var places: [(Double, Double)]
    var time: Double
    var end: Double
  }

  private static let quick: [(Double, Double)] = [(0, 50), (0.02, 58), (0.04, 66), (0.06, 74)]

  private static let releases: [Release] = [
    Release(places: quick, time: 0.06, end: 1), Release(places: quick, time: 0.07, end: 1),
    // The quick move, followed by a rest.
    Release(places: quick, time: 0.2, end: 0),
    // A slow way beyond the half, and a quick one back from there.
    Release(
      places: [(0, 50), (1, 80), (2, 120), (2.03, 110), (2.06, 100)], time: 2.07, end: 0),
    // A quick move after a long rest.
    Release(places: [(0, 50), (1, 62), (3, 62), (3.01, 70), (3.02, 80)], time: 3.03, end: 1),
  ]

  @Test(arguments: releases.indices)
  func `the velocity at the end decides`(index: Int) throws {
    let release = Self.releases[index]
    let player = try player()
    drag(player, release.places, end: release.time)
    player.run(from: 0, to: 2)
    #expect(try value(player) == release.end)
  }

  @Test func `the control goes on as fast as the finger went`() throws {
    let player = try player(
      """
      , "spring": { "stiffness": 400, "damping": 40 }
      """)
    player.stage.frameInterval = 0
    // 150 points a second over 100 points.
    let places = (0...20).map { (Double($0) * 0.01, 50 + Double($0) * 1.5) }
    drag(player, places, end: 0.2)
    player.show(at: 1)
    player.show(at: 1.001)
    #expect(abs((try value(player) - 0.3) / 0.001 - 1.5) < 0.3)
  }

  @Test func `a cancelled finger leaves the control to settle where it is nearer`() throws {
    for (x, end) in [(80.0, 0.0), (120, 1)] {
      let player = try player()
      player.stage.pointerBegan(1, at: Point(x: 50, y: 100), time: 0)
      player.stage.pointerMoved(1, to: Point(x: x, y: 100), time: 0.01)
      player.stage.pointerCancelled(1)
      player.stage.pointerEnded(1, time: 0.02)
      player.run(from: 0, to: 1)
      #expect(try value(player) == end)
      #expect(player.stage.controls[0].isHeld == false)
    }
  }

  // MARK: Tapping

  @Test func `S4 a tap toggles, with one event for the change`() throws {
    let player = try player()
    _ = player.stage.takeEvents()
    for (tap, end) in [(1, 1.0), (2, 0.0)] {
      // A finger is never quite still.
      drag(
        player, [(0, 60), (0.1, 63), (0.2, 55)], end: 0.3, contact: UInt64(tap))
      player.run(from: Double(tap), to: Double(tap) + 1)
      #expect(try value(player) == end)
      let changes = player.stage.takeEvents().filter {
        if case .valueChanged = $0 { true } else { false }
      }
      #expect(changes == [.valueChanged(control: "power", value: end)])
    }
  }

  @Test func `a drag there and back is no tap`() throws {
    let player = try player()
    drag(player, [(0, 60), (0.5, 90), (1, 60)], end: 2)
    player.run(from: 0, to: 1)
    #expect(try value(player) == 0)
  }

  @Test func `a tap during the motion turns it back, and a finger stops it`() throws {
    let player = try player()
    drag(player, [(0, 60)], end: 0.1)
    player.run(from: 0, to: 0.1)
    let reached = try value(player)
    #expect(reached > 0 && reached < 1)
    player.stage.pointerBegan(2, at: Point(x: 60, y: 100), time: 1)
    player.run(from: 0.1, to: 1)
    #expect(try value(player) == reached)
    player.stage.pointerEnded(2, time: 1.1)
    player.run(from: 1, to: 2)
    #expect(try value(player) == 0)
  }

  @Test func `a control that rests anywhere stays where it is released, and goes to a tap`() throws
  {
    let player = try player(
      """
      , "rests": "anywhere"
      """)
    drag(player, [(0, 60), (0.01, 80), (0.02, 90)], end: 0.02)
    player.run(from: 0, to: 1)
    #expect(abs(try value(player) - 0.3) < 1e-9)
    drag(player, [(0, 110)], end: 0.1)
    player.run(from: 1, to: 2)
    #expect(abs(try value(player) - 0.6) < 1e-9)
    // A client that releases the control gets the same result.
    _ = try player.stage.beginScrub(nil, by: 7)
    try player.stage.updateScrub(nil, to: 0.2, by: 7)
    #expect(try player.stage.endScrub(nil, velocity: 5, by: 7) == 0.2)
    player.run(from: 2, to: 3)
    #expect(try value(player) == 0.2)
  }

  // MARK: One holder

  @Test func `a control is a client's or one finger's`() throws {
    let player = try player()
    let stage = player.stage
    _ = try stage.beginScrub(nil, by: 1)
    try stage.updateScrub(nil, to: 0.25, by: 1)
    drag(player, [(0, 60), (0.1, 140)], end: 0.1)
    drag(player, [(0, 60)], end: 0.1)
    player.show(at: 0.1)
    #expect(try value(player) == 0.25)
    _ = try stage.endScrub(nil, by: 1)
    player.run(from: 0.1, to: 1)

    stage.pointerBegan(1, at: Point(x: 60, y: 100), time: 0)
    #expect(throws: ControlError.held(control: "power")) { try stage.beginScrub(nil, by: 1) }
    #expect(throws: ControlError.held(control: "power")) { try stage.toggleScrub(nil) }
    stage.releaseControls(heldBy: 1)
    // Another finger.
    drag(player, [(0, 60), (0.1, 140)], end: 0.1, contact: 2)
    stage.pointerMoved(1, to: Point(x: 90, y: 100), time: 1)
    player.show(at: 1.1)
    #expect(abs(try value(player) - 0.3) < 1e-9)
    stage.pointerEnded(1, time: 2)
    _ = try stage.beginScrub(nil, by: 1)
  }

  @Test func `another scene or size takes the control out of the finger's hand`() throws {
    let player = try player()
    let stage = player.stage
    stage.pointerBegan(1, at: Point(x: 50, y: 100), time: 0)
    stage.pointerMoved(1, to: Point(x: 130, y: 100), time: 0.5)
    player.show(at: 0.1)
    stage.replaceScene(stage.scene, migrating: true)
    #expect(stage.controls[0].isHeld == false)
    stage.pointerMoved(1, to: Point(x: 60, y: 100), time: 0.6)
    stage.pointerEnded(1, time: 0.7)
    player.run(from: 0.1, to: 1)
    #expect(try value(player) == 1, "it settled from where it was")
    stage.pointerBegan(2, at: Point(x: 60, y: 100), time: 0)
    stage.resize(to: PixelSize(width: 200, height: 200), scale: 0.5)
    #expect(stage.controls[0].isHeld == false)
  }

  // MARK: The touched control

  @Test func `fingers elsewhere, unknown fingers and bad numbers are ignored`() throws {
    let player = try player()
    let stage = player.stage
    for point in [
      Point(x: 49, y: 100), Point(x: 100, y: 79), Point(x: 151, y: 100), Point(x: -1e9, y: 0),
      Point(x: .nan, y: 100), Point(x: .infinity, y: 100),
    ] {
      stage.pointerBegan(1, at: point, time: 0)
      stage.pointerMoved(1, to: Point(x: 140, y: 100), time: 1)
      stage.pointerEnded(1, time: 1)
      #expect(!stage.needsFrame)
    }
    stage.pointerBegan(1, at: Point(x: 60, y: 100), time: .nan)
    #expect(!stage.needsFrame && stage.controls[0].isHeld == false)
    // Times that go back, and an end without a time.
    drag(player, [(5, 60), (4, 90), (.nan, 95), (3, 120)], end: .nan)
    player.run(from: 0, to: 1)
    #expect([0, 1].contains(try value(player)))
  }

  @Test func `the front one of overlapping hit areas is taken`() throws {
    let text = """
      { "layers": [
          { "name": "back", "frame": [0, 0, 100, 100], "layers": [
            { "name": "inner", "frame": [50, 50, 100, 20], "backgroundColor": "#FFFFFF",
              "animations": [ { "key": "opacity", "from": 1, "to": 0 } ] } ] },
          { "name": "front", "frame": [40, 0, 100, 40], "backgroundColor": "#FFFFFF",
            "animations": [ { "key": "opacity", "from": 1, "to": 0 } ] },
          { "name": "cover" } ],
        "controls": { "a": { "kind": "scrub", "layers": "back" },
          "b": { "kind": "scrub", "layers": "front" } } }
      """
    for (point, held) in [
      (Point(x: 10, y: 10), [true, false]), (Point(x: 60, y: 10), [false, true]),
      // Out of its own bounds, but on one of its layers.
      (Point(x: 140, y: 60), [true, false]), (Point(x: 140, y: 90), [false, false]),
    ] {
      let player = try SteppedStage(text)
      player.stage.pointerBegan(1, at: point, time: 0)
      #expect(player.stage.controls.map { $0.isHeld } == held, "\(point)")
    }
  }

  // MARK: Determinism

  /// Equal moves at equal times leave equal pictures, whatever frames were drawn between
  /// them; and no finger keeps a control.
  @Test func `any fingers leave the control settled, the same each time`() throws {
    for seed in 0..<12 {
      func play() throws -> ([Double], [UInt8]) {
        var random = SeededGenerator(seed: UInt64(seed))
        let player = try player()
        let stage = player.stage
        var values: [Double] = []
        var time = 0.0
        for _ in 0..<60 {
          let contact = UInt64(random.int(in: 1...3))
          let point = Point(x: random.double(in: 30...170), y: random.double(in: 70...130))
          time += random.chance(0.8) ? random.double(in: 0...0.02) : random.double(in: 0...0.5)
          switch random.int(in: 0...5) {
          case 0: stage.pointerBegan(contact, at: point, time: time)
          case 1: stage.pointerEnded(contact, time: time)
          case 2 where random.chance(0.2): stage.pointerCancelled(contact)
          case 3 where random.chance(0.1): _ = try? stage.toggleScrub(nil)
          default: stage.pointerMoved(contact, to: point, time: time)
          }
          if random.chance(0.5) { player.show(at: time) }
          values.append(try value(player))
        }
        #expect(values.allSatisfy { (0...1).contains($0) }, "seed \(seed)")
        for contact: UInt64 in 1...3 { stage.pointerEnded(contact, time: time) }
        player.run(from: time, to: time + 3)
        #expect([0, 1].contains(try value(player)), "seed \(seed)")
        #expect(stage.controls[0].isHeld == false && !stage.isAnimating, "seed \(seed)")
        #expect(player.pixels == player.redrawn())
        return (values, player.pixels)
      }
      let (first, second) = (try play(), try play())
      #expect(first.0 == second.0 && first.1 == second.1, "seed \(seed)")
    }
  }
}
