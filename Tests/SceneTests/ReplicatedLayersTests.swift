import Animation
import Foundation
import Geometry
import Layers
import Raster
import Scene
import Testing

/// Replicators and emitters as the file describes them.
@Suite struct ReplicatedLayersTests {
  private func instance(_ layers: String, controls: String = "{}") throws -> SceneInstance {
    let text = "{ \"layers\": [\(layers)], \"controls\": \(controls) }"
    let scene = try SceneLoader.load(
      bytes: Array(text.utf8), name: "test.jsonc", directory: DiagnosticsTests.directory)
    return scene.instantiate(size: Size(width: 400, height: 200), scale: 1)
  }

  @Test func `every key of a replicator reaches the layer`() throws {
    let scene = try instance(
      """
      {
        "kind": "replicator", "size": [100, 50], "instances": 5, "delay": 0.25,
        "instanceTransform": { "translation": ["10%", "20%"] },
        "instanceColor": "#FF000080", "colorOffset": [-0.5, 0.25, 0.5, 1], "layers": [{}, {}],
      }
      """)
    let layer = try #require(scene.tree.root.sublayers[0] as? ReplicatorLayer)
    #expect(layer.instanceCount == 5)
    #expect(layer.instanceDelay == 0.25)
    #expect(layer.instanceTransform == .translation(x: 10, y: 10))
    #expect(layer.instanceColor == Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255))
    #expect(layer.instanceRedOffset == -0.5)
    #expect(layer.instanceGreenOffset == 0.25)
    #expect(layer.instanceBlueOffset == 0.5)
    #expect(layer.instanceAlphaOffset == 1)
    #expect(layer.sublayers.count == 2)
  }

  @Test func `every key of an emitter and its cells reaches the layer`() throws {
    let scene = try instance(
      """
      {
        "kind": "emitter", "size": [100, 50], "shape": "circle", "mode": "outline",
        "renderMode": "oldestLast", "emitterPosition": ["25%", "50%"], "emitterSize": ["10%", 5],
        "seed": 7, "birthRate": 2, "lifetime": 3, "velocity": 4, "particleScale": 5, "spin": 6,
        "cells": [
          {
            "name": "spark", "diameter": "10%", "birthRate": 8, "lifetime": 1, "lifetimeRange": 0.5,
            "velocity": "-100%", "velocityRange": 9, "emissionLongitude": 90, "emissionRange": 180,
            "xAcceleration": -1, "yAcceleration": 2, "scale": 0.5, "scaleRange": 0.25,
            "scaleSpeed": -0.1, "spin": 180, "spinRange": 90, "color": "#FF0000", "redRange": 0.1,
            "greenRange": 0.2, "blueRange": 0.3, "alphaRange": 0.4, "redSpeed": -0.1,
            "greenSpeed": -0.2, "blueSpeed": -0.3, "alphaSpeed": -0.4, "beginTime": 1,
            "duration": 2, "cells": [{ "birthRate": 1, "lifetime": 1, "shape": "glow" }],
          },
          {
            "birthRate": 1, "lifetime": 1, "file": "two.png", "pixelsPerPoint": 2,
            "contentsRect": [0, 0, 0.5, 1],
          },
        ],
      }
      """)
    let layer = try #require(scene.tree.root.sublayers[0] as? EmitterLayer)
    #expect(layer.emitterShape == .circle && layer.emitterMode == .outline)
    #expect(layer.renderMode == .oldestLast)
    #expect(layer.emitterPosition == Point(x: 25, y: 25))
    #expect(layer.emitterSize == Size(width: 10, height: 5))
    #expect(layer.seed == 7)
    let factors = [layer.birthRate, layer.lifetime, layer.velocity, layer.scale, layer.spin]
    #expect(factors == [2, 3, 4, 5, 6])
    var cell = EmitterCell()
    cell.name = "spark"
    cell.contents = .disc(diameter: 5)
    cell.birthRate = 8
    cell.lifetime = 1
    cell.lifetimeRange = 0.5
    cell.velocity = -50
    cell.velocityRange = 9
    cell.emissionLongitude = .pi / 2
    cell.emissionRange = .pi
    cell.xAcceleration = -1
    cell.yAcceleration = 2
    cell.scale = 0.5
    cell.scaleRange = 0.25
    cell.scaleSpeed = -0.1
    cell.spin = .pi
    cell.spinRange = .pi / 2
    cell.color = Color(red: 1, green: 0, blue: 0)
    (cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange) = (0.1, 0.2, 0.3, 0.4)
    (cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed) = (-0.1, -0.2, -0.3, -0.4)
    cell.beginTime = 1
    cell.duration = 2
    let first = try #require(layer.emitterCells.first)
    #expect(first.emitterCells.count == 1)
    #expect(first.emitterCells[0].contents == .glow(diameter: 8))
    cell.emitterCells = first.emitterCells
    #expect(first == cell)
    let second = layer.emitterCells[1]
    guard case .image = second.contents else { return #expect(Bool(false), "no picture") }
    #expect(second.contentsScale == 2)
    #expect(second.contentsRect == Rect(x: 0, y: 0, width: 0.5, height: 1))
  }

  @Test func `controls and animations reach replicators and emitters`() throws {
    let scene = try instance(
      """
      {
        "name": "sky", "kind": "emitter", "size": [100, 50],
        "cells": [{ "birthRate": 1, "lifetime": 1 }],
        "animations": [
          { "key": "emitterPosition", "to": ["50%", "100%"] }, { "key": "emitterSize", "to": ["10%", 3] },
          { "key": "scale", "to": 2 },
        ],
      },
      {
        "name": "ring", "kind": "replicator", "size": [100, 50],
        "animations": [
          { "key": "instanceTransform.rotation", "to": 90 },
          { "key": "instanceTransform", "to": { "translation": ["10%", "10%"] } },
          { "key": "instanceColor", "to": "#FF0000" },
        ],
      }
      """,
      controls: """
        {
          "rate": {
            "kind": "progress", "value": 0.5,
            "drives": [
              { "layer": "sky", "key": "birthRate" },
              { "layer": "sky", "key": "velocity", "from": 1, "to": 3 },
              { "layer": "sky", "key": "emitterPosition.x", "from": 0, "to": "100%" },
              { "layer": "ring", "key": "instances", "from": 0, "to": 12 },
              { "layer": "ring", "key": "delay", "to": 0.2 },
              { "layer": "ring", "key": "colorOffset.alpha", "to": -0.2 },
            ],
          },
        }
        """)
    let sky = try #require(scene.tree.root.sublayers[0] as? EmitterLayer)
    let ring = try #require(scene.tree.root.sublayers[1] as? ReplicatorLayer)
    #expect(sky.birthRate == 0.5)
    #expect(sky.velocity == 2)
    #expect(sky.emitterPosition == Point(x: 50, y: 25))
    #expect(ring.instanceCount == 6)
    #expect(ring.instanceDelay == 0.1)
    #expect(ring.instanceAlphaOffset == -0.1)
    func end(_ layer: Layer, _ key: String) -> AnimatableValue? {
      guard case .basic(let animation)? = layer.animation(forKey: key) else { return nil }
      return animation.toValue
    }
    #expect(end(sky, "emitterPosition") == .point(Point(x: 50, y: 50)))
    #expect(end(sky, "emitterSize") == .size(Size(width: 10, height: 3)))
    #expect(end(ring, "instanceTransform.rotation") == .scalar(.pi / 2))
    #expect(end(ring, "instanceTransform") == .transform(.translation(x: 10, y: 5)))
  }

  @Test func `the content of a replicator counts once an instance`() {
    func scene(_ count: Int, _ layers: String) -> String {
      "{ \"layers\": [{ \"kind\": \"replicator\", \"instances\": \(count), \"layers\": [\(layers)] }] }"
    }
    #expect(codes(scene(1000, "{}, {}, {}, {}, {}, {}, {}, {}, {}")) == [])
    #expect(codes(scene(1000, "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}")) == [.limit])
    let ring = "{ \"kind\": \"progress\", \"segments\": 100 }"
    #expect(codes(scene(200, ring)) == [])
    #expect(codes(scene(201, ring)) == [.limit])
    let sparks = "{ \"kind\": \"emitter\", \"cells\": [{ \"birthRate\": 100, \"lifetime\": 10 }] }"
    #expect(codes(scene(10, sparks)) == [])
    #expect(codes(scene(11, sparks)) == [.limit])
    let star = "{ \"kind\": \"shape\", \"fillColor\": \"#FFFFFF\", \"path\": { \"circle\": {} } }"
    #expect(codes(scene(1000, star)) == [])
    #expect(
      codes("{ \"layers\": [\(String(repeating: sparks + ",", count: 10)) \(sparks)] }") == [.limit]
    )
  }

