import Foundation
import SVG
import System
import TestSupport
import Testing
import Wire

/// Runs every target over the inputs that are kept for it, and over some that are made up.
@Suite struct CorpusTests {
  private static func corpus(of target: FuzzTarget) throws -> [URL] {
    let folder = try #require(Bundle.module.url(forResource: "Corpus", withExtension: nil))
    return try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil)
  }

  @Test(arguments: FuzzTarget.allCases)
  func `each kept input runs without an error, within its time`(target: FuzzTarget) throws {
    let files = try Self.corpus(of: target)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let start = try threadTime()
      #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") {
        try target.run(bytes)
      }
      let time = try threadTime() - start
      // Without the sanitizer, with which it takes two to ten times as long.
      #expect(
        Double(time) < FuzzTarget.seconds * 0.5e6,
        "\(target.rawValue)/\(file.lastPathComponent): \(time) µs")
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `bytes at random find nothing`(target: FuzzTarget) throws {
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = (0..<random.int(in: 0...300)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      #expect(throws: Never.self, "seed \(seed)") { try target.run(bytes) }
    }
  }

  @Test func `each input of a structure stays one that can be read`() throws {
    var random = SeededGenerator(seed: 7)
    var bytes: [UInt8] = []
    for _ in 0..<50 {
      guard let next = FuzzTarget.Structure.messages.mutate(bytes, &random) else { continue }
      bytes = next.count > 4096 ? [] : next
      #expect(throws: Never.self) { try FuzzTarget.message.run(bytes) }
    }
  }

  @Test func `most inputs with changed markup are pictures`() throws {
    let kept = try Self.corpus(of: .svg).map { [UInt8](try Data(contentsOf: $0)) }
    var random = SeededGenerator(seed: 7)
    var (count, pictures) = (0, 0)
    for bytes in kept {
      for _ in 0..<40 {
        guard let next = FuzzTarget.Structure.markup.mutate(bytes, &random) else { continue }
        count += 1
        if (try? SVGPicture(next, limits: SVGTarget.limits)) != nil { pictures += 1 }
        #expect(throws: Never.self) { try FuzzTarget.svg.run(next) }
      }
    }
    #expect(count > 200 && pictures * 10 > count * 8, "\(pictures) of \(count)")
  }

  @Test func `the grammar has every method of the interface`() throws {
    let grammar = InterfaceGrammar.display
    #expect(grammar.interface == "io.firstlight.display")
    #expect(
      grammar.methods.map { $0.name }.sorted()
        == DisplayInterface.Method.allCases.map { $0.name }.sorted())
    let progress = try #require(grammar.methods.first { $0.name == "SetProgress" })
    #expect(progress.parameters.map { $0.name }.contains("allowDecrease"))
    #expect(
      progress.parameters.first { $0.name == "timing" }?.type == .optional(.named("TimingFunction"))
    )
  }
}
