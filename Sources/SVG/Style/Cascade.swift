/// The declarations for each element, by attributes, style sheets and `style`. The strongest of several
/// counts.
struct Cascade {
  private let document: SVGDocument
  private let sheet: StyleSheet
  /// Rules by the name, class or element that the styled element has to have; all others apart.
  private var rulesByKey: [String: [Int]] = [:]
  private var otherRules: [Int] = []
  private var known: [Int: [String: String]] = [:]
  private var steps: Int

  init(_ document: SVGDocument, limits: SVGLimits, warnings: inout WarningList) {
    self.document = document
    sheet = StyleSheet(document, warnings: &warnings)
    steps = limits.ruleMatchCount
    for (index, rule) in sheet.rules.enumerated() {
      if let key = Cascade.key(of: rule.selector) {
        rulesByKey[key, default: []].append(index)
      } else {
        otherRules.append(index)
      }
    }
  }

  /// Properties and their values, as they are written.
  mutating func declarations(of place: Int) throws(SVGError) -> [String: String] {
    if let known = known[place] { return known }
    let node = document[place]
    var result: [String: String] = [:]
    for (name, value) in node.attributes where Cascade.presentation.contains(name) {
      result[name] = value
    }
    var important: [String: String] = [:]
    for index in try matchingRules(place) {
      steps -= sheet.rules[index].declarations.count
      guard steps > 0 else { throw Cascade.tooMuch }
      for declaration in sheet.rules[index].declarations {
        Cascade.store(declaration, &result, &important)
      }
    }
    if let style = node.attributes["style"] {
      let text = style.contains("/*") ? StyleSheet.withoutComments(style) : style
      for declaration in Declaration.list(text[...]) {
        Cascade.store(declaration, &result, &important)
      }
    }
    for (name, value) in important { Cascade.store(value, as: name, in: &result) }
    known[place] = result
    return result
  }

  /// From the weakest to the strongest.
  private mutating func matchingRules(_ place: Int) throws(SVGError) -> [Int] {
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
    // Words of classes are compared with each rule that asks for one.
    let length = 1 + (node.attributes["class"]?.utf8.count ?? 0) / 32
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

  /// `marker` and the like stand for several properties.
  private static func store(
    _ declaration: Declaration, _ normal: inout [String: String],
    _ important: inout [String: String]
  ) {
    let names =
      declaration.name == "marker"
      ? ["marker-start", "marker-mid", "marker-end"] : [declaration.name]
    for name in names {
      if declaration.isImportant {
        store(declaration.value, as: name, in: &important)
      } else {
        store(declaration.value, as: name, in: &normal)
      }
    }
  }

  /// A colour that cannot be read leaves the one before it: files write newer kinds of colours behind those
  /// that all programs know.
  private static func store(
    _ value: String, as name: String, in declarations: inout [String: String]
  ) {
    if declarations[name] != nil, paints.contains(name), !wide.contains(value.lowercased()),
      PaintValue(value) == nil
    {
      return
    }
    declarations[name] = value
  }

  private static let paints: Set<String> = ["fill", "stroke", "stop-color", "color"]
  /// Values that every property may have.
  private static let wide: Set<String> = ["inherit", "initial", "unset", "revert"]

  /// Properties that are attributes too.
  private static let presentation: Set<String> = [
    "clip-path", "clip-rule", "color", "color-interpolation", "cursor", "direction", "display",
    "fill", "fill-opacity", "fill-rule", "filter", "font-family", "font-size", "font-style",
    "font-weight", "marker-end", "marker-mid", "marker-start", "mask", "mask-type",
    "opacity", "overflow", "paint-order", "shape-rendering", "stop-color",
    "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "transform",
    "transform-origin", "vector-effect", "visibility",
  ]
}
