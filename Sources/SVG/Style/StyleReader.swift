import Geometry
import Raster

/// Reads an element's declarations over the style that it inherits.
///
/// A value that cannot be read is warned about unless a weaker one can.
struct StyleReader {
  /// The complete style of the parent element.
  let parent: ComputedStyle
  let declarations: Declarations
  let line: Int
  /// The attribute `filter`, which may have lengths without units.
  private let filterAttribute: Substring?
  /// The attribute `transform`, which has a grammar of its own.
  let transformAttribute: Substring?
  private(set) var lengths: LengthContext
  var style: ComputedStyle
  var warnings: [String] = []

  /// - Parameter lengths: the measures for lengths of the viewport, with the parent's font size.
  init(
    _ declarations: Declarations, parent: ComputedStyle, lengths: LengthContext, of node: SVGNode
  ) {
    self.parent = parent
    self.declarations = declarations
    self.lengths = lengths
    line = node.line
    filterAttribute = node.attribute("filter")
    transformAttribute = node.attribute("transform")
    style = parent.inherited
    read()
  }

  private mutating func read() {
    // Font size and colour come first, since others are in terms of them.
    readFontSize()
    keyword("color", \.color, initial: .black) { text, reader in
      if case .color(let color)? = ColorValue(text) { return color }
      return ColorValue(text) == .currentColor ? reader.parent.color : nil
    }
    readPaint()
    readStroke()
    readMarkers()
    readText()
    readCompositing()
    readTransform()
    for name in StyleReader.unknown where declarations[name] != nil {
      warnings.append("the property \(name) is not supported")
    }
  }

  /// Properties of CSS that would change a picture's look, but are not implemented.
  private static let unknown = [
    "-webkit-mask", "-webkit-mask-image", "all", "backdrop-filter", "clip", "mask-clip",
    "mask-composite", "mask-image", "mask-mode", "mask-position", "mask-repeat", "mask-size",
    "offset-path", "perspective", "zoom",
  ]

  /// Sets a property by its declaration, where there is one that can be read.
  mutating func keyword<Value>(
    _ name: String, _ path: WritableKeyPath<ComputedStyle, Value>, initial: Value,
    isInherited: Bool = true, _ read: (String, StyleReader) -> Value?
  ) {
    let texts = declarations.values(of: name)
    for text in texts.lazy.map({ $0.trimmed }) {
      switch text.lowercased() {
      case "inherit": style[keyPath: path] = parent[keyPath: path]
      case "initial": style[keyPath: path] = initial
      case "unset", "revert", "revert-layer":
        style[keyPath: path] = isInherited ? parent[keyPath: path] : initial
      default:
        guard let value = read(String(text), self) else { continue }
        style[keyPath: path] = value
      }
      return
    }
    if let text = texts.first {
      warnings.append("'\(text.trimmed.prefix(40))' is not a value for \(name)")
    }
  }

  /// Sets a property whose values are some words.
  mutating func word<Value>(
    _ name: String, _ path: WritableKeyPath<ComputedStyle, Value>, initial: Value,
    isInherited: Bool = true, _ words: @autoclosure () -> [String: Value]
  ) {
    keyword(name, path, initial: initial, isInherited: isInherited) { text, _ in
      words()[text.lowercased()]
    }
  }

  private static let largestFontSize = 1e9

  private mutating func readFontSize() {
    let lengths = lengths
    keyword("font-size", \.fontSize, initial: 16) { text, reader in
      switch text.lowercased() {
      // The sizes of browsers.
      case "xx-small": return 9
      case "x-small": return 10
      case "small": return 13
      case "medium": return 16
      case "large": return 18
      case "x-large": return 24
      case "xx-large": return 32
      case "smaller": return reader.parent.fontSize / 1.2
      case "larger": return reader.parent.fontSize * 1.2
      default:
        guard let length = LengthValue(text), length.number >= 0 else { return nil }
        var own = lengths
        own.viewport = Size(width: reader.parent.fontSize, height: reader.parent.fontSize)
        return max(0, own.resolve(length, .vertical))
      }
    }
    // Sizes in `em` may grow from element to element.
    if !(style.fontSize <= Self.largestFontSize) { style.fontSize = Self.largestFontSize }
    self.lengths.fontSize = style.fontSize
  }

