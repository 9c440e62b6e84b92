import Foundation
import Testing

/// Comments begin with a noun or a verb: one that begins with a pronoun has to be read twice. They
/// are as wide as the code.
@Suite struct CommentTests {
  private static let openings: Set<String> = [
    "What", "Whatever", "Whether", "Those", "How", "Why", "Who", "Which",
  ]

  @Test(arguments: ["Sources", "Tests"])
  func `no comment begins with a pronoun`(folder: String) throws {
    let faults = try ArchitectureTests.sources(below: folder).flatMap { source in
      Self.faults(in: source.lines).map { "\(source.path):\($0)" }
    }
    #expect(faults.isEmpty, Comment(rawValue: faults.joined(separator: "\n")))
  }

  @Test(arguments: ["Sources", "Tests"])
  func `no comment is wider than the code`(folder: String) throws {
    let faults = try ArchitectureTests.sources(below: folder).flatMap { source in
      Self.wideLines(in: source.lines).map { "\(source.path):\($0)" }
    }
    #expect(faults.isEmpty, Comment(rawValue: faults.joined(separator: "\n")))
  }

  @Test func `a wide comment is found, and code beside it is not`() {
    let wide = String(repeating: "ä", count: 101)
    let lines = ["  // " + wide, "x // " + wide, "/// a", "/// " + wide]
    #expect(Self.wideLines(in: lines) == [1, 4])
  }

  /// The lines, counted from 1, that are comments of more than 100 characters with their indent.
  private static func wideLines(in lines: [String]) -> [Int] {
    lines.indices.filter { index in
      lines[index].utf8.count > 100 && lines[index].count > 100
        && lines[index].drop { $0 == " " }.hasPrefix("//")
    }.map { $0 + 1 }
  }

  @Test func `an opening is found at the beginning of a comment alone`() {
    let lines = [
      "/// What it is.", "/// The parts, and", "/// What they are.", "let x = 1  // What", "",
      "  // That of a line.", "  // Whatsoever",
    ]
    #expect(Self.faults(in: lines) == [1, 6])
  }

  /// The lines, counted from 1, that begin a comment so.
  private static func faults(in lines: [String]) -> [Int] {
    var faults: [Int] = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      defer { isInside = text.hasPrefix("//") }
      if isInside || !text.hasPrefix("//") { continue }
      let words = text.drop { $0 == "/" || $0 == " " }
      let first = String(words.prefix { $0.isLetter })
      if openings.contains(first) || words.hasPrefix("That of") { faults.append(index + 1) }
    }
    return faults
  }
}
