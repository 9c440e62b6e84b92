/// The elements that a rule of a style sheet is for: compounds of conditions, joined by
/// combinators.
struct Selector: Equatable {
  enum Condition: Equatable {
    case name(String)
    case id(String)
    case styleClass(String)
    case attribute(String, Match)
    /// The place among siblings.
    case place(ChildPlace)
    /// `:is()` and `:where()`: one of the selectors is for the element. The number is the
    /// specificity.
    case any([Selector], Int)
    /// `:not()`.
    case none([Selector])
    /// `:has()`: one of the selectors, which begin with `anchor`, is for an element in this one or
    /// behind it.
    case has([Selector])
    /// The element of the `:has()` around.
    case anchor
    case root
    /// Without children and characters.
    case empty
    /// A link to somewhere.
    case link
    /// In one of the languages, in lower case.
    case language([String])
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
    /// As another one, whose text is in lower case, for a value in any case.
    indirect case anyCase(Match)
  }

  /// The relation between the elements of two neighbouring compounds.
  enum Combinator { case descendant, child, next, later }

  /// The compounds from the outermost one to that of the styled element.
  var compounds: [[Condition]]
  /// Between the compounds.
  var combinators: [Combinator]

  /// Ids count most, then classes, attributes and pseudo-classes, then element names.
  var specificity: Int {
    var sum = 0
    for condition in compounds.joined() {
      switch condition {
      case .id: sum += 1 << 20
      case .name: sum += 1
      case .any(_, let own): sum += own
      case .none(let list), .has(let list): sum += Selector.greatest(list)
      case .anchor: break
      default: sum += 1 << 10
      }
    }
    return sum
  }

  private static func greatest(_ list: [Selector]) -> Int {
    list.reduce(0) { max($0, $1.specificity) }
  }

  /// Pseudo-classes for states that no element of a picture is in.
  private static let neverMet: Set<String> = [
    "active", "autofill", "checked", "default", "disabled", "enabled", "focus", "focus-visible",
    "focus-within", "fullscreen", "hover", "in-range", "indeterminate", "invalid", "modal",
    "optional", "out-of-range", "placeholder-shown", "read-write", "required", "target",
    "target-within", "user-invalid", "user-valid", "valid", "visited",
  ]

  /// Pseudo-elements, which drawings do not have. The first four may have a single colon.
  private static let formerPseudoElements: Set<String> = [
    "after", "before", "first-letter", "first-line",
  ]
  private static let pseudoElements: Set<String> = formerPseudoElements.union([
    "backdrop", "cue", "file-selector-button", "grammar-error", "marker", "placeholder",
    "selection", "spelling-error", "target-text",
  ])

  /// Selectors in the brackets of one another.
  private static let depthLimit = 4

  /// Nil where one of the selectors is not known here.
  private static func list(_ text: String, depth: Int) -> [Selector]? {
    guard depth < depthLimit else { return nil }
    var list: [Selector] = []
    for part in TextList.split(text[...], at: UInt8(ascii: ",")) {
      guard let selector = Selector(part, depth: depth + 1) else { return nil }
      list.append(selector)
    }
    return list
  }

  /// The selectors of a list in which wrong ones count as none (Selectors level 4, section 4.2);
  /// nil where all are wrong, or the list lies too deep in others.
  private static func known(_ text: String, depth: Int) -> [Selector]? {
    guard depth < depthLimit else { return nil }
    let list = TextList.split(text[...], at: UInt8(ascii: ",")).compactMap {
      Selector($0, depth: depth + 1)
    }
    return list.isEmpty ? nil : list
  }

  /// Nil for selectors that are not known here.
  init?(_ text: some StringProtocol) { self.init(text, depth: 0) }

  /// The selectors of `:has()`, each with a relation to its element, by default that of a
  /// descendant; nil if one of them is not known here, or has a `:has()` in it.
  private static func relativeList(_ text: String, depth: Int) -> [Selector]? {
    guard depth < depthLimit else { return nil }
    var list: [Selector] = []
    for part in TextList.split(text[...], at: UInt8(ascii: ",")) {
      var scanner = TextScanner(part.trimmed)
      let combinator = combinator(&scanner) ?? .descendant
      guard var selector = Selector(scanner.rest, depth: depth + 1), !selector.hasAnchor else {
        return nil
      }
      selector.compounds.insert([.anchor], at: 0)
      selector.combinators.insert(combinator, at: 0)
      list.append(selector)
    }
    return list
  }

  /// True if a part of the selector is about elements in the one that it is for.
  private var hasAnchor: Bool {
    compounds.joined().contains {
      switch $0 {
      case .has: true
      case .any(let list, _), .none(let list): list.contains(where: \.hasAnchor)
      default: false
      }
    }
  }

