import Foundation
import Geometry
import Layers
import Scene
import TestSupport
import Testing

@Suite struct HostileScenesTests {
  /// Loads and lays out; whatever comes of it, nothing traps and mistakes have a place in the text.
  private func play(_ bytes: [UInt8], _ comment: String) {
    do throws(SceneError) {
      let scene = try SceneLoader.load(bytes: bytes, name: "s", directory: scenesDirectory)
      let instance = scene.instantiate(size: Size(width: 320, height: 200), scale: 1)
      instance.tree.advance(to: 0)
      instance.tree.advance(to: 0.7)
    } catch {
      #expect(!error.diagnostics.isEmpty, "\(comment)")
      for diagnostic in error.diagnostics {
        #expect((0...bytes.count).contains(diagnostic.offset), "\(comment)")
        #expect(!diagnostic.rendered(in: error.source).isEmpty)
      }
    }
  }

  private func shipped(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(scenesDirectory)/\(name).jsonc")))
  }

  @Test(arguments: ShippedScenesTests.names)
  func `every prefix of a scene fails cleanly`(name: String) throws {
    let bytes = try shipped(name)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      play(Array(bytes[..<length]), "prefix of \(length) bytes")
    }
  }

  @Test(arguments: ShippedScenesTests.names)
  func `mutated scenes never trap`(name: String) throws {
    let original = try shipped(name)
    let words = [
      "-1", "1e308", "\"100%\"", "\"min(1\"", "null", "[]", "{}", "\"#FFF\"", "\"a\"", "true", "0",
    ].map { Array($0.utf8) }
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1:
          let end = min(bytes.count, index + Int.random(in: 1...40, using: &generator))
          bytes.removeSubrange(index..<end)
        default:
          // Replaces a value, so that the text is still JSON.
          guard let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")),
            let end = bytes[colon...].firstIndex(of: UInt8(ascii: ","))
          else { continue }
          bytes.replaceSubrange(
            colon + 1..<end, with: words.randomElement(using: &generator) ?? [])
        }
      }
      play(bytes, "seed \(seed)")
    }
  }
}
