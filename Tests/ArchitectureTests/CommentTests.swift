import Foundation
import Testing

/// Sentences of comments begin with a noun or a verb, and so do the texts of parameters and
/// results: one that begins with a pronoun has to be read twice. Comments are as wide as the code.
@Suite struct CommentTests {
  static let openings: Set<String> = [
    "What", "Whatever", "Whether", "That", "Those", "How", "Why", "Who", "Which", "Has",
  ]
  /// An opening of two words; a name for the thing says more.
  private static let phrases = ["The same"]

  /// A file with comments that are lines of their own.
  struct Commented {
    var path: String
    var lines: [String]
    /// The beginning of a line that is a comment.
    var marker: String
  }

  /// Sources in Swift, C and JavaScript, and programs in Python and of shells, read once.
  static let all = Result {
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

  @Test func `an opening is found at the beginning of a sentence alone`() {
    let lines = [
      "/// What it is.", "/// The parts, and", "/// What they are.", "let x = 1  // What", "",
      "  // That of a line.", "  // Whatsoever", "", "// The same again.", "", "// Hasty.",
      "// One. Those", "// of others.", "// Who.", "//", "// Has", "x", "// Which",
    ]
    #expect(Self.faults(in: lines, marker: "//") == [1, 6, 9, 12, 14, 16, 18])
    #expect(Self.faults(in: ["#!/bin/sh", "# What", "x  # What", "# Has"], marker: "#") == [2, 4])
  }

  @Test func `the text of a parameter is a sentence`() {
    let lines = [
      "/// - Parameter box: that of a path.", "/// - Parameters:", "///   - how: the way.",
      "///   - way: how. It is", "///   what it is.", "/// - Returns: whether it is: yes.",
      "/// - Which", "/// - Throws: an error: what it is.",
    ]
    #expect(Self.faults(in: lines, marker: "//") == [1, 4, 6, 7])
  }

  @Test func `sentences of docstrings are looked at, and other texts are not`() {
    let quotes = Self.quotes
    let lines = [
      quotes + "What it is." + quotes, "What = x", "  " + quotes + "A part. Those of", "  which",
      "", "  Has it.", "  - y: how.", "  " + quotes, "Who = " + quotes, "How is it?", quotes,
      "Why = 1", quotes + "Why" + quotes,
    ]
    #expect(Self.faults(in: lines, marker: "#") == [1, 3, 6, 7, 13])
    #expect(Self.faults(in: lines, marker: "//").isEmpty)
  }

  /// The lines, counted from 1, in which a sentence begins so.
  private static func faults(in lines: [String], marker: String) -> [Int] {
    var faults: [Int] = []
    var isInDocstring = false
    var isInSentence = false
    for (index, line) in lines.enumerated() {
      guard let prose = Self.prose(in: line, marker: marker, &isInDocstring) else {
        isInSentence = false
        continue
      }
      if sentences(in: prose, isInSentence).contains(where: beginsWithPronoun) {
        faults.append(index + 1)
      }
      isInSentence = !prose.isEmpty && !prose.hasSuffix(".")
    }
    return faults
  }

  /// The quotes around docstrings of Python.
  private static let quotes = "\"\"\""

  /// The text of a line of a comment, or of a docstring in Python; nil for code.
  private static func prose(
    in line: String, marker: String, _ isInDocstring: inout Bool
  ) -> String? {
    var text = line.trimmingCharacters(in: .whitespaces)[...]
    if !isInDocstring, text.hasPrefix(marker), !text.hasPrefix("#!") {
      return String(text.drop { marker.contains($0) || $0 == " " })
    }
    // A docstring's opening quotes are followed by a letter; closing quotes are not.
    if !isInDocstring, marker == "#", text.hasPrefix(quotes),
      text.dropFirst(3).first?.isLetter == true
    {
      isInDocstring = true
      text = text.dropFirst(3)
    }
    guard isInDocstring else { return nil }
    isInDocstring = !text.contains(quotes)
    return text.components(separatedBy: quotes)[0]
  }

  /// The sentences that begin in a line. An item of a list is one, without the name before a colon.
  private static func sentences(in prose: String, _ isInSentence: Bool) -> [String] {
    var parts = prose.components(separatedBy: ". ")
    if prose.hasPrefix("- ") {
      let item = parts[0].dropFirst(2)
      let text = item.firstRange(of: ": ").map { item[$0.upperBound...] } ?? item
      parts[0] = text.prefix(1).uppercased() + text.dropFirst()
    } else if isInSentence {
      parts.removeFirst()
    }
    return parts
  }

  private static func beginsWithPronoun(_ sentence: String) -> Bool {
    openings.contains(String(sentence.prefix(while: \.isLetter)))
      || phrases.contains(where: sentence.hasPrefix)
  }
}
