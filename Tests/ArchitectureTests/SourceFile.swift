import Foundation

/// A Swift source as far as the architecture is concerned: its imports, its length, its header.
struct SourceFile {
  struct Import: Equatable {
    var module: String
    /// Counted from 1.
    var line: Int
  }

  let path: String
  let lines: [String]
  /// The lines with comments and the insides of string literals blanked, so that an import that is
  /// only mentioned does not count.
  private let codeLines: [String]
  /// Every import, in whatever form it is written: with attributes, an access level, the kind of
  /// the one declaration imported, or after a semicolon.
  let imports: [Import]

  init(path: String, text: String) {
    self.path = path
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    var state = State()
    codeLines = lines.map { state.code(of: $0) }
    imports = Self.imports(in: codeLines)
  }

  init(contentsOf url: URL, relativeTo root: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    self.init(path: String(url.path.dropFirst(root.path.count + 1)), text: text)
  }

  private static func imports(in codeLines: [String]) -> [Import] {
    var found: [Import] = []
    for (index, line) in codeLines.enumerated() where line.contains("import") {
      for statement in line.split(separator: ";") {
        if let module = importedModule(in: String(statement)) {
          found.append(Import(module: module, line: index + 1))
        }
      }
    }
    return found
  }

  /// The types that the file declares at its left edge, by name.
  var declaredTypes: Set<String> { names(matching: Self.declaration) }

  /// Every word of the code that could name a type.
  var capitalizedWords: Set<String> { names(matching: Self.capitalizedWord) }

  private static let declaration = {
    let words = "(?:public|package|internal|fileprivate|final|indirect)\\s+"
    let attributes = "(?:@\\w+(?:\\([^)]*\\))?\\s+)*"
    let kinds = "(?:struct|class|enum|protocol|typealias)"
    return expression("^\(attributes)(?:\(words))*\(kinds)\\s+([A-Z]\\w*)")
  }()

  private static let capitalizedWord = expression("\\b([A-Z]\\w*)")

  private static let importStatement = {
    let kinds = "(?:typealias|struct|class|enum|protocol|let|var|func)\\s+"
    let access = "(?:public|package|internal|fileprivate|private)\\s+"
    let attributes = "(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
    return expression(
      "^\\s*\(attributes)(?:\(access))?import\\s+(?:\(kinds))?`?([A-Za-z_]\\w*)")
  }()

  private static func expression(_ pattern: String) -> NSRegularExpression {
    guard let expression = try? NSRegularExpression(pattern: pattern) else {
      preconditionFailure("no regular expression: \(pattern)")
    }
    return expression
  }

  /// The first group of each match in the lines of code.
  private func names(matching expression: NSRegularExpression) -> Set<String> {
    var found: Set<String> = []
    for line in codeLines {
      let whole = NSRange(line.startIndex..., in: line)
      for match in expression.matches(in: line, range: whole) {
        if let range = Range(match.range(at: 1), in: line) { found.insert(String(line[range])) }
      }
    }
    return found
  }

  /// True when the file begins with a comment of its own, set off by a blank line, that says why
  /// it is as long as it is.
  var explainsItsLength: Bool {
    let header = lines.prefix { $0.hasPrefix("//") && !$0.hasPrefix("///") }
    return header.contains { line in
      line.lowercased().split { !$0.isLetter }.contains("long")
    }
  }

  private static func importedModule(in statement: String) -> String? {
    guard
      let match = importStatement.firstMatch(
        in: statement, range: NSRange(statement.startIndex..., in: statement)),
      let range = Range(match.range(at: 1), in: statement)
    else { return nil }
    return String(statement[range])
  }

  private struct State {
    var commentDepth = 0
    var isInString = false

    mutating func code(of line: String) -> String {
      // Most lines have nothing that changes the state.
      if commentDepth == 0, !line.utf8.contains(Self.quote) {
        if isInString, !line.utf8.contains(Self.backslash) { return "" }
        if !isInString, !line.utf8.contains(Self.slash) { return line }
      }
      var rest = Array(line.utf8)[...]
      var code: [UInt8] = []
      code.reserveCapacity(rest.count)
      while let byte = rest.first {
        if commentDepth > 0 {
          skipComment(&rest)
        } else if isInString {
          skipMultilineString(&rest)
        } else if rest.starts(with: Self.lineComment) {
          break
        } else if rest.starts(with: Self.commentStart) {
          commentDepth = 1
          rest.removeFirst(2)
        } else if rest.starts(with: Self.threeQuotes) {
          isInString = true
          rest.removeFirst(3)
        } else if byte == Self.quote {
          skipString(&rest)
        } else {
          code.append(byte)
          rest.removeFirst()
        }
      }
      return String(decoding: code, as: UTF8.self)
    }

    private static let lineComment = Array("//".utf8)
    private static let commentStart = Array("/*".utf8)
    private static let commentEnd = Array("*/".utf8)
    private static let threeQuotes = Array("\"\"\"".utf8)
    private static let slash = UInt8(ascii: "/")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private mutating func skipComment(_ rest: inout ArraySlice<UInt8>) {
      if rest.starts(with: Self.commentEnd) {
        commentDepth -= 1
        rest.removeFirst(2)
      } else if rest.starts(with: Self.commentStart) {
        commentDepth += 1
        rest.removeFirst(2)
      } else {
        rest.removeFirst()
      }
    }

    private mutating func skipMultilineString(_ rest: inout ArraySlice<UInt8>) {
      if rest.first == Self.backslash {
        rest = rest.dropFirst(2)
      } else if rest.starts(with: Self.threeQuotes) {
        isInString = false
        rest.removeFirst(3)
      } else {
        rest.removeFirst()
      }
    }

    private func skipString(_ rest: inout ArraySlice<UInt8>) {
      rest.removeFirst()
      while let byte = rest.first, byte != Self.quote {
        rest = rest.dropFirst(byte == Self.backslash ? 2 : 1)
      }
      rest = rest.dropFirst()
    }
  }
}
