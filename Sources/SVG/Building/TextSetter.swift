import Geometry
import Text

/// Sets a text element: its characters with their places, and their outlines.
struct TextSetter {
  /// An element of the text, with the context of its characters: its own style is the parent's.
  struct Span {
    var place: Int
    var context: LayerBuilder.Context
  }

  private struct SetCharacter {
    var character: Character
    var span: Int
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
  }

  /// Outlines of characters of one span, from a place on.
  struct Run {
    var path: Path
    var span: Int
    /// From the font's ascent to its descent.
    var box: Rect
  }

  /// Characters of a text; the rest is cut off.
  private static let characterLimit = 4096

  let builder: LayerBuilder
  private(set) var spans: [Span] = []
  private var characters: [SetCharacter] = []
  /// True if white space is kept in a part of the text.
  private var keepsSpace = false

  init(_ builder: LayerBuilder) { self.builder = builder }

  // MARK: Characters

  /// Adds an element of the text with all in it.
  ///
  /// - Parameter context: with the element's own style as the parent's.
  mutating func add(
    _ place: Int, in context: LayerBuilder.Context, preservesSpace: Bool? = nil
  ) throws(SVGError) {
    let node = builder.document[place]
    let space = try builder.declarations(of: place)["white-space"]?.trimmed.lowercased()
    let preserves =
      space.map { $0.hasPrefix("pre") && $0 != "pre-line" }
      ?? node.attributes["xml:space"].map { $0 == "preserve" } ?? preservesSpace
      ?? builder.document.preservesSpace(around: place)
    keepsSpace = keepsSpace || preserves
    let span = spans.count
    spans.append(Span(place: place, context: context))
    let first = characters.count
    for part in node.parts {
      switch part {
      case .text(let text): add(text, span, preserves)
      case .element(let child): try addElement(child, in: context, preserves)
      }
    }
    try warnOfProperties(place)
    let lengths = context.lengths
    set(\.x, self.lengths("x", of: place, .horizontal, lengths), from: first)
    set(\.y, self.lengths("y", of: place, .vertical, lengths), from: first)
    for (index, dx) in self.lengths("dx", of: place, .horizontal, lengths).enumerated()
    where first + index < characters.count {
      characters[first + index].dx += dx
    }
    for (index, dy) in self.lengths("dy", of: place, .vertical, lengths).enumerated()
    where first + index < characters.count {
      characters[first + index].dy += dy
    }
  }

  private static let absentAttributes = [
    "alignment-baseline", "baseline-shift", "rotate", "text-decoration", "textLength",
    "word-spacing", "writing-mode",
  ]
  private static let absentProperties = [
    "alignment-baseline", "baseline-shift", "font-variant", "text-decoration",
    "text-decoration-line", "text-shadow", "text-transform", "word-spacing", "writing-mode",
  ]
  private static let usualWords: Set<String> = [
    "0", "0%", "alphabetic", "auto", "baseline", "horizontal-tb", "inherit", "initial", "lr-tb",
    "none", "normal", "unset",
  ]

  private func warnOfProperties(_ place: Int) throws(SVGError) {
    let node = builder.document[place]
    let declarations = try builder.declarations(of: place)
    var values: [(name: String, value: Substring)] = []
    for name in Self.absentAttributes {
      if let value = node.attribute(name) { values.append((name, value)) }
    }
    for name in Self.absentProperties where node.attribute(name) == nil {
      if let value = declarations[name] { values.append((name, value.trimmed)) }
    }
    for (name, value) in values where !Self.usualWords.contains(value.lowercased()) {
      builder.warn("\(name) of a text is not followed", at: place)
    }
  }

  private mutating func addElement(
    _ place: Int, in context: LayerBuilder.Context, _ preserves: Bool
  ) throws(SVGError) {
    let name = builder.document[place].name
    guard name == "tspan" || name == "a" else {
      if !["", "title", "desc", "metadata"].contains(name) {
        builder.warn("the element '\(name.prefix(40))' in a text is not drawn", at: place)
      }
      return
    }
    try builder.countElement(place, depth: context.depth)
    var (style, lengths) = try builder.style(of: place, in: context)
    guard style.isDisplayed else { return }
    style.fillOpacity *= style.opacity
    style.strokeOpacity *= style.opacity
    var inner = context
    inner.parent = style
    inner.lengths = lengths
    inner.depth += 1
    try add(place, in: inner, preservesSpace: preserves)
  }