  private mutating func readPaint() {
    keyword("fill", \.fill, initial: .color(.black)) { text, _ in PaintValue(text) }
    keyword("stroke", \.stroke, initial: .none) { text, _ in PaintValue(text) }
    keyword("fill-opacity", \.fillOpacity, initial: 1) { text, _ in StyleReader.opacity(text) }
    keyword("stroke-opacity", \.strokeOpacity, initial: 1) { text, _ in StyleReader.opacity(text) }
    keyword("fill-rule", \.fillRule, initial: .nonZero) { text, _ in StyleReader.fillRule(text) }
    keyword("clip-rule", \.clipRule, initial: .nonZero) { text, _ in StyleReader.fillRule(text) }
    keyword("paint-order", \.paintOrder, initial: [.fill, .stroke, .markers]) { text, _ in
      StyleReader.paintOrder(text)
    }
    word(
      "shape-rendering", \.isCrisp, initial: false,
      ["crispedges": true, "optimizespeed": true, "auto": false, "geometricprecision": false])
    word(
      "image-rendering", \.isPixelated, initial: false,
      [
        "pixelated": true, "crisp-edges": true, "optimizespeed": true, "auto": false,
        "optimizequality": false, "smooth": false, "high-quality": false,
      ])
    word(
      "color-interpolation", \.interpolatesLinearly, initial: false,
      ["linearrgb": true, "auto": false, "srgb": false])
    word(
      "color-interpolation-filters", \.filtersLinearly, initial: true,
      ["auto": true, "linearrgb": true, "srgb": false])
    keyword("stop-color", \.stopColor, initial: .black, isInherited: false) { text, reader in
      StyleReader.color(text, reader)
    }
    keyword("flood-color", \.floodColor, initial: .black, isInherited: false) { text, reader in
      StyleReader.color(text, reader)
    }
    keyword("flood-opacity", \.floodOpacity, initial: 1, isInherited: false) { text, _ in
      StyleReader.opacity(text)
    }
    keyword("lighting-color", \.lightingColor, initial: .white, isInherited: false) {
      text, reader in
      StyleReader.color(text, reader)
    }
    keyword("stop-opacity", \.stopOpacity, initial: 1, isInherited: false) { text, _ in
      StyleReader.opacity(text)
    }
  }

  private mutating func readStroke() {
    let lengths = lengths
    keyword("stroke-width", \.strokeStyle.width, initial: 1) { text, _ in
      guard let length = LengthValue(text), length.number >= 0 else { return nil }
      return max(0, lengths.resolve(length, .diagonal))
    }
    word(
      "stroke-linecap", \.strokeStyle.cap, initial: .butt,
      ["butt": .butt, "round": .round, "square": .square])
    // Arcs fall back to a mitre, as SVG 2 allows.
    word(
      "stroke-linejoin", \.join, initial: (.miter, false),
      [
        "miter": (.miter, false), "arcs": (.miter, false), "miter-clip": (.miter, true),
        "round": (.round, false), "bevel": (.bevel, false),
      ])
    if declarations["stroke-linejoin"]?.trimmed.lowercased() == "arcs" {
      warnings.append("stroke-linejoin: arcs is drawn as miter")
    }
    keyword("stroke-miterlimit", \.strokeStyle.miterLimit, initial: 4) { text, _ in
      guard let length = LengthValue(text), length.unit == .user else { return nil }
      let limit = LengthContext.unit.resolve(length, .horizontal)
      // Below 1 no corner keeps its mitre, as in browsers and resvg.
      return limit >= 0 ? max(limit, 1) : nil
    }
    keyword("stroke-dasharray", \.strokeStyle.dashes, initial: []) { text, _ in
      StyleReader.dashes(text, lengths)
    }
    keyword("stroke-dashoffset", \.strokeStyle.dashPhase, initial: 0) { text, _ in
      LengthValue(text).map { lengths.resolve($0, .diagonal) }
    }
    word(
      "vector-effect", \.hasFixedStroke, initial: false, isInherited: false,
      ["none": false, "non-scaling-stroke": true])
  }

