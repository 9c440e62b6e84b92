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

  /// Bytes that rules in rules have added.
  private var nestedSize = 0

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
      // Marks of comments in HTML do nothing between rules (CSS Syntax level 3, section 5.4.1).
      if let mark = ["<!--", "-->"].first(where: { rest.utf8.starts(with: $0.utf8) }) {
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: mark.utf8.count)...]
        continue
      }
      // The search ends with this rule, since a million others may follow.
      let isConditional = ["@media", "@supports"].contains { rest.lowercasedPrefix($0) }
      if isConditional, depth < StyleSheet.depthLimit,
        let open = StyleSheet.headEnd(of: rest), rest.utf8[open] == UInt8(ascii: "{"),
        let isMet = isMet(rest[..<open])
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
      rest = StyleSheet.text(rest, behind: close)
    }
  }

  /// The most bytes of a selector with those around it, and of all that rules in rules add.
  private static let nestedLimits = (each: 4096, all: 1 << 18)

  /// Adds a rule and those in its block, whose selectors are relative to its own (CSS Nesting
  /// level 1).
  ///
  /// A list with a wrong selector is wrong as a whole (Selectors level 4, section 4.1).
  ///
  /// - Parameters:
  ///   - head: the selectors.
  ///   - around: the selectors of the rule around; nil for none.
  private mutating func add(
    _ head: Substring, _ block: Substring, in around: String? = nil, depth: Int, line: Int,
    warnings: inout WarningList
  ) {
    var selectors: [Selector] = []
    var texts: [String] = []
    for part in TextList.split(head, at: UInt8(ascii: ",")) {
      guard let text = nested(part.trimmed, in: around), let selector = Selector(text) else {
        return warnings.add(
          "the selector '\(part.trimmed.prefix(40))' of a style sheet is not supported", line: line)
      }
      selectors.append(selector)
      texts.append(text)
    }
    let list = texts.joined(separator: ",")
    var rest = block
    while let open = StyleSheet.brace(in: rest) {
      let close = StyleSheet.blockEnd(rest, from: open)
      let before = TextList.split(rest[..<open], at: UInt8(ascii: ";"))
      let declarations = before.dropLast().flatMap { Declaration.list($0) }
      add(declarations, of: selectors, isFirst: rest.startIndex == block.startIndex)
      let head = before.last ?? ""
      if depth < StyleSheet.depthLimit, !head.trimmed.hasPrefix("@") {
        add(
          head, rest[rest.utf8.index(after: open)..<close], in: list, depth: depth + 1, line: line,
          warnings: &warnings)
      } else {
        warnings.add(
          "'\(head.trimmed.prefix(40))' in a rule of a style sheet is not supported", line: line)
      }
      rest = StyleSheet.text(rest, behind: close)
    }
    add(Declaration.list(rest), of: selectors, isFirst: rest.startIndex == block.startIndex)
  }

  /// Adds declarations of a rule's block. Parts behind a rule in the block come after it, as a rule
  /// of their own, and are left out beyond the limit.
  private mutating func add(
    _ declarations: [Declaration], of selectors: [Selector], isFirst: Bool
  ) {
    if declarations.isEmpty { return }
    if !isFirst {
      guard nestedSize + selectors.count * MemoryLayout<Rule>.stride <= Self.nestedLimits.all
      else { return }
      nestedSize += selectors.count * MemoryLayout<Rule>.stride
    }
    for selector in selectors {
      rules.append(
        Rule(selector: selector, declarations: declarations, specificity: selector.specificity))
    }
  }

  /// A selector with those of the rule around it, which is nil for none; nil beyond the limits.
  private mutating func nested(_ part: Substring, in around: String?) -> String? {
    guard let around else { return String(part) }
    let places = part.utf8.count { $0 == UInt8(ascii: "&") }
    let size = part.utf8.count + max(places, 1) * (around.utf8.count + 5)
    guard size <= Self.nestedLimits.each, nestedSize + size <= Self.nestedLimits.all else {
      return nil
    }
    nestedSize += size
    let outer = ":is(\(around))"
    return places > 0 ? String(part.replacing("&", with: outer)) : outer + " " + part
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
    guard let end = headEnd(of: text) else { return text[text.endIndex...] }
    let isBlock = text.utf8[end] == UInt8(ascii: "{")
    return self.text(text, behind: isBlock ? blockEnd(text, from: end) : end)
  }

  /// The part of a text behind a sign; its empty end for a sign at its end.
  private static func text(_ text: Substring, behind sign: Substring.Index) -> Substring {
    sign < text.endIndex ? text[text.utf8.index(after: sign)...] : text[text.endIndex...]
  }

  /// The semicolon of an at-rule, or the brace that opens its block; nil for none.
  private static func headEnd(of text: Substring) -> Substring.Index? {
    search(text, from: text.startIndex) { byte, _ in
      byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{")
    }
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

  /// The first sign of a kind that stands in no quotes.
  ///
  /// - Parameter isEnd: gets a sign and the number of blocks that are open behind it.
  private static func search(
    _ text: Substring, from start: Substring.Index, _ isEnd: (UInt8, Int) -> Bool
  ) -> Substring.Index? {
    var depth = 0
    var quotes = QuoteScanner()
    for index in text.utf8[start...].indices {
      let byte = text.utf8[index]
      if quotes.take(byte) { continue }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if isEnd(byte, depth) { return index }
    }
    return nil
  }

  /// The text with a space for each comment. In quotes there are none.
  static func withoutComments(_ text: String) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var quotes = QuoteScanner()
    var index = 0
    while index < source.count {
      let isStart =
        !quotes.take(source[index]) && source[index] == UInt8(ascii: "/")
        && index + 1 < source.count && source[index + 1] == UInt8(ascii: "*")
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
