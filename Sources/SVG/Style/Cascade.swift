import Geometry

/// The declarations for each element, by attributes, style sheets and `style`. The strongest of
/// several counts.
final class Cascade {
  private let document: SVGDocument
  private let sheet: StyleSheet
  /// Rules by the id, class or element name that the styled element has to have; all other rules
  /// are in a list of their own.
  private var rulesByKey: [String: [Int]] = [:]
  private var otherRules: [Int] = []
  private var known: [Int: Declarations] = [:]
  /// Comparisons and bytes that are still allowed.
  var steps: Int

  init(
    _ document: SVGDocument, size: Size, limits: SVGLimits, warnings: inout WarningList
  ) {
    self.document = document
    sheet = StyleSheet(document, size: size, warnings: &warnings)
    steps = limits.ruleMatchCount
    for (index, rule) in sheet.rules.enumerated() {
      if let key = Cascade.key(of: rule.selector) {
        rulesByKey[key, default: []].append(index)
      } else {
        otherRules.append(index)
      }
    }
  }

  /// Properties and their values, with custom properties in their places.
  func declarations(of place: Int) throws(SVGError) -> Declarations {
    if let known = known[place] { return known }
    let node = document[place]
    var list: [Declaration] = []
    for (name, value) in node.attributes where Cascade.presentation.contains(name) {
      list.append(Declaration(name: name, value: value, isImportant: false))
    }
    for index in try matchingRules(place) {
      steps -= sheet.rules[index].declarations.count
      guard steps > 0 else { throw Cascade.tooMuch }
      list += sheet.rules[index].declarations
    }
    if let style = node.attributes["style"] {
      let text = style.contains("/*") ? StyleSheet.withoutComments(style) : style
      list += Declaration.list(text[...])
    }
    list = list.filter { !$0.isImportant } + list.filter { $0.isImportant }
    var result = Declarations()
    if node.parent >= 0 { result.custom = try declarations(of: node.parent).custom }
    if list.contains(where: \.isCustom) {
      result.custom = try customProperties(list, over: result.custom)
    }
    for declaration in list where !declaration.isCustom {
      // A missing custom property leaves the declaration that uses it without a value.
      let value = try filled(declaration.value, result.custom, depth: 0) ?? "unset"
      if declaration.name == "font", let longhands = FontShorthand.longhands(value) {
        for (name, value) in longhands { result.add(value, for: name) }
        continue
      }
      for name in Cascade.longhands[declaration.name] ?? [declaration.name] {
        result.add(value, for: name)
      }
    }
    known[place] = result
    return result
  }

  /// From the weakest to the strongest.
  private func matchingRules(_ place: Int) throws(SVGError) -> [Int] {
    if sheet.rules.isEmpty { return [] }
    let node = document[place]
    var candidates = otherRules
    candidates += rulesByKey["<" + node.name] ?? []
    if let id = node.attributes["id"] { candidates += rulesByKey["#" + id] ?? [] }
    if let classes = node.attributes["class"] {
      for name in Set(classes.split(whereSeparator: \.isWhitespace)) {
        candidates += rulesByKey["." + name] ?? []
      }
    }
    // A long list of classes is searched for each rule that asks for one.
    let length = 1 + (node.attributes["class"]?.utf8.count ?? 0) / 16
    var found: [Int] = []
    steps -= candidates.count * length
    guard steps > 0 else { throw Cascade.tooMuch }
    for index in candidates
    where sheet.rules[index].selector.matches(place, in: document, steps: &steps) {
      found.append(index)
    }
    guard steps > 0 else { throw Cascade.tooMuch }
    return found.sorted {
      (sheet.rules[$0].specificity, $0) < (sheet.rules[$1].specificity, $1)
    }
  }

  private static var tooMuch: SVGError {
    SVGError(
      "the style sheets have too many rules and declarations for so many elements; "
        + "select by classes or names, or set attributes")
  }

  private static func key(of selector: Selector) -> String? {
    var key: String?
    for condition in selector.compounds.last ?? [] {
      switch condition {
      case .id(let name): return "#" + name
      case .styleClass(let name): key = "." + name
      case .name(let name): key = key ?? "<" + name
      default: break
      }
    }
    return key
  }

  /// Properties that stand for several.
  private static let longhands = ["marker": ["marker-start", "marker-mid", "marker-end"]]

