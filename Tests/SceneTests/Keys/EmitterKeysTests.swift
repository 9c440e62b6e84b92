import Animation
import Geometry
import Layers
@testable import Scene
import Testing

/// Key paths into the cells of emitters.
@Suite struct EmitterKeysTests {
  private func scene(_ key: String, to value: String, name: String = "fire") -> [UInt8] {
    Array(
      """
      { "layers": [ { "kind": "emitter", "renderMode": "additive",
          "cells": [ { "name": "\(name)", "birthRate": 1, "lifetime": 2 } ],
          "animations": [ { "key": "\(key)", "to": \(value) } ] } ] }
      """.utf8)
  }

  private func animation(_ key: String, to value: String) throws -> Animation? {
    let scene = try SceneLoader.load(bytes: scene(key, to: value), name: "s", directory: nil)
    let root = scene.instantiate(size: Size(width: 200, height: 100), scale: 1).tree.root
    let layer = try #require(root.sublayers.first as? EmitterLayer)
    #expect(layer.renderMode == .additive)
    return layer.animation(forKey: key)
  }

  @Test(arguments: [
    ("emitterCells.fire.birthRate", "7", 7.0), ("emitterCells.fire.velocity", "\"10vmin\"", 10),
    ("emitterCells.fire.spin", "180", Double.pi),
    ("emitterCells.fire.yAcceleration", "\"10%\"", 10),
  ])
  func `values have the units of the cell`(key: String, value: String, number: Double) throws {
    guard case .basic(let animation) = try animation(key, to: value) else {
      Issue.record("no animation")
      return
    }
    #expect(animation.toValue == .scalar(number))
    #expect(animation.keyPath.name == key)
  }

  @Test(arguments: [
    ("emitterCells.smoke.birthRate", "fire"), ("emitterCells.fire.birthrate", "fire"),
    ("emitterCells.a.b.birthRate", "a.b"),
  ])
  func `unknown cells and properties are refused`(key: String, name: String) throws {
    #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: scene(key, to: "7", name: name), name: "s", directory: nil)
    }
  }

  /// Names are compared byte by byte.
  @Test(
    arguments: [
      ("fire", "fire", .conflict), ("fire", "smoke", nil),
      ("é", "e\u{301}", nil), ("e\u{301}", "x", .invalidValue),
    ] as [(String, String, SceneDiagnostic.Code?)])
  func `a name of two cells is refused`(
    first: String, second: String, code: SceneDiagnostic.Code?
  ) throws {
    let key = first.utf8.count == 3 ? "é" : first
    let text = """
      { "layers": [ { "kind": "emitter", "size": [10, 10],
          "cells": [ { "name": "\(first)", "birthRate": 1, "lifetime": 1 },
            { "name": "\(second)", "birthRate": 1, "lifetime": 1 } ],
          "animations": [ { "key": "cells.\(key).birthRate", "to": 7, "duration": 1 } ] } ] }
      """
    var found: SceneDiagnostic.Code?
    do throws(SceneError) {
      _ = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    } catch {
      found = error.diagnostics.first?.code
    }
    #expect(found == code)
  }

  @Test func `the budget counts the values to which a cell is animated`() throws {
    func cost(_ rate: String) throws -> Double {
      let bytes = scene("emitterCells.fire.birthRate", to: rate)
      let scene = try SceneLoader.load(bytes: bytes, name: "s", directory: nil)
      guard case .emitter(var emitter) = scene.description.layers[0].content else { return 0 }
      for (key, value) in LayerExtremes(
        of: scene.description.layers[0], size: .zero, drives: [],
        inner: LengthContext(size: .zero, output: .zero),
        outer: LengthContext(size: .zero, output: .zero)
      ).cells { emitter.raise(key, to: value) }
      return ParticleCensus.liveCount(of: emitter.cells, birthFactor: 1, lifetimeFactor: 1)
    }
    #expect(try cost("0") == 2)
    #expect(try cost("500") == 1000)
  }
}
