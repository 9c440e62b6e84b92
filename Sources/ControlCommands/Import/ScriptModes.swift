import Foundation

/// The parts of a script of Plymouth that run in one mode: in the other branches of conditions that
/// compare `Plymouth.GetMode ()` with a text, every letter becomes a space.
struct ScriptModes {
  /// More conditions stay as they are.
  private static let mostConditions = 256
  private static let deepest = 32

  private(set) var bytes: [UInt8]
  /// The mode's name in scripts.
  private let mode: String

  /// - Parameter mode: a group of a theme, such as `boot-up`.
  init(_ text: String, mode: String) {
    self.mode = mode == "boot-up" ? "boot" : mode
    bytes = Array(text.utf8)
    var names: Set<Substring> = []
    for match in text.matches(of: /\b([\w.]{1,64})\s*=\s*Plymouth\.?GetMode\s*\(\s*\)/) {
      names.insert(match.1)
    }
    let condition =
      /\bif\s*\(\s*(Plymouth\.?GetMode\s*\(\s*\)|[\w.]+)\s*(==|!=)\s*"([\w-]*)"\s*\)/
    for match in text.matches(of: condition).prefix(Self.mostConditions)
    where match.1.hasPrefix("Plymouth") || names.contains(match.1) {
      let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
      // In a branch that is left out.
      if bytes[start] == UInt8(ascii: " ") { continue }
      let head = text.utf8.distance(from: text.startIndex, to: match.range.upperBound)
      choose((match.3 == self.mode) == (match.2 == "=="), after: head)
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Blanks the branch of a condition, whose text ends at an index, that does not run.
  private mutating func choose(_ holds: Bool, after head: Int) {
    guard let middle = end(ofStatement: head, depth: 0) else { return }
    let other = word("else", at: middle)
    if !holds {
      blank(head..<middle)
    } else if let other, let last = end(ofStatement: other, depth: 0) {
      blank(other..<last)
    }
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != UInt8(ascii: "\n") {
      bytes[index] = UInt8(ascii: " ")
    }
  }

  /// The index behind a word, which may have spaces before it; nil if another one is there.
  private func word(_ word: String, at start: Int) -> Int? {
    let begin = skipSpaces(start)
    guard bytes[begin...].starts(with: word.utf8) else { return nil }
    let end = begin + word.utf8.count
    guard end < bytes.count else { return end }
    let isLonger =
      bytes[end] == UInt8(ascii: "_") || Character(UnicodeScalar(bytes[end])).isLetter
      || Character(UnicodeScalar(bytes[end])).isNumber
    return isLonger ? nil : end
  }

  private func skipSpaces(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
    return index
  }

  /// The index behind a statement; nil if the text ends in it.
  func end(ofStatement start: Int, depth: Int) -> Int? {
    guard depth < Self.deepest else { return nil }
    let begin = skipSpaces(start)
    guard begin < bytes.count else { return nil }
    if bytes[begin] == UInt8(ascii: "{") { return end(ofGroup: begin, "{", "}") }
    for keyword in ["if", "for", "while"] {
      guard let behind = word(keyword, at: begin),
        let head = end(ofGroup: skipSpaces(behind), "(", ")"),
        let body = end(ofStatement: head, depth: depth + 1)
      else { continue }
      guard keyword == "if", let other = word("else", at: body) else { return body }
      return end(ofStatement: other, depth: depth + 1)
    }
    return end(ofGroup: begin, nil, ";")
  }

  /// The index behind the sign that closes the group at an index, or the next such sign; texts in
  /// quotes do not count.
  private func end(
    ofGroup start: Int, _ opening: Unicode.Scalar?, _ closing: Unicode.Scalar
  ) -> Int? {
    var (depth, isText) = (0, false)
    for index in start..<max(start, bytes.count) {
      let byte = UnicodeScalar(bytes[index])
      if byte == "\"" { isText.toggle() }
      if isText { continue }
      if byte == opening { depth += 1 }
      if byte == closing {
        depth -= 1
        if depth <= 0 { return index + 1 }
      } else if index == start, let opening, byte != opening {
        return nil
      }
    }
    return nil
  }

  /// The body of a function of the script, with its braces; nil if there is none of that name.
  func body(ofFunction name: String) -> String? {
    let text = text
    guard
      let match = text.matches(of: /\bfun\s+([\w.]+)\s*\([^)]{0,400}\)/).first(where: {
        $0.1 == name
      })
    else { return nil }
    let head = text.utf8.distance(from: text.startIndex, to: match.range.upperBound)
    return end(ofStatement: head, depth: 0).map {
      String(decoding: bytes[head..<$0], as: UTF8.self)
    }
  }
}