  // MARK: Custom properties

  /// Custom properties that are used by one another.
  private static let depthLimit = 16
  /// Bytes of a value with custom properties in it.
  private static let lengthLimit = 1 << 16

  /// The custom properties of an element among those that it inherits.
  ///
  /// They are filled in where they are declared, not where they are used (CSS Variables level 1,
  /// section 2.2).
  private func customProperties(
    _ list: [Declaration], over inherited: [String: String]
  ) throws(SVGError) -> [String: String] {
    steps -= inherited.count
    guard steps > 0 else { throw Cascade.tooMuch }
    var written = inherited
    for declaration in list where declaration.isCustom {
      written[declaration.name] = Cascade.stored(
        declaration.value, inherited[declaration.name])
    }
    var result = written
    for name in Set(list.lazy.filter(\.isCustom).map(\.name)) {
      guard let value = written[name] else { continue }
      result[name] = Cascade.stored(try filled(value, written, depth: 0), inherited[name])
    }
    return result
  }

  /// The value that a custom property gets; nil for none.
  private static func stored(_ value: String?, _ inherited: String?) -> String? {
    guard let value, value.utf8.count <= lengthLimit else { return nil }
    guard value.utf8.count <= 12 else { return value }
    switch value.lowercased() {
    case "initial": return nil
    case "inherit", "unset", "revert", "revert-layer": return inherited
    default: return value
    }
  }

  /// A value with custom properties in place of `var()`; nil if one is missing.
  private func filled(
    _ value: String, _ custom: [String: String], depth: Int
  ) throws(SVGError) -> String? {
    steps -= value.utf8.count / 8
    guard steps > 0 else { throw Cascade.tooMuch }
    guard value.contains("var(") else { return value }
    guard depth < Cascade.depthLimit else { return nil }
    var result = ""
    var rest = value[...]
    while let start = rest.firstRange(of: "var(") {
      steps -= 8 + rest.utf8.count / 8
      guard steps > 0 else { throw Cascade.tooMuch }
      result += rest[..<start.lowerBound]
      let (inside, behind) = Cascade.arguments(rest[start.upperBound...])
      let comma = inside.utf8.firstIndex(of: UInt8(ascii: ","))
      let name = inside[..<(comma ?? inside.endIndex)].trimmed
      var text: String?
      if let own = custom[String(name)] { text = try filled(own, custom, depth: depth + 1) }
      if text == nil, let comma {
        let fallback = inside[inside.utf8.index(after: comma)...].trimmed
        text = try filled(String(fallback), custom, depth: depth + 1)
      }
      guard let text, result.utf8.count + text.utf8.count <= Cascade.lengthLimit else { return nil }
      steps -= text.utf8.count / 8
      result += text
      rest = behind
    }
    return result + rest
  }

  /// The text up to the bracket that closes the one before it, and the text behind that bracket.
  private static func arguments(_ text: Substring) -> (inside: Substring, behind: Substring) {
    var depth = 1
    for index in text.utf8.indices {
      if text.utf8[index] == UInt8(ascii: "(") { depth += 1 }
      if text.utf8[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return (text[..<index], text[text.utf8.index(after: index)...]) }
    }
    return (text, "")
  }

  /// Properties that are followed, at least with some values.
  static let properties = presentation.union([
    "cx", "cy", "d", "font", "font-kerning", "font-variant-caps", "height", "isolation", "marker",
    "mix-blend-mode", "r", "rotate", "rx", "ry", "scale", "text-transform", "transform-box",
    "translate", "white-space", "width", "x", "y",
  ])

  /// Properties that are attributes too.
  private static let presentation: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color",
    "color-interpolation", "color-interpolation-filters", "cursor", "direction", "display",
    "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
    "flood-opacity", "font-family", "font-size", "font-stretch", "font-style", "font-variant",
    "font-weight", "glyph-orientation-vertical", "image-rendering", "letter-spacing",
    "lighting-color", "marker-end", "marker-mid", "marker-start", "mask", "mask-type", "opacity",
    "overflow", "paint-order", "shape-rendering", "stop-color", "stop-opacity", "stroke",
    "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-decoration",
    "text-rendering", "transform", "transform-origin", "unicode-bidi", "vector-effect",
    "visibility", "word-spacing", "writing-mode",
  ]
}
