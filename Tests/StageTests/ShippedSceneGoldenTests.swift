import Foundation
import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// The scenes that ship, at a quarter of their size: how they begin, and with their controls set.
@Suite struct ShippedSceneGoldenTests {
  static let names = [
    "boot", "shutdown", "install", "observatory", "speed", "orbit", "aurora", "gyroscope",
    "paperplane",
  ]

  private func stage(
    _ name: String, size: PixelSize = PixelSize(width: 320, height: 180), scale: Double = 0.5
  ) throws -> Stage {
    let scenes = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Scene/Scenes")
    let scene = try SceneLoader.load(path: scenes.appending(path: "\(name).jsonc").path)
    return Stage(scene: scene, size: size, scale: scale)
  }

  @Test func `the loader while it reveals the picture`() throws {
    let stage = try stage("loader")
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    _ = try stage.reveal(nil)
    for frame in 0...22 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    expectGolden(stage, screen, named: "loader-revealing")
  }

  @Test(arguments: [640, 900])
  func `the loader's sun stands above the ridges on very wide screens`(width: Int) throws {
    let stage = try stage("loader", size: PixelSize(width: width, height: 270), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    _ = try stage.reveal(nil)
    for frame in 0...90 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    let bytes = screen.bytes
    // The sun's radius is 25 pixels.
    for y in stride(from: 135 - 22, through: 135 + 22, by: 4) {
      let pixel = y * screen.stride + width / 2 * 4
      #expect(
        bytes[pixel] == 0xE7 && bytes[pixel + 1] == 0xF4 && bytes[pixel + 2] == 0xFB, "row \(y)")
    }
  }

  @Test(arguments: ["switch", "daynight"])
  func `a switch on its way`(name: String) throws {
    let stage = try stage(name)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    let control = try #require(stage.controls.first).name
    stage.draw(stage.advance(to: 0), into: screen.surface)
    _ = try stage.toggleScrub(control)
    for frame in 1...12 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    expectGolden(stage, screen, named: "\(name)-on-its-way")
  }

  @Test(arguments: names)
  func `a shipped scene at its beginning and under way`(name: String) throws {
    let stage = try stage(name)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    expectGolden(stage, screen, named: "\(name)-beginning")
    for (index, control) in stage.controls.filter({ $0.kind == .progress }).enumerated() {
      _ = try stage.setProgress(control.name, to: index == 0 ? 0.62 : 0.35)
    }
    // Frame by frame, so that the picture is one of many partial repaints.
    for frame in 1...75 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    expectGolden(stage, screen, named: "\(name)-under-way")
  }

  @Test(arguments: [false, true])
  func `the plane has a trail where it flies, and none where motion is reduced`(
    isReduced: Bool
  ) throws {
    let stage = try stage("paperplane")
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    stage.reducesMotion = isReduced
    /// The pixels around the loop, between the clouds and the stars.
    func loop() -> [UInt8] {
      let bytes = screen.bytes
      return (40..<94).flatMap { y in
        Array(bytes[(y * screen.stride + 140 * 4)..<(y * screen.stride + 194 * 4)])
      }
    }
    let before = loop()
    for frame in 1...264 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    #expect((loop() == before) == isReduced)
  }

  /// Each ray is two halves, which meet between two rows of pixels.
  @Test func `no dark lines run through the lights of aurora`() throws {
    let stage = try stage("aurora", size: PixelSize(width: 640, height: 360), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    _ = stage.advance(to: 0)
    _ = try stage.setProgress(nil, to: 0.75)
    for second in 1...4 { stage.draw(stage.advance(to: Double(second)), into: screen.surface) }
    let bytes = screen.bytes
    func green(_ x: Int, _ y: Int) -> Int { Int(bytes[y * screen.stride + x * 4 + 1]) }
    var deepest = 0
    // Above the mountains.
    for y in 1..<190 {
      for x in 0..<screen.width {
        deepest = max(deepest, min(green(x, y - 1), green(x, y + 1)) - green(x, y))
      }
    }
    #expect(deepest < 10)
  }

  @Test(arguments: [("working", [0, 0]), ("done", [1, 0]), ("failed", [0, 1])])
  func `an installation shows in words how it has ended`(state: String, seen: [Double]) throws {
    let stage = try stage("install")
    _ = stage.advance(to: 0)
    try stage.setState("outcome", to: state)
    for frame in 1...60 { _ = stage.advance(to: Double(frame) / 60) }
    let found = try ["success", "failure"].compactMap {
      try stage.layers(below: $0, depth: 0).first?.opacity
    }
    #expect(found == seen)
  }

  @Test func `an installation that ends without a last report is complete`() throws {
    let stage = try stage("install")
    _ = stage.advance(to: 0)
    _ = try stage.setProgress("install", to: 0.6)
    _ = stage.advance(to: 1)
    try stage.setState("outcome", to: "done")
    for frame in 60...240 { _ = stage.advance(to: Double(frame) / 60) }
    #expect(stage.controls.first { $0.name == "install" }?.value == 1)
  }

  @Test(arguments: [true, false])
  func `a failed installation keeps its reason, whichever comes first`(isReasonFirst: Bool) throws {
    let stage = try stage("install")
    _ = stage.advance(to: 0)
    if isReasonFirst { try stage.setText("status", to: "The disk is full") }
    try stage.setState("outcome", to: "failed")
    if !isReasonFirst { try stage.setText("status", to: "The disk is full") }
    for frame in 1...60 { _ = stage.advance(to: Double(frame) / 60) }
    #expect(stage.controls.first { $0.name == "status" }?.text == "The disk is full")
    try stage.setState("outcome", to: "working")
    #expect(stage.controls.first { $0.name == "status" }?.text == "The disk is full")
  }
}
