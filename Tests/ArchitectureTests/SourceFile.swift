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

  init(path: String, text: String) {
    self.path = path
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  init(contentsOf url: URL, relativeTo root: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    self.init(path: String(url.path.dropFirst(root.path.count + 1)), text: text)
  }

  /// Every import, in whatever form it is written: with attributes, an access level, the kind of
  /// the one declaration imported, or after a semicolon.
  var imports: [Import] {
    var found: [Import] = []
    for (index, line) in codeLines.enumerated() {
      for statement in line.split(separator: ";") {
        if let module = Self.importedModule(in: String(statement)) {
          found.append(Import(module: module, line: index + 1))
        }
      }
    }
    return found
  }

  /// The types that the file declares at its left edge, by name.
  var declaredTypes: Set<String> {
    let words = "(?:public|package|internal|fileprivate|final|indirect)\\s+"
    let attributes = "(?:@\\w+(?:\\([^)]*\\))?\\s+)*"
    let kinds = "(?:struct|class|enum|protocol|typealias)"
    return names(matching: "^\(attributes)(?:\(words))*\(kinds)\\s+([A-Z]\\w*)")
  }

  /// Every word of the code that could name a type.
  var capitalizedWords: Set<String> { names(matching: "\\b([A-Z]\\w*)") }

  /// The first group of each match in the lines of code.
  private func names(matching pattern: String) -> Set<String> {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
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
    let kinds = "(?:typealias|struct|class|enum|protocol|let|var|func)\\s+"
    let access = "(?:public|package|internal|fileprivate|private)\\s+"
    let attributes = "(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
    let pattern = "^\\s*\(attributes)(?:\(access))?import\\s+(?:\(kinds))?`?([A-Za-z_]\\w*)"
    guard
      let expression = try? NSRegularExpression(pattern: pattern),
      let match = expression.firstMatch(
        in: statement, range: NSRange(statement.startIndex..., in: statement)),
      let range = Range(match.range(at: 1), in: statement)
    else { return nil }
    return String(statement[range])
  }

  /// The lines with comments and the insides of string literals blanked, so that an import that is
  /// only talked about is none.
  private var codeLines: [String] {
    var state = State()
    return lines.map { state.code(of: $0) }
  }

  private struct State {
    var commentDepth = 0
    var isInString = false

    mutating func code(of line: String) -> String {
      var rest = Substring(line)
      var code = ""
      while let character = rest.first {
        if commentDepth > 0 {
          skipComment(&rest)
        } else if isInString {
          skipMultilineString(&rest)
        } else if rest.hasPrefix("//") {
          break
        } else if rest.hasPrefix("/*") {
          commentDepth = 1
          rest.removeFirst(2)
        } else if rest.hasPrefix("\"\"\"") {
          isInString = true
          rest.removeFirst(3)
        } else if character == "\"" {
          skipString(&rest)
        } else {
          code.append(character)
          rest.removeFirst()
        }
      }
      return code
    }

    private mutating func skipComment(_ rest: inout Substring) {
      if rest.hasPrefix("*/") {
        commentDepth -= 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("/*") {
        commentDepth += 1
        rest.removeFirst(2)
      } else {
        rest.removeFirst()
      }
    }

    private mutating func skipMultilineString(_ rest: inout Substring) {
      if rest.hasPrefix("\\") {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("\"\"\"") {
        isInString = false
        rest.removeFirst(3)
      } else {
        rest.removeFirst()
      }
    }

    private func skipString(_ rest: inout Substring) {
      rest.removeFirst()
      while let character = rest.first, character != "\"" {
        rest = rest.dropFirst(character == "\\" ? 2 : 1)
      }
      rest = rest.dropFirst()
    }
  }
}
