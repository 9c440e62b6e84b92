import Geometry
import Raster
import Stage
import TestSupport
import Testing

/// One scene with equal requests and times gives equal pixels, and a frame does not depend on those
/// before it.
@Suite struct DeterminismTests {
  /// A scene of everything that moves.
  private static let scene = """
    { "background": "#101820",
      "layers": [
        { "kind": "progress", "name": "fire", "style": "fireworks", "frame": [8, 8, 44, 44] },
        { "kind": "progress", "name": "basic", "style": "basic", "frame": [64, 8, 30, 30],
          "content": ["sparks", "stop"], "indeterminate": true },
        { "kind": "emitter", "name": "snow", "frame": [60, 40, 60, 40], "seed": 7, "shape": "line",
          "emitterSize": ["100%", 0], "emitterPosition": ["50%", 0],
          "cells": [ { "shape": "glow", "diameter": 4, "birthRate": 30, "lifetime": 1.5,
            "lifetimeRange": 0.5, "velocity": 20, "velocityRange": 10, "emissionLongitude": 90,
            "emissionRange": 30, "alphaSpeed": -0.4, "color": "#C0E0FF", "spin": 90 } ] },
        { "kind": "replicator", "frame": [8, 60, 40, 40], "instances": 7, "delay": 0.11,
          "instanceTransform": { "rotation": 51 }, "colorOffset": [-0.05, 0, 0, -0.08],
          "layers": [ { "position": ["50%", "15%"], "size": [8, 8], "backgroundColor": "#FFC040",
            "animations": [ { "key": "scale", "from": 0.2, "to": 1, "duration": 0.7,
              "autoreverses": true, "repeat": "forever" } ] } ] },
        { "kind": "gradient", "name": "photo", "frame": [56, 84, 56, 32],
          "colors": ["#FF8000", "#4060FF"], "layers": [ { "kind": "loader", "name": "ring",
            "backgroundColor": "#FFFFFF", "color": "#FF0000", "radius": 9 } ] },
        { "kind": "text", "name": "percent", "frame": [10, 20, 40, 18], "string": "{percent}",
          "fontSize": 12, "color": "#FFFFFF", "alignment": "center" },
        { "kind": "text", "name": "message", "frame": [8, 102, 46, 16], "string": "Wait",
          "fontSize": 11, "color": "#FFFFFF", "transition": { "type": "push", "from": "right",
            "duration": 0.4 } },
        { "name": "card", "frame": [96, 10, 18, 18], "backgroundColor": "#FFFFFF", "opacity": 0.8,
          "shadowOpacity": 0.8, "shadowOffset": [0, 2], "mask": { "kind": "shape",
            "path": { "circle": { "radius": 12 } }, "fillColor": "#000000" },
          "animations": [ { "key": "rotation", "by": 90, "spring": { "damping": 3 } } ] },
        { "name": "switch", "frame": [96, 34, 20, 8], "backgroundColor": "#305030",
          "layers": [ { "frame": [0, 0, 8, 8], "backgroundColor": "#FFFFFF", "animations": [
            { "key": "position.x", "from": 4, "to": 16, "duration": 1 } ] } ] }
      ],
      "controls": {
        "work": { "kind": "progress", "drives": ["fire", "percent"] },
        "wait": { "kind": "progress", "indeterminate": true, "drives": ["basic"] },
        "load": { "kind": "reveal", "content": "photo", "loader": "ring", "duration": 0.8 },
        "say": { "kind": "text", "text": "Wait", "drives": "message" },
        "power": { "kind": "scrub", "layers": "switch" }
      } }
    """

  private static let size = PixelSize(width: 120, height: 120)

  /// The requests before a frame, in sixtieths of a second.
  private static let requests: [(frame: Int, request: @Sendable (Stage) throws -> Void)] = [
    (6, { _ = try $0.setProgress("work", to: 0.8) }),
    (6, { _ = try $0.setProgress("load", to: 0.5) }),
    (15, { try $0.setText("say", to: "Done") }),
    (24, { _ = try $0.setProgress("wait", to: 0.7) }),
    (31, { _ = try $0.reveal("load") }),
    (31, { _ = try $0.toggleScrub("power") }),
    (42, { _ = try $0.setProgress("work", to: 0.3) }),
    (60, { try $0.setIndeterminate("work", true) }),
  ]

  /// Plays the scene through frames, in sixtieths of a second, and those before and at requests.
  private func play(
    _ frames: some Sequence<Double>, in scene: String = scene
  ) throws -> [Double: [UInt8]] {
    let player = try SteppedStage(scene, size: Self.size)
    var shown: [Double: [UInt8]] = [0: player.pixels]
    let times = Set(frames).union(
      Self.requests.flatMap { [Double($0.frame), Double($0.frame) - 1] })
    for frame in times.sorted() where frame > 0 {
      for item in Self.requests where Double(item.frame) == frame { try item.request(player.stage) }
      player.show(at: frame / 60)
      shown[frame] = player.pixels
    }
    // The picture drawn in parts is the whole picture.
    #expect(areEqual(player.pixels, player.redrawn()))
    return shown
  }

  private func expectSame(
    _ a: [Double: [UInt8]], _ b: [Double: [UInt8]], atLeast count: Int, _ comment: Comment
  ) {
    let common = Set(a.keys).intersection(b.keys).sorted()
    #expect(common.count >= count)
    for frame in common {
      let (one, other) = (a[frame] ?? [], b[frame] ?? [])
      if areEqual(one, other) { continue }
      let differing = zip(one, other).enumerated().filter { $1.0 != $1.1 }
      guard let first = differing.first?.offset else { continue }
      let (x, y) = (first / 4 % Self.size.width, first / 4 / Self.size.width)
      Issue.record(
        "\(comment), frame \(frame): \(differing.count) bytes differ, the first at (\(x), \(y))")
      return
    }
  }

  @Test func `the same requests at the same times give the same frames, at any pace`() throws {
    let steady = try play((0...75).map { Double($0) })
    #expect(Set(steady.values).count > 65)
    expectSame(steady, try play((0...75).map { Double($0) }), atLeast: 76, "again")
    expectSame(steady, try play([70, 75]), atLeast: 15, "leaping")
  }

  @Test func `frames at odd times change nothing where no emitter changes`() throws {
    let scene = Self.scene.replacing("\"style\": \"fireworks\"", with: "\"style\": \"inset\"")
      .replacing("[\"sparks\", \"stop\"]", with: "\"stop\"")
    let steady = try play((0...75).map { Double($0) }, in: scene)
    var random = SeededGenerator(seed: 21)
    // A request takes effect a frame before it shows: no frame is between the two.
    let odd = (0..<30).map { _ in random.double(in: 0...75) }
      .filter { odd in !Self.requests.contains { abs(odd - Double($0.frame) + 0.5) <= 0.5 } }
    expectSame(steady, try play(odd + [33, 50, 70, 75], in: scene), atLeast: 16, "at odd times")
  }
}
