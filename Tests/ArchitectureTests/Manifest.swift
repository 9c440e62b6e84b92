import Foundation

/// The targets that `Package.swift` declares, read from its text.
///
/// `swift package dump-package` would be exact, but takes the package's build lock, which the
/// running test holds. The manifest writes its targets as literals, which is all that is read here.
struct Manifest {
  struct Target: Equatable {
    var name: String
    var isTest: Bool
    var dependencies: Set<String>
    /// Its folder.
    var path: String
    /// Parts of the folder that do not belong to the target.
    var excluded: [String] = []

    /// True if a source, given by its path from the package's root, belongs to the target.
    func has(_ source: String) -> Bool {
      !excluded.contains { source.hasPrefix(path + "/" + $0 + "/") }
    }
  }

  var targets: [Target] = []

  init(text: String) {
    let code = text.components(separatedBy: "\n")
      .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
      .joined(separator: "\n")
    let declaration = #"\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "(\w+)""#
    for match in Self.matches(of: declaration, in: code) {
      let end = Self.closing("(", ")", in: code, from: match.range.lowerBound)
      let name = match.groups[1]
      // A helper of the tests is no test target, but lives among the tests.
      let body = String(code[match.range.upperBound..<end])
      let isTest = match.groups[0] == "testTarget" || body.contains("path: \"Tests/")
      let path = Self.matches(of: #"path: "(\w+(/\w+)*)""#, in: body).first?.groups[0]
      targets.append(
        Target(
          name: name, isTest: isTest, dependencies: Self.names(after: "dependencies:", in: body),
          path: path ?? (isTest ? "Tests/" : "Sources/") + name,
          excluded: Array(Self.names(after: "exclude:", in: body))))
    }
  }

  /// The strings of the list that follows a label, except for those of other packages.
  private static func names(after label: String, in body: String) -> Set<String> {
    guard let label = body.range(of: label) else { return [] }
    let end = closing("[", "]", in: body, from: label.upperBound)
    let list = String(body[label.upperBound..<end])
    let names = matches(of: #"(package: )?"([\w./-]+)""#, in: list)
    return Set(names.filter { $0.groups[0].isEmpty }.map { $0.groups[1] })
  }

  private struct Match {
    var range: Range<String.Index>
    var groups: [String]
  }

  private static func matches(of pattern: String, in text: String) -> [Match] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let whole = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: whole).compactMap { match in
      guard let range = Range(match.range, in: text) else { return nil }
      let groups = (1..<match.numberOfRanges).map { index in
        Range(match.range(at: index), in: text).map { String(text[$0]) } ?? ""
      }
      return Match(range: range, groups: groups)
    }
  }

  /// The index after the bracket that closes the first one opened at or after `start`.
  private static func closing(
    _ open: Character, _ close: Character, in text: String, from start: String.Index
  ) -> String.Index {
    var depth = 0
    var index = start
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if character == open { depth += 1 }
      if character == close {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return index
  }
}
