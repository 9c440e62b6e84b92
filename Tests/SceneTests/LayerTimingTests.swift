import Geometry
import Layers
import Scene
import Testing

/// The keys of a layer's time, seen by an animation of one second in it.
@Suite struct LayerTimingTests {
  /// Opacity of the inner layer at a time of the scene.
  private func opacity(_ keys: String, at time: Double) throws -> Double {
    let text = """
      { "layers": [ { \(keys) "layers": [ { "name": "dot", "size": [1, 1], "opacity": 0.5,
        "animations": [ { "key": "opacity", "from": 0, "to": 1, "duration": 1,
          "timing": "linear" } ] } ] } ] }
      """
    let scene = try SceneLoader.load(
      bytes: Array(text.utf8), name: "scene.jsonc", directory: nil)
    let instance = scene.instantiate(size: .init(width: 10, height: 10), scale: 1)
    instance.tree.advance(to: 0)
    instance.tree.advance(to: time)
    let dot = try #require(instance.tree.root.sublayers.first?.sublayers.first)
    return try #require(dot.presentation()).opacity
  }

  @Test(arguments: [
    ("", 0.25, 0.25), ("\"speed\": 2,", 0.25, 0.5), ("\"speed\": 0.5,", 0.5, 0.25),
    // Before and after its second, the layer shows its own opacity.
    ("\"beginTime\": 2,", 1.5, 0.5), ("\"beginTime\": 2,", 2.75, 0.75),
    ("\"timeOffset\": 0.6,", 0, 0.6), ("\"timeOffset\": 0.6,", 0.75, 0.5),
    // A still.
    ("\"speed\": 0, \"timeOffset\": 0.3,", 0, 0.3),
    ("\"speed\": 0, \"timeOffset\": 0.3,", 9, 0.3),
    // Backwards.
    ("\"speed\": -1, \"timeOffset\": 0.9,", 0.25, 0.65),
    ("\"beginTime\": 1, \"speed\": 2, \"timeOffset\": 0.5,", 1.1, 0.7),
  ])
  func `a layer's time applies to its sublayers`(
    keys: String, time: Double, expected: Double
  ) throws {
    #expect(abs(try opacity(keys, at: time) - expected) < 1e-9)
  }

  /// The places of the particles of an emitter in a layer, born once a second from 1 on, 10 points
  /// a second to the right.
  private func places(_ keys: String, at time: Double) throws -> [Double] {
    let text = """
      { "layers": [ { \(keys) "layers": [ { "kind": "emitter", "emitterPosition": [0, 0],
        "cells": [ { "birthRate": 1, "lifetime": 10, "velocity": 10 } ] } ] } ] }
      """
    let scene = try SceneLoader.load(
      bytes: Array(text.utf8), name: "scene.jsonc", directory: nil)
    let instance = scene.instantiate(size: .init(width: 10, height: 10), scale: 1)
    instance.tree.advance(to: 0)
    instance.tree.advance(to: time)
    let emitter = instance.tree.root.sublayers.first?.sublayers.first as? EmitterLayer
    return try #require(emitter?.presentation()).particles.map { $0.position.x }
  }

  @Test(arguments: [
    ("", 2.5, [15, 5]), ("\"beginTime\": 2,", 2.5, []), ("\"beginTime\": 2,", 3.5, [5]),
    ("\"timeOffset\": 2,", 0.5, [15, 5]), ("\"speed\": 2,", 1.25, [15, 5]),
    ("\"speed\": 0, \"timeOffset\": 2.5,", 9, [15, 5]),
  ])
  func `a layer's time applies to its particles`(
    keys: String, time: Double, expected: [Double]
  ) throws {
    let places = try places(keys, at: time)
    #expect(places.count == expected.count)
    for (place, expected) in zip(places, expected) { #expect(abs(place - expected) < 1e-6) }
  }
}
