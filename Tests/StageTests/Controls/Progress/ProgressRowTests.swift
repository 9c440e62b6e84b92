import Animation
import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// The rows P7, P8, P10, C1 to C8 and C10 of the model, through scenes and requests to controls.
@Suite struct ProgressRowTests {
  /// A progress layer named `ring` on white, with a control.
  private func player(
    _ keys: String, size: String = "[160, 160]", control: String = ""
  ) throws -> SteppedStage {
    try SteppedStage(
      """
      { "background": "#FFFFFF",
        "layers": [ { "kind": "progress", "name": "ring", "size": \(size), \(keys) } ],
        "controls": { "work": { "kind": "progress", \(control) "drives": ["ring"] } } }
      """)
  }

  /// A control with the changes of the round styles.
  private static let even = "\"duration\": 0.4, \"timing\": \"linear\","

  /// The colours around the middle of the screen, clockwise from 12 o'clock.
  private func colors(_ player: SteppedStage, radius: Double, count: Int = 720) -> [[UInt8]] {
    (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      let arc = EllipticArc(
        center: Point(x: 100, y: 100), radius: radius, startAngle: angle - .pi / 2, sweep: 0)
      return player.color(x: Int(arc.start.x), y: Int(arc.start.y))
    }
  }

  // MARK: Circles and lines

  @Test func `P7 twelve segments light up whole, a gap as long as each behind it`() throws {
    let player = try player(
      """
      "style": "circle", "segments": 12, "trackWidth": 2, "progressWidth": 2,
      "trackColor": "#000000", "progressColor": "#FF0000"
      """)
    for (step, lit) in [(0.33, 3), (0.999, 11), (1, 12), (0.0833, 0), (0.084, 1)].enumerated() {
      _ = try player.stage.setProgress(nil, to: lit.0, duration: 0)
      player.show(at: Double(step + 1))
      // In the middle of each segment, and of each gap.
      let around = colors(player, radius: 79, count: 48)
      #expect((0..<12).count { around[$0 * 4 + 1][1] < 128 } == 12)
      #expect((0..<12).count { around[$0 * 4 + 1][0] > 128 } == lit.1, "\(lit.0)")
      #expect((0..<12).allSatisfy { around[$0 * 4 + 3] == [255, 255, 255] })
    }
  }

  @Test func `P8 a line reaches out by half its width, and so does what is done of it`() throws {
    let player = try player(
      "\"style\": \"line\", \"trackColor\": \"#000000\", \"progressColor\": \"#FF0000\"",
      size: "[160, 40]")
    _ = try player.stage.setProgress(nil, to: 0.5, duration: 0)
    player.show(at: 0.1)
    // The line begins 4 points before the layer, which is at 20, and covers half of 168 points.
    #expect(player.color(x: 15, y: 100) == [255, 255, 255])
    #expect(player.color(x: 17, y: 100) == [255, 0, 0])
    #expect(player.color(x: 98, y: 100) == [255, 0, 0])
    #expect(player.color(x: 100, y: 100)[0] < 128)
    #expect(player.color(x: 182, y: 100) == [0, 0, 0])
    #expect(player.color(x: 184, y: 100) == [255, 255, 255])
    #expect((0..<200).count { player.color(x: 60, y: $0) == [255, 0, 0] } == 8)
  }

  @Test func `P8 the segments of a line share its width less the spaces`() throws {
    let player = try player(
      """
      "style": "line", "segments": 8, "trackColor": "#000000", "progressColor": "#FF0000"
      """, size: "[156, 40]")
    _ = try player.stage.setProgress(nil, to: 0.4, duration: 0)
    player.show(at: 0.1)
    // Eight times 16 points with 4 between them, from 22 on.
    let row = (22..<178).map { player.color(x: $0, y: 100) }
    for (offset, color) in row.enumerated() where offset % 20 < 15 && offset % 20 > 0 {
      #expect(color == (offset < 60 ? [255, 0, 0] : [0, 0, 0]), "\(offset)")
    }
    for (offset, color) in row.enumerated() where offset % 20 > 16 {
      #expect(color == [255, 255, 255], "\(offset)")
    }
  }

