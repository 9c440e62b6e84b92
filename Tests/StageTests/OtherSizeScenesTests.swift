import Animation
import Geometry
import Raster
import Scene
import Testing

@testable import Stage

/// Motion during a change of the size, in scenes with one motion each.
@Suite struct OtherSizeScenesTests {
  private static let sizes = [
    PixelSize(width: 60, height: 30), PixelSize(width: 36, height: 54),
  ]

  /// A scene, and the requests before a frame, in sixtieths of a second.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scene: String
    var requests: [(frame: Int, request: @Sendable (Stage) throws -> Void)] = []
  }

  private static let box = """
    "name": "box", "size": ["20%", "10vmin"], "backgroundColor": "#F0A040"
    """

  static let cases = [
    Case(
      testDescription: "a progress that is retargeted while it moves",
      scene: """
        { "layers": [ { "kind": "progress", "name": "ring", "size": ["80vmin", "80vmin"] } ],
          "controls": { "job": { "kind": "progress", "drives": ["ring"] } } }
        """,
      requests: [
        (3, { _ = try $0.setProgress(nil, to: 0.9) }),
        (10, { _ = try $0.setProgress(nil, to: 0.2, duration: 0.5, allowDecrease: true) }),
        (16, { _ = try $0.setProgress(nil, to: 0.6, duration: 1, timing: .linear) }),
      ]),
    Case(
      testDescription: "a scene that is scaled to the output",
      scene: """
        { "size": [80, 40], "fit": "contain", "layers": [ { \(box), "cornerRadius": "2vmin" } ],
          "controls": { "job": { "kind": "progress", "drives": [
            { "layer": "box", "key": "position.x", "from": "10%", "to": "90%" } ] } } }
        """,
      requests: [
        (3, { _ = try $0.setProgress(nil, to: 0.4, duration: 0.6, timing: .easeIn) }),
        (70, { _ = try $0.setProgress(nil, to: 1, duration: 0.5) }),
      ]),
    Case(
      testDescription: "places and sizes that a control drives",
      scene: """
        { "layers": [ { \(box), "cornerRadius": "2vmin" } ],
          "controls": { "job": { "kind": "progress", "drives": [
            { "layer": "box", "key": "position.x", "from": "10%", "to": "90%" },
            { "layer": "box", "key": "position.y", "values": ["20%", "80%", "40%"] },
            { "layer": "box", "key": "size.width", "from": "5vmin", "to": "50%" },
            { "layer": "box", "key": "opacity", "from": 0.2, "to": 1 } ] } } }
        """,
      requests: [
        (3, { _ = try $0.setProgress(nil, to: 0.4, duration: 0.6, timing: .easeIn) }),
        (70, { _ = try $0.setProgress(nil, to: 1, duration: 0.5) }),
      ]),
    Case(
      testDescription: "a motion that is cut short and goes back",
      scene: """
        { "layers": [ { \(box) } ], "controls": { "job": { "kind": "progress", "drives": [
            { "layer": "box", "key": "position.x", "from": "10%", "to": "90%" } ] } } }
        """,
      requests: [
        (3, { _ = try $0.setProgress(nil, to: 1, duration: 1) }),
        (18, { _ = try $0.setProgress(nil, to: 0.1, duration: 1, allowDecrease: true) }),
      ]),
    Case(
      testDescription: "springs, keyframes, groups and loops of the scene",
      scene: """
        { "layers": [ { \(box), "animations": [
            { "key": "position.x", "from": "10%", "to": "70%", "spring": { "damping": 4 } },
            { "key": "position.y", "values": ["20%", "80%", "30%"], "duration": 0.7,
              "repeat": "forever", "autoreverses": true },
            { "key": "rotation", "from": 0, "to": 360, "duration": 0.9,
              "repeat": "forever", "timing": "linear" },
            { "key": "opacity", "from": 0.1, "to": 1, "duration": 0.4, "beginTime": 0.3,
              "fillMode": "both" } ] } ] }
        """),
    Case(
      testDescription: "a scrub that is held, let go and toggled",
      scene: """
        { "layers": [ { "name": "track", "size": ["80%", "40%"], "backgroundColor": "#305030",
            "layers": [ { \(box), "animations": [
              { "key": "position.x", "from": "10%", "to": "90%", "timing": "easeIn" } ] } ] } ],
          "controls": { "power": { "kind": "scrub", "layers": "track" } } }
        """,
      requests: [
        (3, { _ = try $0.beginScrub(nil, by: 1) }),
        (8, { try $0.updateScrub(nil, to: 0.3, by: 1) }),
        (18, { try $0.updateScrub(nil, to: 0.7, by: 1) }),
        (22, { _ = try $0.endScrub(nil, velocity: 3, by: 1) }),
        (70, { _ = try $0.toggleScrub(nil) }),
      ]),
    Case(
      testDescription: "messages that push each other",
      scene: """
        { "layers": [ { "kind": "text", "name": "note", "size": ["100%", "50%"], "string": "One",
            "fontSize": "20vmin", "color": "#FFFFFF",
            "transition": { "type": "push", "from": "right", "duration": 0.4 } } ],
          "controls": { "say": { "kind": "text", "drives": "note" } } }
        """,
      requests: [
        (4, { try $0.setText(nil, to: "Two") }), (60, { try $0.setText(nil, to: "Three") }),
      ]),
    Case(
      testDescription: "a layer that stands and goes on",
      scene: """
        { "layers": [ { \(box), "animations": [ { "key": "position.x", "from": "10%", "to": "90%",
            "duration": 2 } ] } ] }
        """,
      requests: [(10, { try $0.pause(layer: "box") }), (40, { try $0.resume(layer: "box") })]),
    Case(
      testDescription: "snow",
      scene: """
        { "layers": [ { "kind": "emitter", "size": ["100%", "100%"], "seed": 7, "shape": "line",
            "emitterSize": ["100%", 0], "emitterPosition": ["50%", 0],
            "cells": [ { "shape": "glow", "diameter": 6, "birthRate": 40, "lifetime": 1.2,
              "velocity": 40, "emissionLongitude": 90, "emissionRange": 40 } ] } ] }
        """),
    Case(
      testDescription: "sparks at a place that a control moves",
      scene: """
        { "layers": [ { "kind": "emitter", "name": "sparks", "size": ["100%", "100%"], "seed": 7,
            "cells": [ { "shape": "glow", "diameter": 6, "birthRate": 40, "lifetime": 1.2,
              "velocity": 20, "emissionRange": 360 } ] } ],
          "controls": { "job": { "kind": "progress", "drives": [
            { "layer": "sparks", "key": "emitterPosition.x", "from": 0, "to": "100%" },
            { "layer": "sparks", "key": "birthRate", "from": 0.2, "to": 1 } ] } } }
        """,
      requests: [(5, { _ = try $0.setProgress(nil, to: 0.8, duration: 0.9) })]),
  ]

  private static func load(_ text: String) throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
  }

  private static func play(
    _ item: Case, _ stage: Stage, _ frames: ClosedRange<Int>, show: (Int, [UInt8]) -> Void
  ) throws {
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    for frame in frames {
      for (moment, request) in item.requests where moment == frame { try request(stage) }
      _ = stage.advance(to: Double(frame) / 60)
      stage.draw(Region(PixelRect(stage.size)), into: screen.surface)
      show(frame, screen.bytes)
    }
  }

  /// A part of a level that rounding leaves.
  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a == b || a.count == b.count && zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  @Test(arguments: cases)
  func `a scene in a new size equals one that always had that size`(item: Case) throws {
    let scene = try Self.load(item.scene)
    var expected: [[UInt8]] = []
    try Self.play(item, Stage(scene: scene, size: Self.sizes[1], scale: 1), 0...90) {
      expected.append($1)
    }
    #expect(zip(expected, expected.dropFirst()).count { $0 != $1 } > 20)
    for moment in [1, 6, 20, 50, 64] {
      let stage = Stage(scene: scene, size: Self.sizes[0], scale: 1)
      try Self.play(item, stage, 0...moment) { _, _ in }
      _ = stage.takeEvents()
      stage.resize(to: Self.sizes[1], scale: 1)
      _ = stage.advance(to: Double(moment) / 60)
      #expect(stage.takeEvents().isEmpty, "nothing begins or ends")
      let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
      stage.draw(Region(PixelRect(stage.size)), into: screen.surface)
      #expect(Self.isSame(screen.bytes, expected[moment]), "resized at \(moment)")
      var first: Int?
      try Self.play(item, stage, (moment + 1)...90) { frame, picture in
        if first == nil, !Self.isSame(picture, expected[frame]) { first = frame }
      }
      #expect(first == nil, "resized at \(moment)")
    }
  }

  @Test func `changing the size and back leaves the picture as it was`() throws {
    for item in Self.cases {
      let scene = try Self.load(item.scene)
      var expected: [[UInt8]] = []
      try Self.play(item, Stage(scene: scene, size: Self.sizes[0], scale: 1), 0...80) {
        expected.append($1)
      }
      let stage = Stage(scene: scene, size: Self.sizes[0], scale: 1)
      for frame in 0...80 {
        try Self.play(item, stage, frame...frame) { frame, picture in
          #expect(Self.isSame(picture, expected[frame]), "\(item.testDescription), \(frame)")
        }
        guard frame % 5 == 2 else { continue }
        stage.resize(to: Self.sizes[1], scale: 2)
        stage.resize(to: Self.sizes[0], scale: 1)
      }
    }
  }

  @Test func `each end is reported once, at any size`() throws {
    let item = try #require(Self.cases.first { $0.testDescription.hasPrefix("springs") })
    let stage = Stage(scene: try Self.load(item.scene), size: Self.sizes[0], scale: 1)
    var ends = 0
    for frame in 0...60 {
      _ = stage.advance(to: Double(frame) / 60)
      stage.resize(to: Self.sizes[frame % 2], scale: 1)
      for event in stage.takeEvents() {
        if event == .animationStopped(layer: "box", key: "opacity", finished: true) { ends += 1 }
      }
    }
    #expect(ends == 1)
  }
}