  private static let spaces: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]

  /// Adds characters; white space is one space, and none at the beginning, unless it is kept.
  private mutating func add(_ text: String, _ span: Int, _ preserves: Bool) {
    for character in text {
      guard characters.count < Self.characterLimit else {
        builder.warn(
          "a text of more than \(Self.characterLimit) characters is cut off", at: spans[span].place)
        return
      }
      if Self.spaces.contains(character) {
        let isBehindSpace = characters.last.map { $0.character == " " } ?? true
        if isBehindSpace && !preserves { continue }
        characters.append(SetCharacter(character: " ", span: span))
      } else {
        characters.append(SetCharacter(character: character, span: span))
      }
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<SetCharacter, Double?>, _ values: [Double], from first: Int
  ) {
    // Inner elements were read first and win.
    for (index, value) in values.enumerated()
    where first + index < characters.count && characters[first + index][keyPath: path] == nil {
      characters[first + index][keyPath: path] = value
    }
  }

  private func lengths(
    _ name: String, of place: Int, _ axis: LengthAxis, _ lengths: LengthContext
  ) -> [Double] {
    guard let text = builder.document[place].attribute(name) else { return [] }
    var scanner = TextScanner(text)
    var result: [Double] = []
    while !scanner.isAtEnd, result.count < Self.characterLimit {
      guard let length = LengthValue(&scanner) else {
        builder.warn("'\(text.prefix(40))' is not a value for \(name)", at: place)
        return result
      }
      result.append(lengths.resolve(length, axis))
      scanner.skipSeparator()
    }
    return result
  }

  // MARK: Lines

  /// The outlines of all characters at their places.
  mutating func runs(_ fonts: TextFonts) throws(SVGError) -> [Run] {
    if !keepsSpace, characters.last?.character == " " { characters.removeLast() }
    try builder.countCharacters(characters.count)
    var runs: [Run] = []
    var chunk = 0
    var pen = Point.zero
    var chunkStart = 0.0
    var index = 0
    func anchor(_ runs: inout [Run], _ span: Int?) {
      guard let span else { return }
      let width = pen.x - chunkStart
      let shift: Double
      switch spans[span].context.parent.text.anchor {
      case .start: return
      case .middle: shift = -width / 2
      case .end: shift = -width
      }
      for run in chunk..<runs.count {
        runs[run].path = runs[run].path.transformed(by: .translation(x: shift, y: 0))
        runs[run].box = runs[run].box.transformed(by: .translation(x: shift, y: 0))
      }
    }
    var firstSpan: Int?
    while index < characters.count {
      let first = characters[index]
      if first.x != nil || first.y != nil {
        anchor(&runs, firstSpan)
        chunk = runs.count
        firstSpan = nil
        pen = Point(x: first.x ?? pen.x, y: first.y ?? pen.y)
        chunkStart = pen.x
      }
      firstSpan = firstSpan ?? first.span
      pen.x += first.dx
      pen.y += first.dy
      var text = String(first.character)
      index += 1
      while index < characters.count {
        let next = characters[index]
        guard next.span == first.span, next.x == nil, next.y == nil, next.dx == 0, next.dy == 0
        else { break }
        text.append(next.character)
        index += 1
      }
      if let (run, advance) = try run(text, first.span, at: pen, fonts) {
        runs.append(run)
        pen.x += advance
      }
    }
    anchor(&runs, firstSpan)
    return runs
  }

  private func run(
    _ text: String, _ span: Int, at pen: Point, _ fonts: TextFonts
  ) throws(SVGError) -> (Run, advance: Double)? {
    let style = spans[span].context.parent
    let place = spans[span].place
    guard let (stack, missing) = fonts.stack(style.text), let font = stack.primary else {
      builder.warn("the text is not drawn: the machine has no font", at: place)
      return nil
    }
    for family in missing {
      builder.warn("the font '\(family.prefix(40))' is not on this machine", at: place)
    }
    let size = style.fontSize
    guard size > 0, pen.x.isFinite, pen.y.isFinite else { return nil }
    guard size <= 1e5 else {
      builder.warn("a text with a font of more than 100,000 units is not drawn", at: place)
      return nil
    }
    var attributes = TextAttributes()
    attributes.size = size
    attributes.letterSpacing = style.text.letterSpacing
    attributes.alignment = .left
    func shape(_ text: String) -> ShapedText {
      ShapedText(text, fonts: stack, hasLigatures: style.text.letterSpacing == 0)
    }
    func width(_ text: String) -> Double {
      shape(text).naturalWidth(size: size, letterSpacing: style.text.letterSpacing)
    }
    let shaped = shape(text)
    // Spaces at the end of a line have no width: something stands behind them.
    let advance =
      text.hasSuffix(" ")
      ? width(text + ".") - width(".")
      : shaped.naturalWidth(size: size, letterSpacing: style.text.letterSpacing)
        + style.text.letterSpacing
    let layout = TextLayout(
      shaped, attributes,
      in: Rect(x: 0, y: 0, width: max(advance, 1) * 2 + size, height: size))
    let shift: Double
    switch style.text.baseline {
    case .alphabetic: shift = 0
    case .middle: shift = size / 4
    case .central: shift = (font.ascent - font.descent) / 2 * size
    case .hanging: shift = 0.8 * font.ascent * size
    case .top: shift = font.ascent * size
    case .bottom: shift = -font.descent * size
    }
    var path = Path()
    for line in layout.lines {
      if !line.colored.isEmpty {
        builder.warn("characters in colours are not drawn", at: place)
      }
      path.append(
        line.path.transformed(by: .translation(x: pen.x, y: pen.y + shift - line.origin.y)))
    }
    try builder.countSegments(path)
    let box = Rect(
      x: pen.x, y: pen.y + shift - font.ascent * size, width: max(0, advance),
      height: (font.ascent + font.descent) * size)
    return (Run(path: path, span: span, box: box), advance)
  }
}