  @Test func `P10 a change animates by itself, the next one from what is presented`() throws {
    let player = try player(
      "\"style\": \"circle\"",
      control: "\"value\": 0.31, \"duration\": 0.25, \"timing\": \"easeInEaseOut\",")
    _ = try player.stage.setProgress(nil, to: 0.41)
    player.run(from: 0, to: 0.125)
    #expect(abs(try player.number("progress", of: "ring") - 0.36) < 1e-6)
    _ = try player.stage.setProgress(nil, to: 0.51)
    player.show(at: 0.125)
    #expect(abs(try player.number("progress", of: "ring") - 0.36) < 0.01)
    player.run(from: 0.125, to: 0.375)
    #expect(try player.number("progress", of: "ring") == 0.51)
    #expect(!player.stage.isAnimating)
  }

  // MARK: States

  @Test(arguments: ["basic", "inset", "filled", "pie", "fireworks"])
  func `C1 a progress is known, and clamped, or it is not known`(style: String) throws {
    let player = try player("\"style\": \"\(style)\"", control: Self.even)
    func info() throws -> LayerInfo { try #require(try player.stage.layers(below: "ring").first) }
    _ = try player.stage.setProgress(nil, to: 1.4)
    player.run(from: 0, to: 0.5)
    #expect(try info().progress == 1 && info().isIndeterminate == false)
    try player.stage.setIndeterminate(nil, true)
    player.run(from: 0.5, to: 1)
    #expect(try info().isIndeterminate == true && player.stage.isAnimating)
    _ = try player.stage.setProgress(nil, to: -0.2)
    player.run(from: 1, to: 1.5)
    #expect(try info().progress == 0 && info().isIndeterminate == false)
  }

  @Test(arguments: ["basic", "inset", "filled", "pie"])
  func `C2 a change takes .4 seconds from the presented value, and drawing ends with it`(
    style: String
  ) throws {
    let player = try player("\"style\": \"\(style)\"", control: Self.even)
    func shown() throws -> Double { try player.number("strokeEnd", of: "ring/ring") }
    _ = try player.stage.setProgress(nil, to: 0.4)
    player.run(from: 0, to: 0.2)
    #expect(abs(try shown() - 0.2) < 1e-9)
    _ = try player.stage.setProgress(nil, to: 1)
    player.show(at: 0.2)
    #expect(abs(try shown() - 0.2) < 0.04)
    player.run(from: 0.2, to: 0.6)
    #expect(try shown() == 1)
    #expect(!player.stage.isAnimating && player.stage.nextChange == nil)
    let drawn = player.redrawCount
    player.run(from: 0.6, to: 1)
    #expect(player.redrawCount == drawn)
  }

  @Test(arguments: ["basic", "inset", "filled", "pie", "fireworks"])
  func `C3 the radius is half the shorter side`(style: String) throws {
    for size in ["[160, 90]", "[90, 160]"] {
      let player = try player("\"style\": \"\(style)\"", size: size)
      let track = try player.stage.layer(at: "ring/track").presentation() as? ShapeLayer
      let path = try #require(track?.path)
      // The line of a pie's disc is as wide as its radius, half way out.
      let side = path.bounds.width + (style == "pie" ? track?.lineWidth ?? 0 : 0)
      #expect(side == 90 && path.bounds.height == path.bounds.width)
      let middle = track.flatMap {
        Projection($0.spaceToSuperlayer(through: nil)).apply(to: path.bounds.center)
      }
      let sides = try #require(try player.stage.layers(below: "ring", depth: 0).first).frame.size
      #expect(middle == Point(x: sides.width / 2, y: sides.height / 2))
    }
  }

  // MARK: Styles

  @Test func `C4 an unknown progress is faint, and swells from 1 to 4 and back`() throws {
    let player = try player("\"style\": \"basic\"")
    #expect(try player.number("lineWidth", of: "ring/ring") == 10)
    try player.stage.setIndeterminate(nil, true)
    player.show(at: 0)
    for (time, width) in [(0.5, 2.5), (1, 4), (1.5, 2.5), (2, 1), (2.75, 3.25)] {
      player.run(from: max(0, time - 0.5), to: time)
      #expect(abs(try player.number("lineWidth", of: "ring/track") - width) < 1e-9, "\(time) s")
    }
    #expect(try player.number("opacity", of: "ring/ring") == 0.3)
    // Leaving takes a second from the width that is presented.
    _ = try player.stage.setProgress(nil, to: 0.5)
    var last = 3.25
    for frame in 166...230 {
      player.show(at: Double(frame) / 60)
      let width = try player.number("lineWidth", of: "ring/track")
      #expect(abs(width - last) < 0.1, "frame \(frame)")
      last = width
    }
    #expect(last == 1)
    #expect(try player.number("opacity", of: "ring/ring") == 1)
    #expect(!player.stage.isAnimating)
  }

  @Test func `C5 the track turns with a gap of 36 degrees, in 1.6 seconds`() throws {
    let player = try player("\"style\": \"inset\", \"trackColor\": \"#000000\"")
    #expect(try player.number("lineWidth", of: "ring/track") == 6)
    #expect(try player.number("lineWidth", of: "ring/ring") == 12)
    try player.stage.setIndeterminate(nil, true)
    player.show(at: 0)
    player.run(from: 0, to: 0.4)
    #expect(abs(try player.number("transform.rotation.z", of: "ring/track")) < 1e-9)
    #expect(try player.number("strokeEnd", of: "ring/track") == 0.9)
    // A quarter of a turn on, the gap ends at 3 o'clock.
    let around = colors(player, radius: 80)
    let gap = around.indices.filter { around[$0][0] > 128 }
    #expect(abs(gap.count - 72) <= 2)
    #expect(abs((gap.first ?? 0) - 108) <= 1 && abs((gap.last ?? 0) - 179) <= 1)
    player.run(from: 0.4, to: 8 * 1.6)
    let turned = try player.number("transform.rotation.z", of: "ring/track") + .pi / 2
    #expect(abs((turned / (2 * .pi)).rounded() * 2 * .pi - turned) < 1e-9)
  }

  @Test(arguments: ["filled", "pie"])
  func `C6 a pie on a faint disc, which is clear while the progress is not known`(
    style: String
  ) throws {
    let player = try player("\"style\": \"\(style)\", \"progressColor\": \"#0000FF\"")
    _ = try player.stage.setProgress(nil, to: 0.5, duration: 0)
    player.show(at: 0.1)
    #expect(player.color(x: 130, y: 100) == [0, 0, 255])
    #expect([[178, 178, 255], [179, 179, 255]].contains(player.color(x: 70, y: 100)))
    try player.stage.setIndeterminate(nil, true)
    player.run(from: 0.1, to: 0.6)
    // The pie is gone; the disc stays only in the style whose disc turns.
    let around = colors(player, radius: 50)
    let bare = around.count { $0 == [255, 255, 255] }
    #expect(style == "filled" ? bare == 720 : abs(bare - 72) <= 4)
    #expect(around.allSatisfy { $0[2] == 255 && $0[0] >= 178 })
    #expect(try player.number("strokeEnd", of: "ring/track") == 0.9)
    let before = try player.number("transform.rotation.z", of: "ring/track")
    player.run(from: 0.6, to: 0.61)
    let turned = try player.number("transform.rotation.z", of: "ring/track") - before
    #expect(abs(turned - 0.01 / 1.6 * 2 * .pi) < 1e-9)
  }

  @Test func `C7 the same requests make the same fireworks, and reduced motion none`() throws {
    func play() throws -> SteppedStage {
      let player = try player("\"style\": \"fireworks\"")
      _ = try player.stage.setProgress(nil, to: 0.7)
      player.run(from: 0, to: 1)
      return player
    }
    let (first, second) = (try play(), try play())
    #expect(first.pixels.elementsEqual(second.pixels))
    let emitter = try first.stage.layer(at: "ring/ring/sparks").presentation() as? EmitterLayer
    #expect(try #require(emitter).particleCount > 20)
    first.stage.reducesMotion = true
    first.run(from: 1, to: 6)
    let rested = try first.stage.layer(at: "ring/ring/sparks").presentation() as? EmitterLayer
    #expect(rested?.particleCount == 0 && !first.stage.isAnimating)
  }

  @Test func `C8 contents lie in the middle, the last on top, or there are none`() throws {
    func player(_ content: String) throws -> SteppedStage {
      try self.player("\"style\": \"inset\", \"progressColor\": \"#FF0000\" \(content)")
    }
    #expect(try player("").color(x: 100, y: 100) == [255, 255, 255])
    #expect(try player(", \"content\": []").color(x: 100, y: 100) == [255, 255, 255])
    let one = try player(", \"content\": \"stop\"")
    // A square of 32 points with round corners of 4.
    #expect(one.color(x: 100, y: 100) == [255, 0, 0] && one.color(x: 84, y: 100) == [255, 0, 0])
    #expect(one.color(x: 83, y: 100) == [255, 255, 255])
    #expect(one.color(x: 84, y: 84) == [255, 255, 255])
    let blue = "{ \"kind\": \"stop\", \"color\": \"#0000FF\" }"
    #expect(try player(", \"content\": [\"stop\", \(blue)]").color(x: 100, y: 100) == [0, 0, 255])
    #expect(try player(", \"content\": [\(blue), \"stop\"]").color(x: 100, y: 100) == [255, 0, 0])
    let sparks = try player(", \"content\": [\"sparks\", \"stop\"]")
    _ = try sparks.stage.setProgress(nil, to: 0.9)
    sparks.run(from: 0, to: 0.8)
    let kinds = try sparks.stage.layers(below: "ring").suffix(2).map { $0.kind }
    #expect(kinds == [.emitter, .layer])
  }

  @Test func `C10 the tint changes live, and what is set at once leaves the next change animated`()
    throws
  {
    let player = try SteppedStage(
      """
      { "background": "#FFFFFF",
        "layers": [ { "kind": "progress", "name": "ring", "style": "pie", "size": [160, 160],
          "progress": 1 } ],
        "controls": {
          "tint": { "kind": "progress", "duration": 1, "timing": "linear", "drives": {
            "layer": "ring", "key": "progressColor", "from": "#FF0000", "to": "#0000FF" } },
          "work": { "kind": "progress", "value": 1, \(Self.even) "drives": "ring" } } }
      """)
    #expect(player.color(x: 130, y: 100) == [255, 0, 0])
    _ = try player.stage.setProgress("tint", to: 1)
    player.run(from: 0, to: 0.5)
    let half = player.color(x: 130, y: 100)
    #expect((100...155).contains(half[0]) && (100...155).contains(half[2]))
    player.run(from: 0.5, to: 1)
    #expect(player.color(x: 130, y: 100) == [0, 0, 255])
    _ = try player.stage.setProgress("work", to: 0.2, duration: 0)
    player.show(at: 1.1)
    #expect(try player.number("strokeEnd", of: "ring/ring") == 0.2)
    #expect(!player.stage.isAnimating)
    _ = try player.stage.setProgress("work", to: 0.8)
    player.show(at: 1.1)
    player.run(from: 1.1, to: 1.3)
    let part = try player.number("strokeEnd", of: "ring/ring")
    #expect(abs(part - 0.5) < 1e-9)
    player.run(from: 1.3, to: 1.6)
    #expect(try player.number("strokeEnd", of: "ring/ring") == 0.8)
  }
}
