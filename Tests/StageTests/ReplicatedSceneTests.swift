import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// Replicators and emitters from the scene file to the screen.
@Suite struct ReplicatedSceneTests {
  private static let spinner = """
    {
      "background": "#101820",
      "layers": [
        {
          "name": "spinner", "kind": "replicator", "size": ["80vmin", "80vmin"],
          "instances": 12, "delay": 0.1, "instanceTransform": { "rotation": -30 },
          "instanceColor": "#FFFFFF", "colorOffset": [0, -0.03, -0.05, 0],
          "layers": [
            {
              "position": ["50%", "9%"], "size": ["15%", "15%"], "cornerRadius": "50%",
              "backgroundColor": "#FFE7C3",
              "animations": [
                { "key": "opacity", "from": 1, "to": 0.1, "duration": 1.2, "repeat": "forever" },
                { "key": "scale", "from": 1, "to": 0.6, "duration": 1.2, "repeat": "forever" },
              ],
            },
          ],
        },
      ],
      "controls": {
        "count": {
          "kind": "progress", "duration": 0,
          "drives": { "layer": "spinner", "key": "instances", "from": 12, "to": 3 },
        },
      },
    }
    """

  @Test func `a later instance keeps its look until a change reaches it`() throws {
    let player = try SteppedStage(
      """
      { "background": "#000000",
        "layers": [ { "kind": "replicator", "frame": [0, 0, 20, 20], "instances": 2, "delay": 0.2,
          "instanceTransform": { "translation": [20, 0] },
          "layers": [ { "name": "dot", "backgroundColor": "#FFFFFF" } ] } ],
        "controls": { "light": { "kind": "state", "states": { "on": {}, "off": { "changes": {
          "layer": "dot", "key": "opacity", "to": 0, "duration": 0.2, "timing": "linear" } } } } } }
      """)
    player.show(at: 0.9)
    try player.stage.setState("light", to: "off")
    // The change begins a frame before the first picture of it.
    for (time, first, second) in [(1.0, 234, 255), (1.1, 106, 255), (1.3, 0, 106), (1.5, 0, 0)] {
      player.show(at: time)
      let found = [player.color(x: 10, y: 10)[0], player.color(x: 30, y: 10)[0]].map { Int($0) }
      #expect(abs(found[0] - first) <= 1 && abs(found[1] - second) <= 1, "\(time): \(found)")
      #expect(player.pixels == player.redrawn())
    }
  }

  private static let fireworks = """
    {
      "background": "#080C18",
      "layers": [
        {
          "name": "sky", "kind": "emitter", "emitterPosition": ["50%", "100%"],
          "shape": "line", "emitterSize": ["60%", 0], "seed": 4,
          "cells": [
            {
              "shape": "glow", "diameter": "2vmin", "birthRate": 2, "lifetime": 1,
              "velocity": "115vmin", "velocityRange": "25vmin", "emissionLongitude": -90,
              "emissionRange": 20, "yAcceleration": "60vmin", "color": "#C0A080",
              "redRange": 0.8, "greenRange": 0.8, "blueRange": 0.8,
              "cells": [
                {
                  "diameter": "2.5vmin", "beginTime": 0.95, "duration": 0.05, "birthRate": 2000,
                  "lifetime": 1.5, "velocity": "30vmin", "velocityRange": "24vmin",
                  "emissionRange": 360, "yAcceleration": "14vmin", "scaleSpeed": -0.5,
                  "alphaSpeed": -0.5,
                },
              ],
            },
          ],
        },
        { "name": "over", "position": ["50%", "90%"], "size": ["50%", "10%"], "backgroundColor": "#404860" },
      ],
      "controls": {
        "rate": {
          "kind": "progress", "value": 1, "duration": 0,
          "drives": [
            { "layer": "sky", "key": "birthRate" },
            { "layer": "sky", "key": "emitterPosition.x", "from": "20%", "to": "50%" },
          ],
        },
      },
    }
    """

  private static let size = PixelSize(width: 120, height: 120)

  private func image(_ pixels: [UInt8]) -> Image {
    var words: [UInt32] = []
    for index in stride(from: 0, to: pixels.count, by: 4) {
      words.append(
        0xFF00_0000 | UInt32(pixels[index + 2]) << 16 | UInt32(pixels[index + 1]) << 8
          | UInt32(pixels[index]))
    }
    return Image(size: Self.size, premultipliedPixels: words)
  }

  private func expectSame(_ a: [UInt8], _ b: [UInt8], _ comment: Comment? = nil) {
    let (_, count, largest) = differences(image(a), image(b))
    #expect(count == 0, "\(count) pixels differ, by up to \(largest)")
  }

  @Test(arguments: [spinner, fireworks])
  func `a partial repaint equals a full one`(scene: String) throws {
    let stage = try SteppedStage(scene, size: Self.size)
    for frame in 1...150 {
      if frame == 60 { _ = try stage.stage.setProgress(nil, to: 0.5) }
      if frame == 90 { _ = try stage.stage.setProgress(nil, to: 1) }
      stage.show(at: Double(frame) / 60)
      if frame % 15 == 0 { expectSame(stage.pixels, stage.redrawn()) }
    }
  }

  @Test(arguments: [spinner, fireworks])
  func `the picture does not depend on the frames before it`(scene: String) throws {
    let often = try SteppedStage(scene, size: Self.size)
    let seldom = try SteppedStage(scene, size: Self.size)
    often.run(from: 0, to: 2.5)
    for time in [0.3, 1.9, 2.5] { seldom.show(at: time) }
    expectSame(often.pixels, seldom.pixels)
    #expect(often.redrawCount > 100)
  }

  @Test func `a spinner of fading dots equals its golden image`() throws {
    let stage = try SteppedStage(Self.spinner, size: Self.size)
    stage.run(from: 0, to: 2)
    expectGolden(image(stage.pixels), named: "replicator-spinner")
    let twelve = stage.redrawn()
    _ = try stage.stage.setProgress("count", to: 1)
    stage.run(from: 2, to: 2.1)
    // The third of twelve is at 9 o'clock … of three, only the first three are left.
    let three = stage.pixels
    #expect(three != twelve)
    let lit = stride(from: 0, to: three.count, by: 4).count { three[$0 + 2] > 60 }
    let before = stride(from: 0, to: twelve.count, by: 4).count { twelve[$0 + 2] > 60 }
    #expect(lit > 0 && lit * 2 < before)
  }

  @Test func `fireworks equal their golden image, and end`() throws {
    let stage = try SteppedStage(Self.fireworks, size: Self.size)
    stage.run(from: 0, to: 2.4)
    expectGolden(image(stage.pixels), named: "emitter-fireworks")
    #expect(stage.stage.isAnimating)
    _ = try stage.stage.setProgress("rate", to: 0)
    stage.run(from: 2.4, to: 8)
    #expect(!stage.stage.isAnimating)
    #expect(stage.stage.nextChange == nil)
    let count = stage.redrawCount
    stage.run(from: 8, to: 9)
    #expect(stage.redrawCount == count)
    #expect(stage.color(x: 60, y: 30) == [8, 12, 24])
  }
}
