import Geometry

/// Declarations of properties: names in lower case, except for custom ones, with their values as
/// they are written.
struct Declaration {
  var name: String
  var value: String
  var isImportant: Bool

  /// True for `--name`.
  var isCustom: Bool { name.hasPrefix("--") }

  /// The declarations of a `style` attribute or of a rule's block.
  static func list(_ text: Substring) -> [Declaration] {
    var result: [Declaration] = []
    for part in TextList.split(text, at: UInt8(ascii: ";")) {
      guard let colon = part.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let word = part[..<colon].trimmed
      let name = word.hasPrefix("--") ? String(word) : word.lowercased()
      var value = part[part.utf8.index(after: colon)...].trimmed
      var isImportant = false
      if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
        value[value.utf8.index(after: mark)...].trimmed.lowercased() == "important"
      {
        isImportant = true
        value = value[..<mark].trimmed
      }
      if name.isEmpty || value.isEmpty { continue }
      result.append(Declaration(name: name, value: String(value), isImportant: isImportant))
    }
    return result
  }
}

/// The rules of all `style` elements of a file.
struct StyleSheet {
  struct Rule {
    var selector: Selector
    var declarations: [Declaration]
    var specificity: Int
  }

  /// In the order of the file.
  private(set) var rules: [Rule] = []

  /// Blocks of rules within each other.
  private static let depthLimit = 8

  /// The picture's own size, which media queries ask for.
  private let size: Size

  init(_ document: SVGDocument, size: Size, warnings: inout WarningList) {
    self.size = size
    for node in document.nodes where node.name == "style" {
      let type = node.attribute("type") ?? "text/css"
      guard type.lowercased() == "text/css" else {
        warnings.add("a style sheet of the type \(type) is not read", line: node.line)
        continue
      }
      switch MediaList.isMet(node.attribute("media") ?? "", size) {
      case true?:
        let text = StyleSheet.withoutComments(node.text)
        read(text[...], depth: 0, line: node.line, warnings: &warnings)
      case false?: break
      case nil: warnings.add("a style sheet for certain media is not supported", line: node.line)
      }
    }
  }

