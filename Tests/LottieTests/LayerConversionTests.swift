import Animation
import Geometry
import Testing

@testable import Lottie

/// The layers that a file becomes, where only numbers tell right from wrong.
@Suite struct LayerConversionTests {
  @Test func `a piece of a curve is the curve between two times`() throws {
    let curve = try #require(MediaTimingFunction(x1: 0.6, y1: -0.2, x2: 0.3, y2: 1.4))
    let piece = try #require(curve.piece(from: 0.25, to: 0.7))
    let (low, high) = (curve.value(at: 0.25), curve.value(at: 0.7))
    for step in 0...20 {
      let time = Double(step) / 20
      let own = curve.value(at: 0.25 + 0.45 * time)
      #expect(abs(low + (high - low) * piece.value(at: time) - own) < 1e-4)
    }
    #expect(curve.piece(from: 0.4, to: 0.4) == nil)
    #expect(curve.piece(from: 0, to: 1) == curve)
  }

  private func layers(_ layer: String, from start: Double = 0, duration: Double = 1) throws
    -> [LayerNode]
  {
    let text = """
      {"v": "5", "fr": 10, "ip": 0, "op": 20, "w": 40, "h": 20, "layers": [{"ip": 0, "op": 20, \(layer)}]}
      """
    return try LottieFile(parsing: Array(text.utf8)).layers(from: start, duration: duration)
  }

