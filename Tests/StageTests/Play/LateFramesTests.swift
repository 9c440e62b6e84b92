import Animation
import Geometry
import Raster
import Scene
import TestSupport
import Testing

@testable import Layers
@testable import Stage

/// Late frames cost as much as punctual ones, and show the same.
@Suite struct LateFramesTests {
  /// A layer that counts how often it is presented.
  private final class CountedLayer: Layer {
    private(set) var presentationCount = 0

    override func updatePresentation(_ presentation: Layer) -> LayerChanges {
      presentationCount += 1
      return super.updatePresentation(presentation)
    }
  }

  private static let cell = """
    { "shape": "disc", "diameter": 3, "birthRate": 40, "lifetime": 1, "lifetimeRange": 0.6,
      "velocity": 30, "velocityRange": 10, "emissionRange": 360, "color": "#FFC040" }
    """

  /// An emitter whose births change with time.
  private static let emitter = """
    { "kind": "emitter", "name": "sparks", "size": ["100%", "100%"], "seed": 3,
      "cells": [ \(cell) ], "animations": [
        { "key": "emitterPosition.x", "from": 20, "to": 180, "duration": 0.9, "autoreverses": true,
          "repeat": "forever" },
        { "key": "birthRate", "values": [0.2, 2, 0.5], "duration": 1.3, "repeat": "forever" } ] }
    """

  private static func scene(_ layers: String..., controls: String = "") -> String {
    """
    { "layers": [ \(layers.joined(separator: ",\n")) ], "controls": { \(controls) } }
    """
  }

  private func particles(_ stage: Stage, _ path: String) throws -> [EmittedParticle] {
    let layer = try stage.layer(at: path)
    return try #require(layer.presentation() as? EmitterLayer).particles
  }

  @Test(arguments: [1.0 / 30, 0.5, 9, 3600, 86_400])
  func `layers are presented once a frame, however late it is`(
    late: Double
  ) throws {
    let player = try SteppedStage(Self.scene(Self.emitter))
    let layers = (0..<300).map { _ in CountedLayer() }
    var move = BasicAnimation(
      keyPath: AnimationKeyPath(.position), from: .point(.zero), to: .point(Point(x: 9, y: 9)))
    move.timing.duration = 1
    move.timing.repeatCount = .infinity
    for layer in layers {
      player.stage.tree.root.addSublayer(layer)
      layer.add(.basic(move), forKey: "move")
    }
    player.show(at: 1.0 / 60)
    let before = layers.reduce(0) { $0 + $1.presentationCount }
    player.show(at: 2.0 / 60)
    let usual = layers.reduce(0) { $0 + $1.presentationCount } - before
    player.show(at: 2.0 / 60 + late)
    let inLateFrame = layers.reduce(0) { $0 + $1.presentationCount } - before - usual
    #expect(usual == 300)
    #expect(inLateFrame == usual)
    #expect(try particles(player.stage, "sparks").count > 10 || late < 0.5)
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var scene: String
    var path: String
    var request: @Sendable (Stage) throws -> Void = { _ in }
  }

  private static let cases = [
    Case(testDescription: "an animated emitter", scene: scene(emitter), path: "sparks"),
    Case(
      testDescription: "one that sends out others",
      scene: scene(
        emitter.replacing(
          "\"birthRate\": 40", with: "\"cells\": [ \(cell) ], \"birthRate\": 5")), path: "sparks"),
    Case(
      testDescription: "one whose cell is animated, and whose lives become shorter",
      scene: scene(
        """
        { "kind": "emitter", "name": "sparks", "size": ["100%", "100%"], "seed": 3,
          "cells": [ \(cell.replacing("{ \"shape\"", with: "{ \"name\": \"fire\", \"shape\"")) ],
          "animations": [
            { "key": "cells.fire.birthRate", "values": [10, 90, 30], "duration": 1.3, "repeat": "forever" },
            { "key": "cells.fire.lifetime", "from": 1.5, "to": 0.1, "duration": 0.7, "repeat": "forever" },
            { "key": "cells.fire.velocity", "by": "20%", "duration": 0.9, "repeat": "forever" },
            { "key": "cells.fire.color", "to": "#40C0FF", "duration": 0.8, "autoreverses": true,
              "repeat": "forever" } ] }
        """), path: "sparks"),
    Case(
      testDescription: "one whose cell a control drives",
      scene: scene(
        """
        { "kind": "emitter", "name": "sparks", "seed": 5,
          "cells": [ \(cell.replacing("{ \"shape\"", with: "{ \"name\": \"fire\", \"shape\"")) ] }
        """,
        controls: """
          "job": { "kind": "progress", "smooth": true, "duration": 1.5, "drives": [
            { "layer": "sparks", "key": "cells.fire.birthRate", "from": 4, "to": 80 } ] }
          """), path: "sparks",
      request: { _ = try $0.setProgress(nil, to: 0.8) }),
    Case(
      testDescription: "one that is replicated, later in each instance",
      scene: scene(
        """
        { "kind": "replicator", "name": "twice", "size": ["100%", "100%"], "instances": 3,
          "delay": 0.4, "instanceTransform": { "translation": [0, 40] }, "layers": [ \(emitter) ] }
        """), path: "twice/sparks"),
    Case(
      testDescription: "one that a control drives",
      scene: scene(
        emitter.replacing("\"emitterPosition.x\"", with: "\"emitterPosition.y\""),
        controls: """
          "job": { "kind": "progress", "drives": [
            { "layer": "sparks", "key": "emitterPosition.x", "from": 0, "to": "100%" } ] }
          """), path: "sparks",
      request: { _ = try $0.setProgress(nil, to: 0.8, duration: 1.5) }),
    Case(
      testDescription: "one that a smooth control drives",
      scene: scene(
        "{ \"kind\": \"emitter\", \"name\": \"sparks\", \"seed\": 5, \"cells\": [ \(cell) ] }",
        controls: """
          "job": { "kind": "progress", "smooth": true, "duration": 1.5, "drives": [
            { "layer": "sparks", "key": "birthRate", "from": 0.1, "to": 2 } ] }
          """), path: "sparks",
      request: { _ = try $0.setProgress(nil, to: 0.8) }),
    Case(
      testDescription: "one in a progress layer",
      scene: scene(
        "{ \"kind\": \"progress\", \"name\": \"fire\", \"style\": \"fireworks\", \"size\": [90, 90] }",
        controls: "\"job\": { \"kind\": \"progress\", \"drives\": [\"fire\"] }"),
      path: "fire/ring/sparks",
      request: { _ = try $0.setProgress(nil, to: 0.9, duration: 1.5) }),
    Case(
      testDescription: "one that is scrubbed",
      scene: scene(
        "{ \"name\": \"track\", \"size\": [90, 90], \"layers\": [ \(emitter) ] }",
        controls: """
          "power": { "kind": "scrub", "layers": "track", "settle": 1.5 }
          """), path: "track/sparks", request: { _ = try $0.toggleScrub(nil) }),
  ]

