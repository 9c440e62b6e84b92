import Foundation
import Testing

/// Comments begin with a noun or a verb: one that begins with a pronoun has to be read twice. They
/// are as wide as the code.
@Suite struct CommentTests {
  private static let openings: Set<String> = [
    "What", "Whatever", "Whether", "Those", "How", "Why", "Who", "Which", "Has",
  ]
  /// Openings of two words; a name for the thing says more.
  private static let phrases = ["That of", "The same"]

  /// A file with comments that are lines of their own.
  private struct Commented {
    var path: String
    var lines: [String]
    /// The beginning of a line that is a comment.
    var marker: String
  }

  /// Sources in Swift, C and JavaScript, and programs in Python and of shells, read once.
  private static let all = Result {
    try ["Sources", "Tests", "scripts"].flatMap { folder in
      let base = ArchitectureTests.root.appending(path: folder)
      guard
        let walk = FileManager.default.enumerator(
          at: base, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
      else { throw CocoaError(.fileReadNoSuchFile) }
      return walk.compactMap { ($0 as? URL).flatMap(commented) }.sorted { $0.path < $1.path }
    }
  }

  private static func commented(_ file: URL) -> Commented? {
    let isProgram = ["py", "sh", ""].contains(file.pathExtension)
    guard isProgram || ["swift", "c", "h", "js"].contains(file.pathExtension),
      let text = try? String(contentsOf: file, encoding: .utf8),
      !isProgram || file.pathExtension == "py" || text.hasPrefix("#!")
    else { return nil }
    return Commented(
      path: String(file.path.dropFirst(ArchitectureTests.root.path.count + 1)),
      lines: text.components(separatedBy: "\n"), marker: isProgram ? "#" : "//")
  }

  @Test func `no comment begins with a pronoun`() throws {
    let faults = try Self.all.get().flatMap { file in
      Self.faults(in: file.lines, marker: file.marker).map { "\(file.path):\($0)" }
    }
    #expect(faults.isEmpty, Comment(rawValue: faults.joined(separator: "\n")))
  }

  @Test func `no comment is wider than the code`() throws {
    let faults = try Self.all.get().flatMap { file in
      Self.wideLines(in: file.lines, marker: file.marker).map { "\(file.path):\($0)" }
    }
    #expect(faults.isEmpty, Comment(rawValue: faults.joined(separator: "\n")))
  }

  @Test func `comments of C and of programs for interpreters are looked at`() throws {
    let paths = try Set(Self.all.get().map(\.path))
    for path in [
      "Sources/CLinux/console.h", "Sources/plymouth/agent.c", "Sources/Scene/Format/Scene.swift",
      "Tests/EndToEnd/Client/test_pack.py", "scripts/test",
    ] {
      #expect(paths.contains(path), "\(path)")
    }
  }

  @Test func `a wide comment is found, and code beside it is not`() {
    let wide = String(repeating: "ä", count: 101)
    let lines = ["  // " + wide, "x // " + wide, "/// a", "/// " + wide]
    #expect(Self.wideLines(in: lines, marker: "//") == [1, 4])
    #expect(Self.wideLines(in: lines, marker: "#").isEmpty)
  }

  /// The lines, counted from 1, that are comments of more than 100 characters with their indent.
  private static func wideLines(in lines: [String], marker: String) -> [Int] {
    lines.indices.filter { index in
      lines[index].utf8.count > 100 && lines[index].count > 100
        && lines[index].drop { $0 == " " }.hasPrefix(marker)
    }.map { $0 + 1 }
  }

  @Test func `an opening is found at the beginning of a comment alone`() {
    let lines = [
      "/// What it is.", "/// The parts, and", "/// What they are.", "let x = 1  // What", "",
      "  // That of a line.", "  // Whatsoever", "", "// The same again.", "", "// Hasty.",
    ]
    #expect(Self.faults(in: lines, marker: "//") == [1, 6, 9])
    #expect(Self.faults(in: ["#!/bin/sh", "# What", "x  # What", "# Has"], marker: "#") == [2, 4])
  }

  /// The lines, counted from 1, that begin a comment so.
  private static func faults(in lines: [String], marker: String) -> [Int] {
    var faults: [Int] = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      defer { isInside = text.hasPrefix(marker) && !text.hasPrefix("#!") }
      if isInside || !text.hasPrefix(marker) { continue }
      let words = text.drop { marker.contains($0) || $0 == " " }
      let first = String(words.prefix { $0.isLetter })
      if openings.contains(first) || phrases.contains(where: words.hasPrefix) {
        faults.append(index + 1)
      }
    }
    return faults
  }
}