  private mutating func readMarkers() {
    keyword("marker-start", \.markerStart, initial: nil) { text, _ in StyleReader.reference(text) }
    keyword("marker-mid", \.markerMid, initial: nil) { text, _ in StyleReader.reference(text) }
    keyword("marker-end", \.markerEnd, initial: nil) { text, _ in StyleReader.reference(text) }
  }

  private mutating func readCompositing() {
    word(
      "visibility", \.visibility, initial: .visible,
      ["visible": .visible, "hidden": .hidden, "collapse": .hidden])
    keyword("display", \.display, initial: .box, isInherited: false) { text, _ in
      switch text.lowercased() {
      case "none": ComputedStyle.Display.none
      case "contents": .contents
      default: .box
      }
    }
    keyword("opacity", \.opacity, initial: 1, isInherited: false) { text, _ in
      StyleReader.opacity(text)
    }
    keyword("mask", \.mask, initial: nil, isInherited: false) { text, _ in
      StyleReader.reference(text)
    }
    let lengths = lengths
    keyword("clip-path", \.clipPath, initial: nil, isInherited: false) { text, _ in
      if let value = ClipValue(text, lengths) { return value }
      return StyleReader.reference(text).map { $0.map { ClipValue.reference($0) } }
    }
    keyword("filter", \.filter, initial: [], isInherited: false) { text, reader in
      FilterFunction.list(
        text, lengths, takesNumbers: reader.filterAttribute.map { $0 == text } ?? false)
    }
    keyword("mix-blend-mode", \.blendMode, initial: nil, isInherited: false) { text, _ in
      .some(text.lowercased() == "normal" ? nil : text.lowercased())
    }
    word(
      "isolation", \.isIsolated, initial: false, isInherited: false,
      ["isolate": true, "auto": false])
    word(
      "overflow", \.overflowIsVisible, initial: nil, isInherited: false,
      ["visible": true, "auto": true, "hidden": false, "scroll": false, "clip": false])
    word(
      "mask-type", \.isAlphaMask, initial: false, isInherited: false,
      ["alpha": true, "luminance": false])
  }

  // MARK: Values

  private static func color(_ text: String, _ reader: StyleReader) -> Color? {
    switch ColorValue(text) {
    case .color(let color): color
    case .currentColor: reader.style.color
    case nil: nil
    }
  }

  private static func opacity(_ text: String) -> Double? {
    PartValue.number(text).map { min(max($0, 0), 1) }
  }

  private static func fillRule(_ text: String) -> FillRule? {
    switch text.lowercased() {
    case "nonzero": .nonZero
    case "evenodd": .evenOdd
    default: nil
    }
  }

  /// An inner nil for `none`. A text that is no reference stands for itself; a name alone is no
  /// value.
  private static func reference(_ text: String) -> String?? {
    if text.lowercased() == "none" { return .some(nil) }
    if text.utf8.first == UInt8(ascii: "#") { return nil }
    if let name = ReferenceValue.name(text) { return .some("#" + name) }
    return .some(text)
  }

  /// Empty for none; nil where a length is wrong or negative.
  private static func dashes(_ text: String, _ lengths: LengthContext) -> [Double]? {
    if text.lowercased() == "none" { return [] }
    var scanner = TextScanner(text)
    var result: [Double] = []
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      if !result.isEmpty, scanner.take(",") { scanner.skipSpace() }
      guard let length = LengthValue(&scanner), length.number >= 0 else { return nil }
      result.append(max(0, lengths.resolve(length, .diagonal)))
    }
    return result.isEmpty ? nil : result
  }

  private static func paintOrder(_ text: String) -> [ComputedStyle.PaintStep]? {
    var order: [ComputedStyle.PaintStep] = []
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    for word in words {
      let step: ComputedStyle.PaintStep
      switch word {
      case "normal" where words.count == 1: continue
      case "fill": step = .fill
      case "stroke": step = .stroke
      case "markers": step = .markers
      default: return nil
      }
      if order.contains(step) { return nil }
      order.append(step)
    }
    for step in [ComputedStyle.PaintStep.fill, .stroke, .markers] where !order.contains(step) {
      order.append(step)
    }
    return order
  }
}