  @Test(arguments: cases)
  private func `a frame shows the same whether or not those before it were seen`(
    item: Case
  ) throws {
    let steady = try SteppedStage(item.scene)
    let leaping = try SteppedStage(item.scene)
    for player in [steady, leaping] {
      player.run(from: 0, to: 0.5)
      try item.request(player.stage)
      player.show(at: 31.0 / 60)
    }
    for (from, to) in [(31.0, 90.0), (90, 91), (91, 99), (99, 400)] {
      steady.run(from: from / 60, to: to / 60)
      leaping.show(at: to / 60)
      let shown = try particles(leaping.stage, item.path)
      #expect(try particles(steady.stage, item.path) == shown)
      #expect(leaping.pixels == leaping.redrawn(), "damage")
      if to == 90 { #expect(shown.count > 5) }
    }
    #expect(steady.redrawn() == leaping.redrawn())
  }

  @Test func `animations that begin and end in skipped frames are reported`() throws {
    let player = try SteppedStage(
      Self.scene(
        Self.emitter,
        """
        { "name": "box", "size": [9, 9], "backgroundColor": "#FFFFFF", "animations": [
          { "key": "opacity", "from": 0, "to": 1, "beginTime": 1, "duration": 0.5 } ] }
        """))
    player.show(at: 1.0 / 60)
    player.show(at: 60)
    player.show(at: 60 + 1.0 / 60)
    player.show(at: 60 + 2.0 / 60)
    let told = player.stage.takeEvents().compactMap { event -> String? in
      switch event {
      case .animationStarted("box", _): "started"
      case .animationStopped("box", _, finished: true): "finished"
      default: nil
      }
    }
    #expect(told == ["started", "finished"])
  }

  @Test func `the cost of emitters for skipped frames is bounded`() throws {
    let root = Layer()
    let emitters = (0..<500).map { _ in EmitterLayer() }
    for emitter in emitters {
      emitter.emitterCells = [EmitterCell()]
      emitter.add(
        .basic(BasicAnimation(keyPath: AnimationKeyPath(.birthRate), from: .scalar(1))),
        forKey: "rate")
      root.addSublayer(emitter)
    }
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    #expect(MissedBirths(in: tree, led: [], limit: 500).cost == 1500)
    #expect(MissedBirths(in: tree, led: [], limit: 100).cost <= 400)
    for emitter in emitters { emitter.removeAllAnimations() }
    tree.advance(to: 0)
    #expect(MissedBirths(in: tree, led: [], limit: 500).isEmpty)
    let led: Set = [ObjectIdentifier(emitters[7])]
    #expect(MissedBirths(in: tree, led: led, limit: 500).cost == 2)
  }

  @Test func `births that were noted are those of the particles that live, however many`() throws {
    var cell = EmitterCell()
    cell.contents = .disc(diameter: 1)
    cell.birthRate = 1e9
    cell.lifetime = 1e3
    var values = EmitterLayer.Values()
    values.cells = [cell]
    var simulation = EmitterSimulation()
    _ = simulation.advance(to: 0, start: 0, values)
    for frame in 1...600 { simulation.note(birthsUpTo: Double(frame) / 60, start: 0, values) }
    #expect(simulation.particleCount == 0)
    let isChanged = simulation.advance(to: 10, start: 0, values)
    #expect(isChanged)
    #expect(simulation.particleCount == EmitterLayer.particleLimit)
  }
}
