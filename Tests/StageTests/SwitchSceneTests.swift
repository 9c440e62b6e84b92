import Animation
import Foundation
import Geometry
import Raster
import Scene
import Stage
import Testing

/// The rows S5 and S6: the two switches as they ship, on outputs where they have the size of the
/// rows.
@Suite struct SwitchSceneTests {
  private static let directory =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/Scene/Scenes").path

  /// A shipped scene whose control was moved by a finger.
  private func stage(
    _ scene: String, size: PixelSize, scale: Double, value: Double
  ) throws -> Stage {
    let scene = try SceneLoader.load(path: Self.directory + "/\(scene).jsonc")
    let stage = Stage(scene: scene, size: size, scale: scale)
    _ = stage.advance(to: 0)
    _ = try stage.beginScrub(nil, by: 1)
    try stage.updateScrub(nil, to: value, by: 1)
    _ = stage.advance(to: 0.02)
    return stage
  }

  private func value(_ stage: Stage, _ layer: String, _ key: String) throws -> AnimatableValue {
    let keyPath = try #require(AnimationKeyPath(key))
    return try #require(try stage.presentedValue(of: keyPath, ofLayer: layer))
  }

  private func number(_ stage: Stage, _ layer: String, _ key: String) throws -> Double {
    guard case .scalar(let number) = try value(stage, layer, key) else {
      throw ControlError.noSuchLayer(layer + "." + key)
    }
    return number
  }

  private func color(_ stage: Stage, _ layer: String, _ key: String) throws -> [Double] {
    guard case .color(let color) = try value(stage, layer, key) else {
      throw ControlError.noSuchLayer(layer + "." + key)
    }
    return [color.red, color.green, color.blue]
  }

  private func isNear(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 2e-3 }
  }

  @Test(arguments: [
    (0.0, 0.0), (0.15, 0.04521), (0.3, 0.18740), (0.5, 0.5), (0.8, 0.91834), (1, 1),
  ])
  func `S5 the native switch has its geometry and colours at each value`(
    value p: Double, eased: Double
  ) throws {
    let stage = try stage(
      "switch", size: PixelSize(width: 250, height: 250), scale: 2, value: p)
    #expect(abs(try number(stage, "switch/thumb", "position.x") - 17.5 - 25 * eased) < 2e-3)
    #expect(abs(try number(stage, "switch", "bounds.size.width") - 60) < 1e-9)
    #expect(abs(try number(stage, "switch", "bounds.size.height") - 35) < 1e-9)
    // From the lines' grey and from white to green.
    let (line, on) = ([226, 227, 232].map { $0 / 255.0 }, [52, 199, 90].map { $0 / 255.0 })
    let stroke = zip(line, on).map { $0 + ($1 - $0) * eased }
    let fill = on.map { 1 + ($0 - 1) * eased }
    #expect(isNear(try color(stage, "switch/track", "strokeColor"), stroke))
    #expect(isNear(try color(stage, "switch/track", "fillColor"), fill))
    // The white in the middle shrinks to a point.
    guard case .path(let path) = try value(stage, "switch/hollow", "path") else {
      Issue.record("no path")
      return
    }
    #expect(abs(path.bounds.width - 60 * 0.966 * (1 - eased)) < 0.05)
    #expect(abs(try number(stage, "switch/thumb", "shadowOpacity") - 0.2) < 1e-9)
    #expect(abs(try number(stage, "switch/thumb", "shadowRadius") - 1) < 0.05)
    #expect(try value(stage, "switch/thumb", "shadowOffset").isNear(dx: 0, dy: 1))
  }

  private static let night = [0.231, 0.255, 0.271]
  private static let day = [0.541, 0.898, 0.996]

  @Test(arguments: [
    (0.0, night, 0.0, 0.0), (0.15, [0.386, 0.5765, 0.6335], 0.1875, 0.0622),
    (0.3, day, 0.375, 0.2577), (0.5, day, 0.625, 0.6875), (0.8, day, 1, 0.9225), (1, day, 1, 0.8),
  ])
  func `S6 the switch between night and day has its geometry and colours`(
    value p: Double, sky: [Double], strokeStart: Double, cloud: Double
  ) throws {
    let stage = try stage(
      "daynight", size: PixelSize(width: 800, height: 625), scale: 4, value: p)
    #expect(abs(try number(stage, "switch", "bounds.size.width") - 100) < 1e-9)
    #expect(abs(try number(stage, "switch/thumb", "position.x") - 25 - 50 * p) < 1e-3)
    #expect(isNear(try color(stage, "switch/sky", "backgroundColor"), sky))
    #expect(abs(try number(stage, "switch/thumb/halo", "strokeStart") - strokeStart) < 1e-3)
    #expect(abs(try number(stage, "switch/cloud", "transform.scale.x") - cloud) < 1e-3)
    #expect(abs(try number(stage, "switch/cloud", "transform.scale.y") - cloud) < 1e-3)
  }

  @Test(arguments: ["switch", "daynight"])
  func `a drag there and back leaves the picture as it was`(scene: String) throws {
    let stage = try stage(
      scene, size: PixelSize(width: 120, height: 90), scale: 1, value: 0)
    func picture() -> [UInt8] {
      let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
      stage.draw(Region(PixelRect(stage.size)), into: buffer.surface)
      return buffer.bytes
    }
    let first = picture()
    for (index, value) in [0.4, 1, 0.7, 0].enumerated() {
      try stage.updateScrub(nil, to: value, by: 1)
      _ = stage.advance(to: 0.1 + Double(index) / 10)
      #expect((picture() == first) == (value == 0))
    }
  }
}

extension AnimatableValue {
  fileprivate func isNear(dx: Double, dy: Double) -> Bool {
    switch self {
    case .point(let point): abs(point.x - dx) < 0.05 && abs(point.y - dy) < 0.05
    case .size(let size): abs(size.width - dx) < 0.05 && abs(size.height - dy) < 0.05
    default: false
    }
  }
}
