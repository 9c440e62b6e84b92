/// The elements that a rule of a style sheet is for: compounds of conditions, joined by where the elements
/// lie.
struct Selector {
  enum Condition: Equatable {
    case name(String)
    case id(String)
    case styleClass(String)
    case attribute(String, Match)
    case firstChild
    case lastChild
    case root
  }

  enum Match: Equatable {
    case present
    case equal(String)
    /// One of the words.
    case word(String)
    case prefix(String)
    case suffix(String)
    case part(String)
    /// Equal, or equal up to a hyphen.
    case language(String)
  }

  /// The relation of the element of the compound before to that of the next.
  enum Combinator { case descendant, child, next, later }

  /// From the outermost to the one that is styled.
  var compounds: [[Condition]]
  /// Between the compounds.
  var combinators: [Combinator]

  /// Names, then classes and their like, then elements.
  var specificity: Int {
    var sum = 0
    for condition in compounds.joined() {
      switch condition {
      case .id: sum += 1 << 20
      case .name: sum += 1
      default: sum += 1 << 10
      }
    }
    return sum
  }

  /// Nil for selectors that are not known here.
  init?(_ text: some StringProtocol) {
    compounds = []
    combinators = []
    var scanner = TextScanner(text.trimmed)
    while true {
      guard let compound = Selector.compound(&scanner),
        !compound.conditions.isEmpty || compound.isAny
      else { return nil }
      compounds.append(compound.conditions)
      let start = scanner.position
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      guard compounds.count < 16 else { return nil }
      if scanner.take(">") {
        combinators.append(.child)
      } else if scanner.take("+") {
        combinators.append(.next)
      } else if scanner.take("~") {
        combinators.append(.later)
      } else if scanner.position > start {
        combinators.append(.descendant)
      } else {
        return nil
      }
      scanner.skipSpace()
    }
  }

  private static func compound(
    _ scanner: inout TextScanner
  ) -> (conditions: [Condition], isAny: Bool)? {
    var conditions: [Condition] = []
    let isAny = scanner.take("*")
    if !isAny {
      let name = scanner.word()
      if !name.isEmpty { conditions.append(.name(name)) }
    }
    while true {
      if scanner.take("#") {
        let name = scanner.word()
        if name.isEmpty { return nil }
        conditions.append(.id(name))
      } else if scanner.take(".") {
        let name = scanner.word()
        if name.isEmpty { return nil }
        conditions.append(.styleClass(name))
      } else if scanner.take("[") {
        guard let inside = scanner.text(upTo: "]"), let condition = attribute(inside) else {
          return nil
        }
        conditions.append(condition)
      } else if scanner.take(":") {
        switch scanner.word() {
        case "first-child": conditions.append(.firstChild)
        case "last-child": conditions.append(.lastChild)
        case "root": conditions.append(.root)
        default: return nil
        }
      } else {
        return (conditions, isAny)
      }
    }
  }

  private static func attribute(_ text: String) -> Condition? {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    let name = scanner.word()
    scanner.skipSpace()
    if name.isEmpty { return nil }
    if scanner.isAtEnd { return .attribute(name, .present) }
    let sign = scanner.next
    if sign != UInt8(ascii: "=") { scanner.advance() }
    guard scanner.take("=") else { return nil }
    var value = scanner.rest[...]
    if let quote = value.utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = value.dropFirst()
      guard value.utf8.last == quote else { return nil }
      value = value.dropLast()
    }
    let match: Match
    switch sign {
    case UInt8(ascii: "="): match = .equal(String(value))
    case UInt8(ascii: "~"): match = .word(String(value))
    case UInt8(ascii: "^"): match = .prefix(String(value))
    case UInt8(ascii: "$"): match = .suffix(String(value))
    case UInt8(ascii: "*"): match = .part(String(value))
    case UInt8(ascii: "|"): match = .language(String(value))
    default: return nil
    }
    return .attribute(name, match)
  }

  // MARK: Matching

  /// True if an element is one that the selector is for.
  ///
  /// - Parameter steps: how many comparisons are still allowed; none match where there are none left.
  func matches(_ place: Int, in document: SVGDocument, steps: inout Int) -> Bool {
    matches(place, upTo: compounds.count - 1, in: document, steps: &steps)
  }

  private func matches(
    _ place: Int, upTo last: Int, in document: SVGDocument, steps: inout Int
  ) -> Bool {
    steps -= 1
    guard steps >= 0, Selector.meets(place, compounds[last], in: document) else { return false }
    if last == 0 { return true }
    switch combinators[last - 1] {
    case .child:
      let parent = document[place].parent
      return parent >= 0 && matches(parent, upTo: last - 1, in: document, steps: &steps)
    case .descendant:
      var parent = document[place].parent
      while parent >= 0 {
        if matches(parent, upTo: last - 1, in: document, steps: &steps) { return true }
        parent = document[parent].parent
      }
      return false
    case .next, .later:
      let parent = document[place].parent
      guard parent >= 0 else { return false }
      let siblings = document[parent].children
      guard var index = siblings.firstIndex(of: place) else { return false }
      steps -= index / 16
      while index > 0 {
        index -= 1
        if matches(siblings[index], upTo: last - 1, in: document, steps: &steps) { return true }
        if combinators[last - 1] == .next { return false }
      }
      return false
    }
  }

  private static func meets(
    _ place: Int, _ conditions: [Condition], in document: SVGDocument
  ) -> Bool {
    let node = document[place]
    return conditions.allSatisfy { condition in
      switch condition {
      case .name(let name): return node.name == name
      case .id(let id): return node.attributes["id"] == id
      case .styleClass(let name):
        guard let classes = node.attributes["class"] else { return false }
        return words(of: classes).contains { $0 == name }
      case .attribute(let name, let match):
        return node.attributes[name].map { meets($0, match) } ?? false
      case .firstChild:
        return node.parent >= 0 && document[node.parent].children.first == place
      case .lastChild:
        return node.parent >= 0 && document[node.parent].children.last == place
      case .root: return node.parent < 0
      }
    }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  private static func meets(_ value: String, _ match: Match) -> Bool {
    switch match {
    case .present: true
    case .equal(let text): value == text
    case .word(let text): words(of: value).contains { $0 == text }
    case .prefix(let text): !text.isEmpty && value.hasPrefix(text)
    case .suffix(let text): !text.isEmpty && value.hasSuffix(text)
    case .part(let text): !text.isEmpty && value.contains(text)
    case .language(let text): value == text || value.hasPrefix(text + "-")
    }
  }
}