  /// A sign between compounds.
  private static func combinator(_ scanner: inout TextScanner) -> Combinator? {
    if scanner.take(">") { return .child }
    if scanner.take("+") { return .next }
    return scanner.take("~") ? .later : nil
  }

  /// - Parameter depth: selectors around this one.
  private init?(_ text: some StringProtocol, depth: Int) {
    compounds = []
    combinators = []
    var scanner = TextScanner(text.trimmed)
    while true {
      guard let compound = Selector.compound(&scanner, depth: depth),
        !compound.conditions.isEmpty || compound.isAny
      else { return nil }
      compounds.append(compound.conditions)
      let start = scanner.position
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      guard compounds.count < 16 else { return nil }
      if let combinator = Selector.combinator(&scanner) {
        combinators.append(combinator)
      } else if scanner.position > start {
        combinators.append(.descendant)
      } else {
        return nil
      }
      scanner.skipSpace()
    }
  }

  private static func compound(
    _ scanner: inout TextScanner, depth: Int
  ) -> (conditions: [Condition], isAny: Bool)? {
    var conditions: [Condition] = []
    let isAny = scanner.take("*")
    if !isAny {
      let name = scanner.name()
      if !name.isEmpty { conditions.append(.name(name)) }
    }
    while true {
      if scanner.take("#") {
        let name = scanner.name()
        if name.isEmpty { return nil }
        conditions.append(.id(name))
      } else if scanner.take(".") {
        let name = scanner.name()
        if name.isEmpty { return nil }
        conditions.append(.styleClass(name))
      } else if scanner.take("[") {
        guard let inside = scanner.text(upTo: "]"), let condition = attribute(inside) else {
          return nil
        }
        conditions.append(condition)
      } else if scanner.take(":") {
        guard let more = pseudoClass(&scanner, depth: depth) else { return nil }
        conditions += more
      } else {
        return (conditions, isAny)
      }
    }
  }

  /// The conditions of a pseudo-class or a pseudo-element, behind its first colon.
  private static func pseudoClass(_ scanner: inout TextScanner, depth: Int) -> [Condition]? {
    let isElement = scanner.take(":")
    let name = scanner.word().lowercased()
    if isElement || formerPseudoElements.contains(name) {
      let isKnown = pseudoElements.contains(name) || name.hasPrefix("-webkit-")
      return isKnown ? [.any([], 1)] : nil
    }
    guard scanner.take("(") else {
      if name == "root" || name == "scope" { return [.root] }
      if name == "link" || name == "any-link" { return [.link] }
      // In a picture no element is pointed at, has the focus or is a visited link.
      if Selector.neverMet.contains(name) { return [.any([], 1 << 10)] }
      if name == "empty" { return [.empty] }
      return ChildPlace.named(name)?.map { .place($0) }
    }
    guard let inside = scanner.textInBrackets() else { return nil }
    switch name {
    case "not": return list(inside, depth: depth).map { [.none($0)] }
    case "is": return known(inside, depth: depth).map { [.any($0, greatest($0))] }
    case "has": return relativeList(inside, depth: depth).map { [.has($0)] }
    case "where": return known(inside, depth: depth).map { [.any($0, 0)] }
    case "lang": return languages(inside).map { [.language($0)] }
    default: return ChildPlace(function: name, inside).map { [.place($0)] }
    }
  }

