import Foundation
import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// The examples of the scene format's page: each loads without a warning, and its picture is the
/// rendered one.
@Suite struct FormatPageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Scene").standardized

  /// A fenced block of the page: ```` ```jsonc NAME at=SECONDS set=CONTROL=VALUE ````.
  struct Example: CustomTestStringConvertible {
    var name: String
    var time = 0.0
    var settings: [(control: String, value: Double)] = []
    var text: String

    var testDescription: String { name }
    /// True if the picture depends on the fonts of the machine.
    var showsText: Bool { text.contains("\"text\"") || text.contains("\"percentage\"") }
  }

  static let examples: [Example] = {
    guard let page = try? String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    else { return [] }
    return page.components(separatedBy: "\n```jsonc ").dropFirst().compactMap { example(in: $0) }
  }()

  private static func example(in block: String) -> Example? {
    guard let end = block.range(of: "\n```"), let line = block.firstIndex(of: "\n") else {
      return nil
    }
    let words = block[..<line].split(separator: " ")
    guard let name = words.first else { return nil }
    var example = Example(name: String(name), text: String(block[line..<end.lowerBound]))
    for word in words.dropFirst() {
      let parts = word.split(separator: "=")
      if parts.first == "at" { example.time = Double(parts[1]) ?? .nan }
      if parts.first == "set" {
        example.settings.append((String(parts[1]), Double(parts[2]) ?? .nan))
      }
    }
    return example
  }

  @Test func `the page has an example of each kind of layer`() {
    let text = Self.examples.map { $0.text }.joined()
    for kind in ["shape", "image", "gradient", "text", "progress", "emitter", "replicator"] {
      #expect(text.contains("\"kind\": \"\(kind)\""), "no example has a layer of the kind \(kind)")
    }
  }

  @Test(arguments: examples)
  func `an example loads without a warning and draws its picture`(example: Example) throws {
    let scene = try SceneLoader.load(
      bytes: Array(example.text.utf8), name: example.name, directory: Self.folder.path)
    #expect(scene.warnings.isEmpty)
    let stage = Stage(scene: scene, size: PixelSize(width: 320, height: 180), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    for (control, value) in example.settings { _ = try stage.setProgress(control, to: value) }
    for frame in 1...max(60, Int(example.time * 60)) {
      stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface)
    }
    #expect(screen.bytes == stage.plainPicture().bytes, "\(example.name) without fast paths")
    let isBlessing = ProcessInfo.processInfo.environment["FIRSTLIGHT_BLESS"] == "1"
    if example.showsText, !isBlessing {
      #expect(Set(screen.makeImage().premultipliedPixels).count > 16, "hardly anything is drawn")
    } else {
      expectGolden(
        screen.makeImage(), named: example.name, in: Self.folder.appending(path: "Pictures"))
    }
  }
}
