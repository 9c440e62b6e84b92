import Geometry

/// The condition of an `@supports` block (CSS Conditional Rules level 3, section 6).
enum SupportsCondition {
  /// Levels of conditions in brackets, and the most parts of one condition.
  private static let depthLimit = 8
  private static let partLimit = 16

  /// True for properties with values that are followed, and selectors that are; nil for a condition
  /// that cannot be read.
  static func isMet(_ text: some StringProtocol) -> Bool? { isMet(text, depth: 0) }

  private static func isMet(_ text: some StringProtocol, depth: Int) -> Bool? {
    guard depth < depthLimit else { return nil }
    var scanner = TextScanner(text)
    var result: Bool?
    var joint = ""
    for _ in 0..<partLimit {
      scanner.skipSpace()
      if scanner.isAtEnd { return result }
      if let first = result {
        let word = scanner.word().lowercased()
        // Both kinds are not mixed without brackets.
        guard word == "and" || word == "or", joint.isEmpty || joint == word else { return nil }
        joint = word
        guard let next = part(&scanner, depth) else { return nil }
        result = word == "and" ? first && next : first || next
      } else {
        result = part(&scanner, depth)
        if result == nil { return nil }
      }
    }
    return nil
  }

  /// A bracket, or one behind `not`.
  private static func part(_ scanner: inout TextScanner, _ depth: Int) -> Bool? {
    scanner.skipSpace()
    var name = scanner.word().lowercased()
    let isNegated = name == "not"
    if isNegated {
      scanner.skipSpace()
      name = scanner.word().lowercased()
    }
    guard scanner.take("("), let inside = scanner.textInBrackets() else { return nil }
    let isMet: Bool? =
      switch name {
      case "": bracket(inside, depth)
      case "selector": Selector(inside) != nil
      // Functions that are not known are allowed, and not met.
      default: false
      }
    return isMet.map { $0 != isNegated }
  }

  private static func bracket(_ text: String, _ depth: Int) -> Bool? {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    let name = scanner.word()
    scanner.skipSpace()
    guard !name.isEmpty, scanner.take(":") else { return Self.isMet(text, depth: depth + 1) }
    return isFollowed(name, scanner.rest)
  }

  private static func isFollowed(_ name: String, _ value: String) -> Bool {
    if name.hasPrefix("--") || value.contains("var(") { return true }
    let name = name.lowercased()
    guard Cascade.properties.contains(name), !value.isEmpty else { return false }
    var declarations = Declarations()
    declarations.add(value, for: name)
    let node = SVGNode(name: "", attributes: [:], href: nil, line: 0, parent: -1)
    let reader = StyleReader(
      declarations, parent: ComputedStyle(), lengths: LengthContext(viewport: .zero), of: node)
    return reader.warnings.isEmpty && reader.style.text.unfollowed.isEmpty
  }
}
