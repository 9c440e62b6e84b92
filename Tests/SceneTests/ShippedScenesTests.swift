import Foundation
import Geometry
import Layers
import Scene
import Testing

/// The directory of the scenes that ship with the program.
let scenesDirectory =
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Sources/Scene/Scenes").path

@Suite struct ShippedScenesTests {
  /// All scenes in the folder, without their extension.
  static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: scenesDirectory)?.allObjects ?? []
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".jsonc") }
      .map { String($0.dropLast(6)) }.sorted()
  }()
  static let samplerNames = names.filter { $0.hasPrefix("sampler/") }

  @Test(arguments: names)
  func `a shipped scene loads without a warning and can be driven`(name: String) throws {
    let scene = try SceneLoader.load(path: scenesDirectory + "/\(name).jsonc")
    #expect(scene.warnings.map { $0.rendered(in: scene.source) } == [])
    #expect(scene.controls.contains { if case .text = $0.content { false } else { true } })
    #expect(scene.controls.allSatisfy { $0.label != nil })
  }

  @Test(arguments: ["aurora", "install", "shutdown"])
  func `a shipped scene with words has them in its languages`(name: String) throws {
    let scene = try SceneLoader.load(path: scenesDirectory + "/\(name).jsonc")
    let others = [
      "ar", "cs", "da", "el", "fi", "he", "hu", "id", "it", "nb", "nl", "pl", "pt", "ro", "ru",
      "sv", "tr", "uk", "vi",
    ]
    #expect(scene.locales == ["en", "de", "fr", "es"] + (name == "shutdown" ? others : []))
    #expect(scene.controls.allSatisfy { $0.label?.utf8.first == UInt8(ascii: "@") })
  }

  @Test(arguments: samplerNames)
  func `C11 a sampler's scene offers four tints, the first of which it begins with`(
    name: String
  ) throws {
    let scene = try SceneLoader.load(path: scenesDirectory + "/\(name).jsonc")
    let instance = scene.instantiate(size: Size(width: 640, height: 480), scale: 1)
    let tint = try #require(instance.controls.first { $0.name == "tint" }?.targets.first)
    let tints = (0...3).map { tint.value(at: Double($0) / 3) }
    #expect(tint.values.count == 4 && tints == tint.values)
    for (index, color) in tints.enumerated() {
      #expect(!tints[..<index].contains(color))
    }
    #expect(tint.layer.value(for: tint.keyPath) == tints[0])
  }

  @Test func `the folder has the scenes, and those of the sampler`() {
    #expect(Self.names.contains("boot") && Self.names.contains("shutdown"))
    #expect(Self.samplerNames.contains("sampler/ring"))
  }

  @Test(
    arguments: names,
    [(640, 480, 1), (1280, 720, 2), (3840, 2160, 2), (720, 1280, 1)])
  func `progress layers of a shipped scene lie on the output`(
    name: String, output: (Int, Int, Int)
  ) throws {
    let scene = try SceneLoader.load(path: scenesDirectory + "/\(name).jsonc")
    let scale = Double(output.2)
    let size = Size(width: Double(output.0) / scale, height: Double(output.1) / scale)
    let instance = scene.instantiate(size: size, scale: scale)
    instance.tree.advance(to: 0)
    // Progress styles have layers of their own.
    #expect(instance.tree.layerCount > scene.layerCount)
    for target in instance.controls.flatMap({ $0.targets }) {
      guard target.layer is ProgressLayer else { continue }
      var frame = target.layer.frame
      var layer = target.layer
      while let superlayer = layer.superlayer, superlayer !== instance.tree.root {
        frame.origin.x += superlayer.frame.minX
        frame.origin.y += superlayer.frame.minY
        layer = superlayer
      }
      #expect(frame.minX >= 0 && frame.maxX <= size.width, "\(frame) of \(size)")
      #expect(frame.minY >= 0 && frame.maxY <= size.height, "\(frame) of \(size)")
      #expect(frame.width > 40)
    }
  }

  @Test func `the built-in scene is the boot scene`() throws {
    let scene = Scene.builtInBoot
    #expect(scene.name == "First Light")
    #expect(
      scene.source.bytes
        == Array(
          try Data(
            contentsOf: URL(
              fileURLWithPath: scenesDirectory + "/boot.jsonc"))))
  }
}
