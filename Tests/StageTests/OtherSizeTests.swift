import Foundation
import Geometry
import Layers
import Raster
import Scene
import TestSupport
import Testing

@testable import Stage

/// A stage that gets another size in the middle of motion, and a stage that joins another one then,
/// show the same picture as a stage that had this size from the beginning.
@Suite struct OtherSizeTests {
  private static let scenes = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Scene/Scenes")
  private static let names = [
    "boot", "install", "loader", "switch", "daynight", "speed", "orbit", "observatory",
    "sampler/basic", "sampler/filled", "sampler/fireworks", "sampler/inset-percentage",
    "sampler/line", "sampler/pie", "sampler/ring", "sampler/segments",
  ]
  private static let sizes = [PixelSize(width: 96, height: 54), PixelSize(width: 60, height: 80)]

  /// In sixtieths of a second.
  private static let moments = [1, 7, 26, 33, 44, 75]
  private static let lastFrame = 84

  private static func scene(_ name: String) throws -> Scene {
    try SceneLoader.load(path: scenes.appending(path: "\(name).jsonc").path)
  }

  /// The requests before a frame, to all controls of the kinds.
  private static func request(_ stage: Stage, before frame: Int) throws {
    for (index, control) in stage.controls.enumerated() {
      switch (control.kind, frame) {
      case (.progress, 4): _ = try stage.setProgress(control.name, to: index == 0 ? 0.62 : 0.35)
      case (.progress, 25): _ = try stage.setProgress(control.name, to: 0.9)
      case (.progress, 40): try stage.setIndeterminate(control.name, true)
      case (.progress, 60): _ = try stage.setProgress(control.name, to: 0.3, allowDecrease: true)
      case (.reveal, 4): _ = try stage.setProgress(control.name, to: 0.7)
      case (.reveal, 30): _ = try stage.reveal(control.name)
      case (.scrub, 4): _ = try stage.beginScrub(control.name, by: 1)
      case (.scrub, 5...19):
        try stage.updateScrub(control.name, to: Double(frame) / 30, by: 1)
      case (.scrub, 22): _ = try stage.endScrub(control.name, velocity: 2, by: 1)
      case (.scrub, 70): _ = try stage.toggleScrub(control.name)
      case (.text, 15), (.text, 35): try stage.setText(control.name, to: "Step \(frame)")
      default: break
      }
    }
    if frame == 50 { try stage.pause() }
    if frame == 55 { try stage.resume() }
  }

  private static func picture(_ stage: Stage) -> [UInt8] {
    let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(Region(PixelRect(stage.size)), into: buffer.surface)
    return buffer.bytes
  }

  /// Frames that are compared: some after each moment.
  private static func isCompared(_ frame: Int, since moment: Int) -> Bool {
    (moment..<moment + 3).contains(frame) || frame == lastFrame
  }

  /// The compared frames, in a size.
  private static func born(_ scene: Scene, _ size: PixelSize) throws -> [[UInt8]] {
    let stage = Stage(scene: scene, size: size, scale: 0.25)
    return try (0...lastFrame).map { frame in
      try request(stage, before: frame)
      _ = stage.advance(to: Double(frame) / 60)
      return moments.contains { isCompared(frame, since: $0) } ? picture(stage) : []
    }
  }

  /// The number of pixels that differ, and the greatest difference.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> (count: Int, most: Int) {
    guard a != b else { return (0, 0) }
    guard a.count == b.count else { return (.max, .max) }
    var (count, most) = (0, 0)
    for (x, y) in zip(a, b) where x != y {
      count += 1
      most = max(most, abs(Int(x) - Int(y)))
    }
    return (count, most)
  }

  private static func expect(
    _ stage: Stage, from moment: Int, shows frames: [[UInt8]], _ name: String
  ) throws {
    for frame in moment...lastFrame {
      if frame > moment { try request(stage, before: frame) }
      _ = stage.advance(to: Double(frame) / 60)
      guard isCompared(frame, since: moment) else { continue }
      let difference = difference(picture(stage), frames[frame])
      #expect(
        difference.count == 0,
        "\(name) at \(moment), frame \(frame): \(difference.count) bytes by \(difference.most)")
      if difference.count > 0 { return }
    }
  }

  /// A stage that has come to a frame.
  private static func stage(_ scene: Scene, _ size: PixelSize, at moment: Int) throws -> Stage {
    let stage = Stage(scene: scene, size: size, scale: 0.25)
    for frame in 0...moment {
      try request(stage, before: frame)
      _ = stage.advance(to: Double(frame) / 60)
    }
    return stage
  }

  @Test(arguments: names)
  func `a resize in mid-motion shows the frames of a stage of that size`(name: String) throws {
    let scene = try Self.scene(name)
    let frames = try Self.born(scene, Self.sizes[1])
    for moment in Self.moments {
      let stage = try Self.stage(scene, Self.sizes[0], at: moment)
      stage.resize(to: Self.sizes[1], scale: 0.25)
      try Self.expect(stage, from: moment, shows: frames, name)
    }
  }

  @Test(arguments: ["boot", "loader", "daynight", "speed", "sampler/fireworks"])
  func `a stage that joins another one shows the frames of its own size`(name: String) throws {
    let scene = try Self.scene(name)
    let frames = try Self.born(scene, Self.sizes[1])
    for (index, moment) in Self.moments.enumerated() {
      let first = try Self.stage(scene, Self.sizes[index % 2], at: moment)
      let joined = Stage(scene: scene, size: Self.sizes[1], scale: 0.25)
      joined.adopt(first)
      try Self.expect(joined, from: moment, shows: frames, name)
    }
  }
}
