import Foundation
import Scene
import TestSupport
import Testing

/// Valid scenes with unusual numbers: nothing traps, and the picture drawn in parts equals a full
/// repaint.
///
/// `FIRSTLIGHT_SEEDS=100000-120000` plays others, with a line for each that takes long.
@Suite struct GeneratedScenesTests {
  @Test(arguments: 0..<12, [SceneGenerator.Vocabulary.first, .full])
  func `no generated scene traps`(
    block: Int, vocabulary: SceneGenerator.Vocabulary
  ) throws {
    var seeds = UInt64(block) * 12..<UInt64(block) * 12 + 12
    if let asked = Self.askedSeeds {
      let share = (asked.upperBound - asked.lowerBound) / 12
      seeds =
        asked.lowerBound + UInt64(block) * share..<asked.lowerBound + UInt64(block + 1) * share
    }
    var loaded = 0
    for seed in seeds {
      var scene = GeneratedScene(seed: seed, vocabulary: vocabulary)
      if Self.askedSeeds != nil { Self.note(seed, block, vocabulary) }
      let start = ContinuousClock.now
      guard let first = scene.load() else { continue }
      loaded += 1
      scene.play(first, into: GeneratedScene(seed: seed ^ 1, vocabulary: vocabulary).load())
      let took = ContinuousClock.now - start
      if Self.askedSeeds != nil, took > .seconds(2) { print("seed \(seed) took \(took)") }
    }
    // The other scenes would exceed the cost of a frame.
    #expect(loaded * 6 > seeds.count, "many scenes are valid: \(loaded) of \(seeds.count)")
  }

  @Test func `scenes of the whole vocabulary are valid, or beyond a limit`() {
    var loaded = 0
    for seed in 0..<200 as Range<UInt64> {
      var generator = SceneGenerator(seed: seed, vocabulary: .full)
      let text = generator.scene()
      do throws(SceneError) {
        _ = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
        loaded += 1
      } catch {
        // A layer of a control may have a time that does not run.
        for fault in error.diagnostics
        where fault.severity == .error && fault.code != .limit
          && !fault.message.hasSuffix("has a time that stands still or runs backward")
        {
          Issue.record("seed \(seed): \(fault.message)")
        }
      }
    }
    #expect(loaded > 60, "\(loaded) of 200")
  }

  private static let askedSeeds: Range<UInt64>? = {
    let parts = ProcessInfo.processInfo.environment["FIRSTLIGHT_SEEDS"]?.split(separator: "-")
      .compactMap { UInt64($0) }
    guard let parts, parts.count == 2, parts[0] < parts[1] else { return nil }
    return parts[0]..<parts[1]
  }()

  /// Prints the seed being played, to find the one that ended the run.
  private static func note(
    _ seed: UInt64, _ block: Int, _ vocabulary: SceneGenerator.Vocabulary
  ) {
    try? Data("\(seed)".utf8)
      .write(to: URL(fileURLWithPath: "/tmp/firstlight-seed-\(vocabulary)-\(block)"))
  }
}