  @Test func `replicators within each other count without end`() throws {
    let inner = String(
      repeating: "{ \"kind\": \"replicator\", \"instances\": 100, \"layers\": [", count: 60)
    let text = "{ \"layers\": [" + inner + "{}" + String(repeating: "] }", count: 60) + "] }"
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: nil)
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == .limit)
    // The diagnostic points at the number of instances that exceeds the limit.
    #expect(Array(text.utf8)[diagnostic.offset...].starts(with: "\"instances\"".utf8))
    #expect(diagnostic.message == "10101 layers with all instances")
  }

  @Test func `the number of instances to which a control drives a replicator counts`() {
    func scene(_ end: Int) -> String {
      """
      { "layers": [{ "kind": "replicator", "name": "r", "instances": 1, "layers": [{}, {}] }],
        "controls": { "c": { "kind": "progress", "drives": {
          "layer": "r", "key": "instances", "from": 1, "to": \(end) } } } }
      """
    }
    #expect(codes(scene(1000)) == [])
    let rows = "\"kind\": \"replicator\", \"instances\": 100, \"layers\": [{}]"
    #expect(
      codes(scene(99).replacingOccurrences(of: "[{}, {}]", with: "[{ \(rows) }]")) == [])
    #expect(
      codes(scene(100).replacingOccurrences(of: "[{}, {}]", with: "[{ \(rows) }]")) == [.limit])
  }

  @Test func `an emitter's cells have a limit, however deep they lie`() {
    func cells(_ depth: Int) -> String {
      let inner = depth > 0 ? ", \"cells\": \(cells(depth - 1))" : ""
      return "[{ \"birthRate\": 0.1, \"lifetime\": 1\(inner) }]"
    }
    #expect(codes("{ \"layers\": [{ \"kind\": \"emitter\", \"cells\": \(cells(15)) }] }") == [])
    #expect(
      codes("{ \"layers\": [{ \"kind\": \"emitter\", \"cells\": \(cells(16)) }] }") == [.limit])
  }
}