  /// - Parameter depth: blocks of rules around these ones.
  private mutating func read(
    _ text: Substring, depth: Int, line: Int, warnings: inout WarningList
  ) {
    var rest = text
    while true {
      // Only the start is trimmed: at the end, one character may have many scalars.
      rest = rest[(rest.utf8.firstIndex { !$0.isXMLSpace } ?? rest.endIndex)...]
      if rest.isEmpty { return }
      // The search ends with this rule, since a million others may follow.
      let isConditional = ["@media", "@supports"].contains { rest.lowercasedPrefix($0) }
      if isConditional, depth < StyleSheet.depthLimit,
        let open = rest.utf8.firstIndex(where: {
          $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";")
        }),
        rest.utf8[open] == UInt8(ascii: "{"), let isMet = isMet(rest[..<open])
      {
        let end = StyleSheet.skipRule(rest)
        if isMet {
          let block = rest[rest.utf8.index(after: open)..<end.startIndex].trimmed
          let inside = block.utf8.last == UInt8(ascii: "}") ? block.dropLast() : block
          read(inside, depth: depth + 1, line: line, warnings: &warnings)
        }
        rest = end
        continue
      }
      // These at-rules have no effect on the picture.
      let isSilent = ["@charset", "@namespace", "@page"].contains { rest.lowercasedPrefix($0) }
      if isSilent {
        rest = StyleSheet.skipRule(rest)
        continue
      }
      if rest.hasPrefix("@") {
        let name = rest.prefix { $0 != " " && $0 != "{" && $0 != ";" && $0 != "\n" }
        warnings.add("\(name) in a style sheet is not supported", line: line)
        rest = StyleSheet.skipRule(rest)
        continue
      }
      guard let open = StyleSheet.brace(in: rest) else {
        warnings.add("a style sheet ends within a rule", line: line)
        return
      }
      // The end of a sheet closes open blocks.
      let close = StyleSheet.blockEnd(rest, from: open)
      let inside = rest[rest.utf8.index(after: open)..<close]
      add(rest[..<open], inside, depth: depth, line: line, warnings: &warnings)
      rest = close < rest.utf8.endIndex ? rest[rest.utf8.index(after: close)...] : ""
    }
  }

  /// The most bytes of a selector with those around it.
  private static let nestedLimit = 4096

  /// Adds a rule and those in its block, whose selectors are relative to its own (CSS Nesting
  /// level 1).
  ///
  /// A list with a wrong selector is wrong as a whole (Selectors level 4, section 4.1).
  ///
  /// - Parameters:
  ///   - head: the selectors.
  ///   - around: those of the rule around; nil for none.
  private mutating func add(
    _ head: Substring, _ block: Substring, in around: String? = nil, depth: Int, line: Int,
    warnings: inout WarningList
  ) {
    var selectors: [Selector] = []
    var texts: [String] = []
    for part in TextList.split(head, at: UInt8(ascii: ",")) {
      var text = String(part.trimmed)
      if let around {
        let outer = ":is(\(around))"
        text = text.contains("&") ? text.replacing("&", with: outer) : outer + " " + text
      }
      guard text.utf8.count <= Self.nestedLimit, let selector = Selector(text) else {
        return warnings.add(
          "the selector '\(part.trimmed.prefix(40))' of a style sheet is not supported", line: line)
      }
      selectors.append(selector)
      texts.append(text)
    }
    let (declarations, inner) = StyleSheet.parts(of: block)
    for selector in selectors {
      rules.append(
        Rule(selector: selector, declarations: declarations, specificity: selector.specificity))
    }
    for (head, block) in inner {
      guard depth < StyleSheet.depthLimit, !head.trimmed.hasPrefix("@") else {
        warnings.add(
          "'\(head.trimmed.prefix(40))' in a rule of a style sheet is not supported", line: line)
        continue
      }
      add(
        head, block, in: texts.joined(separator: ","), depth: depth + 1, line: line,
        warnings: &warnings)
    }
  }

  /// A block's declarations, and the rules in it with their blocks.
  private static func parts(
    of block: Substring
  ) -> (declarations: [Declaration], rules: [(head: Substring, block: Substring)]) {
    var declarations: [Declaration] = []
    var rules: [(head: Substring, block: Substring)] = []
    var rest = block
    while let open = brace(in: rest) {
      let close = blockEnd(rest, from: open)
      let before = TextList.split(rest[..<open], at: UInt8(ascii: ";"))
      for text in before.dropLast() { declarations += Declaration.list(text) }
      rules.append((before.last ?? "", rest[rest.utf8.index(after: open)..<close]))
      rest = close < rest.utf8.endIndex ? rest[rest.utf8.index(after: close)...] : ""
    }
    return (declarations + Declaration.list(rest), rules)
  }

  /// True where the rules in the block of an at-rule count; nil for other at-rules, and for a
  /// condition that is not known.
  private func isMet(_ head: Substring) -> Bool? {
    if head.lowercasedPrefix("@media") { return MediaList.isMet(head.dropFirst(6), size) }
    return head.lowercasedPrefix("@supports") ? SupportsCondition.isMet(head.dropFirst(9)) : nil
  }

  /// The text that follows an at-rule: behind its semicolon, or behind its block with the blocks in
  /// it.
  private static func skipRule(_ text: Substring) -> Substring {
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "{") }
    guard var end else { return "" }
    if text.utf8[end] == UInt8(ascii: "{") { end = blockEnd(text, from: end) }
    return end < text.utf8.endIndex ? text[text.utf8.index(after: end)...] : ""
  }

  /// The first brace that opens a block; nil for none.
  private static func brace(in text: Substring) -> Substring.Index? {
    search(text, from: text.startIndex) { byte, _ in byte == UInt8(ascii: "{") }
  }

  /// The index of the brace that closes a block, or the end of the text.
  ///
  /// - Parameter open: the index of the brace that opens it.
  private static func blockEnd(_ text: Substring, from open: Substring.Index) -> Substring.Index {
    search(text, from: open) { $0 == UInt8(ascii: "}") && $1 == 0 } ?? text.endIndex
  }

  /// The first sign of a kind that stands in no quotes. Quotes that are not closed end with their
  /// line (CSS Syntax level 3, section 4.3.5).
  ///
  /// - Parameter isEnd: gets a sign and the number of blocks that are open behind it.
  private static func search(
    _ text: Substring, from start: Substring.Index, _ isEnd: (UInt8, Int) -> Bool
  ) -> Substring.Index? {
    let bytes = text.utf8
    var index = start
    var (depth, quote) = (0, UInt8(0))
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index = bytes.index(after: index)
        if index == bytes.endIndex { return nil }
      } else if quote != 0 {
        if byte == quote || byte == UInt8(ascii: "\n") { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if isEnd(byte, depth) { return index }
      }
      index = bytes.index(after: index)
    }
    return nil
  }

  static func withoutComments(_ text: String) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      let isStart =
        source[index] == UInt8(ascii: "/") && index + 1 < source.count
        && source[index + 1] == UInt8(ascii: "*")
      guard isStart else {
        bytes.append(source[index])
        index += 1
        continue
      }
      index += 2
      while index < source.count,
        !(source[index] == UInt8(ascii: "*") && index + 1 < source.count
          && source[index + 1] == UInt8(ascii: "/"))
      {
        index += 1
      }
      index += 2
      bytes.append(UInt8(ascii: " "))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  func lowercasedPrefix(_ word: String) -> Bool {
    prefix(word.count).lowercased() == word
  }
}