  /// The languages of `:lang()`, in quotes or without; nil where one of them is no name.
  private static func languages(_ text: String) -> [String]? {
    let names = TextList.split(text[...], at: UInt8(ascii: ",")).map { part -> String in
      var name = part.trimmed
      if let quote = name.utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
        name.utf8.last == quote, name.utf8.count > 1
      {
        name = name.dropFirst().dropLast()
      }
      return name.lowercased()
    }
    let isValid = names.allSatisfy { name in
      !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D }
    }
    return isValid ? names : nil
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
    let isAnyCase = takeCase(from: &value)
    if let quote = value.utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = value.dropFirst()
      guard value.utf8.last == quote else { return nil }
      value = value.dropLast()
    } else {
      // Without quotes it has to be a name.
      var word = TextScanner(value)
      let digits = value.drop { $0 == "-" }
      guard digits.utf8.first?.isDigit == false, !word.name().isEmpty, word.isAtEnd else {
        return nil
      }
    }
    if isAnyCase { value = lowercased(String(value))[...] }
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
    return .attribute(name, isAnyCase ? .anyCase(match) : match)
  }

  /// Takes the letter `i` or `s` behind a value (Selectors level 4, section 6.3).
  ///
  /// - Returns: true for `i`, with which case does not count.
  private static func takeCase(from value: inout Substring) -> Bool {
    guard let last = value.last?.lowercased(), last == "i" || last == "s",
      let before = value.dropLast().utf8.last,
      before.isXMLSpace || before == UInt8(ascii: "\"") || before == UInt8(ascii: "'")
    else { return false }
    value = value.dropLast().trimmed
    return last == "i"
  }

  // MARK: Matching

  /// True if an element is one that the selector is for.
  ///
  /// - Parameter steps: the number of comparisons that are still allowed; at 0 no element matches.
  func matches(_ place: Int, in document: SVGDocument, steps: inout Int) -> Bool {
    matches(place, from: -1, in: document, steps: &steps)
  }

  /// - Parameter anchor: the element that `:has()` asks about; below 0 outside of it.
  private func matches(
    _ place: Int, from anchor: Int, in document: SVGDocument, steps: inout Int
  ) -> Bool {
    matches(place, upTo: compounds.count - 1, from: anchor, in: document, steps: &steps)
  }

  private func matches(
    _ place: Int, upTo last: Int, from anchor: Int, in document: SVGDocument, steps: inout Int
  ) -> Bool {
    steps -= 1
    guard steps >= 0 else { return false }
    if compounds[last] == [.anchor] { return place == anchor }
    guard Selector.meets(place, compounds[last], in: document, steps: &steps) else { return false }
    if last == 0 { return true }
    switch combinators[last - 1] {
    case .child:
      let parent = document[place].parent
      return parent >= 0
        && matches(parent, upTo: last - 1, from: anchor, in: document, steps: &steps)
    case .descendant:
      var parent = document[place].parent
      while parent >= 0 {
        if matches(parent, upTo: last - 1, from: anchor, in: document, steps: &steps) {
          return true
        }
        parent = document[parent].parent
      }
      return false
    case .next, .later:
      let parent = document[place].parent
      guard parent >= 0 else { return false }
      let siblings = document[parent].children
      var index = document[place].index
      while index > 0 {
        index -= 1
        if matches(siblings[index], upTo: last - 1, from: anchor, in: document, steps: &steps) {
          return true
        }
        if combinators[last - 1] == .next { return false }
      }
      return false
    }
  }

  private static func meets(
    _ place: Int, _ conditions: [Condition], in document: SVGDocument, steps: inout Int
  ) -> Bool {
    let node = document[place]
    for condition in conditions {
      steps -= 1
      guard steps >= 0 else { return false }
      let isMet: Bool
      switch condition {
      case .name(let name): isMet = node.name == name
      case .id(let id): isMet = node.attributes["id"] == id
      case .styleClass(let name):
        let classes = node.attributes["class"] ?? ""
        steps -= classes.utf8.count / 16
        isMet = words(of: classes).contains { $0 == name }
      case .attribute(let name, let match):
        let value = node.attributes[name]
        steps -= (value?.utf8.count ?? 0) / 16
        isMet = value.map { meets($0, match) } ?? false
      case .place(let child): isMet = child.isMet(by: place, in: document)
      case .any(let list, _): isMet = anyMatches(list, place, in: document, steps: &steps)
      case .has(let list): isMet = anyIsFound(list, from: place, in: document, steps: &steps)
      case .anchor: isMet = false
      case .none(let list): isMet = !anyMatches(list, place, in: document, steps: &steps)
      case .root: isMet = node.parent < 0
      case .empty: isMet = node.children.isEmpty && node.text.isEmpty && node.parts.isEmpty
      case .link: isMet = node.name == "a" && node.href != nil
      case .language(let names):
        isMet = document.language(of: place, steps: &steps).map { meets($0, names) } ?? false
      }
      if !isMet { return false }
    }
    return true
  }

  private static func anyMatches(
    _ list: [Selector], _ place: Int, in document: SVGDocument, steps: inout Int
  ) -> Bool {
    for selector in list where selector.matches(place, in: document, steps: &steps) { return true }
    return false
  }

  /// True if a selector is for an element in another one, or in the same one behind it.
  private static func anyIsFound(
    _ list: [Selector], from anchor: Int, in document: SVGDocument, steps: inout Int
  ) -> Bool {
    for selector in list {
      let isInside = [.child, .descendant].contains(selector.combinators[0])
      var open: [Int] = []
      if isInside {
        open = document[anchor].children
      } else if document[anchor].parent >= 0 {
        let siblings = document[document[anchor].parent].children
        open = Array(siblings[(document[anchor].index + 1)...])
      }
      steps -= open.count / 16
      while let place = open.popLast(), steps >= 0 {
        if selector.matches(place, from: anchor, in: document, steps: &steps) { return true }
        open += document[place].children
      }
    }
    return false
  }

  /// True for a language that is one of some, or a kind of one (RFC 4647, section 3.3.1).
  private static func meets(_ language: String, _ names: [String]) -> Bool {
    names.contains { language == $0 || language.hasPrefix($0 + "-") }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  /// A text with small letters for A to Z, the only letters whose case may not count (Selectors
  /// level 4, section 6.3).
  private static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
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
    case .anyCase(let match): meets(lowercased(value), match)
    }
  }
}