  @Test func `keyframes of one track stay as they are, and holds are steps`() throws {
    let solid =
      #""ty": 1, "nm": "box", "sw": 10, "sh": 10, "sc": "ff0000", "ks": {"p": {"a": 1, "k": ["#
    let moving = try #require(
      layers(
        solid
          + #"{"t": 0, "s": [0, 0], "o": {"x": 0.5, "y": 0}, "i": {"x": 0.5, "y": 1}}, {"t": 5, "s": [20, 0]}]}}"#
      ).first)
    let animation = try #require(moving.animations.first)
    #expect(moving.name == "box" && moving.animations.count == 1)
    #expect(animation.keyTimes == [0, 0.5, 1] && animation.calculationMode == .linear)
    #expect(animation.values.map { $0.x } == [0, 20, 20])
    #expect(animation.timingFunctions.first?.x1 == 0.5)
    let held = try layers(solid + #"{"t": 0, "s": [0, 0], "h": 1}, {"t": 5, "s": [20, 0]}]}}"#)
    #expect(held[0].animations[0].calculationMode == .discrete)
    #expect(held[0].animations[0].values.map { $0.x } == [0, 20])
    #expect(held[0].animations[0].keyTimes == [0, 0.5, 1])
    // In a part behind the last keyframe nothing moves.
    let still = try layers(
      solid + #"{"t": 0, "s": [0, 0], "h": 1}, {"t": 5, "s": [20, 0]}]}}"#, from: 1)
    #expect(still[0].animations.isEmpty)
  }

  @Test func `a layer that ends before it begins is left out`() throws {
    let solid = #""ty": 1, "nm": "box", "sw": 10, "sh": 10, "sc": "ff0000""#
    #expect(try layers(#""ip": 8, "op": 5, "# + solid).isEmpty)
    #expect(try layers(#""ip": 5, "op": 8, "# + solid).count == 1)
  }

  @Test func `an anchor on a curve stays within parts of a point`() throws {
    let path =
      #"{"t": 0, "s": [0, 0], "to": [0, 40], "ti": [0, -40]}, {"t": 10, "s": [400, 0]}"#
    let node = try #require(
      layers(
        #""ty": 1, "nm": "b", "sw": 400, "sh": 400, "sc": "f00", "ks": {"a": {"a": 1, "k": [\#(path)]}}"#
      ).first)
    let animation = try #require(node.animations.first)
    let curve = try #require(
      MotionPath(
        start: .zero, control1: Point(x: 0, y: 40), control2: Point(x: 400, y: -40),
        end: Point(x: 400, y: 0)))
    for step in 1..<40 {
      let time = Double(step) / 40
      let index = try #require(animation.keyTimes.lastIndex { $0 <= time })
      let (low, high) = (animation.keyTimes[index], animation.keyTimes[index + 1])
      let part = (time - low) / (high - low)
      let a = try #require(animation.values[index].place)
      let b = try #require(animation.values[index + 1].place)
      let exact = curve.point(at: time)
      #expect(abs((a.x + (b.x - a.x) * part) * 400 - exact.x) < 0.5)
      #expect(abs((a.y + (b.y - a.y) * part) * 400 - exact.y) < 0.5)
    }
  }

  @Test func `dashes of a line whose beginning is trimmed lie elsewhere in a layer`() {
    let stroke =
      #"{"ty": "st", "c": {"k": [1, 0, 0]}, "w": {"k": 2}, "d": [{"n": "d", "v": {"k": 3}}]}"#
    let text =
      #""ty": 4, "nm": "line", "shapes": [{"ty": "el", "p": {"k": [9, 9]}, "s": {"k": [9, 9]}}, "#
      + #"{"ty": "tm", "s": {"k": 20}, "e": {"k": 80}, "o": {"k": 0}}, "# + stroke + #"], "ks": {}"#
    #expect(throws: LayerObstacle.self) { try layers(text) }
  }

  @Test(
    arguments: [
      (#"{"ty": "rd", "r": {"k": 9}}, {"ty": "tm", "e": {"k": 50}}"#, nil),
      (
        #"{"ty": "tm", "e": {"k": 50}}, {"ty": "rd", "r": {"k": 9}}"#,
        "corners that are rounded behind a trim"
      ),
      (#"{"ty": "tm", "e": {"k": 50}}, {"ty": "rd", "r": {"k": 0}}"#, nil),
    ] as [(String, String?)])
  func `a trimmed line has the corners of the whole path in a layer`(
    changes: String, obstacle: String?
  ) {
    #expect(obstacleReason(Sketch.rect(20, 20, 20, 20) + "," + changes) == obstacle)
  }

  @Test(
    arguments: [
      (100, 100, 1, nil), (50, 50, 1, nil), (-100, 100, 2, nil),
      (50, 100, 1, "a trim of paths in a group that is scaled"),
      (50, 50, 2, "a trim of paths in a group that is scaled"),
    ] as [(Int, Int, Int, String?)])
  func `the length of a trimmed line is measured in its group`(
    width: Int, height: Int, mode: Int, obstacle: String?
  ) {
    let group = Sketch.group(
      Sketch.rect(20, 20, 20, 20), tr: #""s": {"k": [\#(width), \#(height)]}"#)
    let trim = #"{"ty": "tm", "e": {"k": 50}, "m": \#(mode)}"#
    let items = group + "," + Sketch.rect(5, 5, 9, 9) + "," + trim
    #expect(obstacleReason(items) == obstacle)
  }

  /// The reason against layers of a stroke behind entries, without the layer's name; nil if there
  /// are layers.
  private func obstacleReason(_ items: String) -> String? {
    do {
      _ = try layers(
        #""ty": 4, "nm": "line", "ks": {}, "shapes": [\#(items), \#(Sketch.stroke(2))]"#)
      return nil
    } catch {
      let start = "layer 'line' has "
      let reason = (error as? LayerObstacle)?.reason ?? ""
      return reason.hasPrefix(start) ? String(reason.dropFirst(start.count)) : "\(error)"
    }
  }

  @Test func `a feature that layers lack is an error with its place`() throws {
    #expect(
      throws: LayerObstacle(
        reason: "layer 'box' has a time that runs back", place: "layers[0].sr")
    ) {
      try layers(#""ty": 1, "nm": "box", "sw": 10, "sh": 10, "sc": "ffffff", "sr": -1, "ks": {}"#)
    }
  }
}

extension AnimatableValue {
  fileprivate var place: Point? {
    guard case .point(let point) = self else { return nil }
    return point
  }

  fileprivate var x: Double? { place?.x }
}
