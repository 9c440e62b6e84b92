import Foundation
import Testing

@testable import ControlCommands

/// The words of the kernel's command line that leave the display out: `scripts/test-units` compares
/// those of all units.
@Suite struct KernelWordsTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../systemd")
    .standardized

  private static func lines(of file: String) throws -> [String] {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// The words that each keep a unit from starting.
  private static func words(ofUnit name: String) throws -> Set<String> {
    let condition = "ConditionKernelCommandLine=!"
    return Set(
      try lines(of: name).filter { $0.hasPrefix(condition) }
        .map { String($0.dropFirst(condition.count)) })
  }

  /// The words in the first rows of the page's table.
  private static func words(inRows count: Int) throws -> Set<String> {
    let lines = try lines(of: "README.md")
    let head = try #require(lines.firstIndex(of: "| Word | Left out |"))
    var words: Set<String> = []
    for line in lines[(head + 2)...].prefix(count) {
      let parts = line.components(separatedBy: "|")[1].components(separatedBy: "`")
      words.formUnion(stride(from: 1, to: parts.count, by: 2).map { parts[$0] })
    }
    return words
  }

  @Test func `doctor names the words of the service`() throws {
    #expect(try Diagnosis.switches == Self.words(ofUnit: "firstlight.service"))
  }

  @Test func `the page has the words of the units`() throws {
    #expect(try Self.words(inRows: 2) == Self.words(ofUnit: "firstlight.service"))
    let image = try Self.words(ofUnit: "firstlight-initrd.service")
    #expect(try Self.words(inRows: 3) == image.filter { !$0.hasPrefix("init=") })
  }
}
