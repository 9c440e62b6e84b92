import Geometry
import Text

/// Reads a text element: its characters with their places.
struct TextSetter {
  /// An element of the text, with the context of its characters: its own style is the parent's.
  struct Span {
    var place: Int
    var context: LayerBuilder.Context
  }

  struct SetCharacter {
    /// One character, or several if `text-transform` makes several of one.
    var text: String
    var span: Int
    /// Unicode scalars in the file. Each takes a value of the lists of places; the first one's
    /// values count.
    var scalarCount = 1
    var x: Double?
    var y: Double?
    var ownDX: Double?
    var ownDY: Double?
    /// Degrees.
    var rotation: Double?
    /// The number of the path that it is set on.
    var path: Int?
    /// True for a capital in the place of a small letter (`font-variant: small-caps`).
    var isSmallCapital = false
    /// The addition to the advance, and the factor of its width, by `textLength`.
    var extraAdvance = 0.0
    var stretch = 1.0
    /// True if it is shaped by itself.
    var isAlone = false

    var dx: Double { ownDX ?? 0 }
    var dy: Double { ownDY ?? 0 }
    var isSpace: Bool { text == " " }
  }

  /// The length that characters are to have together.
  struct Adjustment {
    var range: Range<Int>
    var length: Double
    var stretchesGlyphs: Bool
  }

  /// Characters of a text; the rest is cut off.
  private static let characterLimit = 4096

  let builder: LayerBuilder
  private(set) var spans: [Span] = []
  var characters: [SetCharacter] = []
  private(set) var paths: [GuidePath] = []
  private(set) var adjustments: [Adjustment] = []
  /// True if white space is kept in a part of the text.
  private(set) var keepsSpace = false

  init(_ builder: LayerBuilder) { self.builder = builder }

  // MARK: Elements

  /// Adds an element of the text with all in it.
  ///
  /// - Parameters:
  ///   - context: with the element's own style as the parent's.
  ///   - path: the number of the path that the element is set on.
  mutating func add(
    _ place: Int, in context: LayerBuilder.Context, preservesSpace: Bool? = nil, path: Int? = nil
  ) throws(SVGError) {
    let node = builder.document[place]
    let space = try builder.declarations(of: place)["white-space"]?.trimmed.lowercased()
    let preserves =
      space.map { $0.hasPrefix("pre") && $0 != "pre-line" }
      ?? node.attributes["xml:space"].map { $0 == "preserve" } ?? preservesSpace
      ?? builder.document.preservesSpace(around: place)
    keepsSpace = keepsSpace || preserves
    let span = spans.count
    var context = context
    // Of the elements around a text, none sets a part of it apart.
    if spans.isEmpty {
      let override = context.parent.text.overridesRightToLeft
      context.parent.text.embeddings =
        override.map { [.init(kind: .overridden, isRightToLeft: $0, element: place)] } ?? []
    }
    spans.append(Span(place: place, context: context))
    for property in context.parent.text.unfollowed.sorted() {
      builder.warn("\(property) of a text is not supported", at: place)
    }
    let first = characters.count
    let parts = try node.name == "tref" ? referredText(place, context) : node.parts
    for part in parts {
      switch part {
      case .text(let text): add(text, span, preserves, path)
      case .element(let child): try addElement(child, in: context, preserves, path)
      }
    }
    placeCharacters(of: place, from: first, context.lengths)
  }

  /// The characters of the element that a `tref` names and of all in it, as one part (SVG 1.1,
  /// section 10.6).
  private func referredText(
    _ place: Int, _ context: LayerBuilder.Context
  ) throws(SVGError) -> [TextPart] {
    let reference = builder.document[place].href
    guard let target = builder.document.target(of: reference) else {
      builder.warn(
        "'\(reference?.prefix(40) ?? "")' is not in the file, and not shown by 'tref'", at: place)
      return []
    }
    var text = ""
    var rest: [TextPart] = [.element(target)]
    while let part = rest.popLast(), text.utf8.count <= 8 * Self.characterLimit {
      switch part {
      case .text(let own): text += own
      case .element(let element):
        try builder.countElement(element, depth: context.depth)
        rest += builder.document[element].parts.reversed()
      }
    }
    return [.text(text)]
  }

  /// Sets the places that an element gives to its characters.
  private mutating func placeCharacters(
    of place: Int, from first: Int, _ lengths: LengthContext
  ) {
    // Links and texts on paths have no lists of places.
    let hasPlaces = !["a", "textPath"].contains(builder.document[place].name)
    func list(_ name: String, _ axis: LengthAxis) -> [Double] {
      hasPlaces ? self.lengths(name, of: place, axis, lengths) : []
    }
    let (x, y) = (list("x", .horizontal), list("y", .vertical))
    let (dx, dy) = (list("dx", .horizontal), list("dy", .vertical))
    let rotations = list("rotate", .horizontal)
    var number = 0
    for index in first..<characters.count {
      // Inner elements were read first and win.
      if number < x.count, characters[index].x == nil { characters[index].x = x[number] }
      if number < y.count, characters[index].y == nil { characters[index].y = y[number] }
      if number < dx.count, characters[index].ownDX == nil { characters[index].ownDX = dx[number] }
      if number < dy.count, characters[index].ownDY == nil { characters[index].ownDY = dy[number] }
      if characters[index].rotation == nil, let last = rotations.last {
        // The last rotation counts for all characters after it, too.
        characters[index].rotation = number < rotations.count ? rotations[number] : last
      }
      number += characters[index].scalarCount
    }
    if let text = builder.document[place].attribute("textLength"), first < characters.count {
      guard let value = LengthValue(text), lengths.resolve(value, .horizontal) >= 0 else {
        builder.warn("'\(text.prefix(40))' is not a value for textLength", at: place)
        return
      }
      adjustments.append(
        Adjustment(
          range: first..<characters.count, length: lengths.resolve(value, .horizontal),
          stretchesGlyphs: builder.document[place].attribute("lengthAdjust") == "spacingAndGlyphs"))
    }
  }

  private mutating func addElement(
    _ place: Int, in context: LayerBuilder.Context, _ preserves: Bool, _ path: Int?
  ) throws(SVGError) {
    let name = builder.document[place].name
    let isPath = name == "textPath" && path == nil && mayHoldPath(builder.document[place].parent)
    guard name == "tspan" || name == "a" || name == "tref" || isPath else {
      if !["", "title", "desc", "metadata"].contains(name) {
        builder.warn("the element '\(name.prefix(40))' in a text is not drawn", at: place)
      }
      return
    }
    guard builder.meetsConditions(place) else { return }
    try builder.countElement(place, depth: context.depth)
    var (style, lengths) = try builder.style(of: place, in: context)
    guard style.isDisplayed else { return }
    let outer = context.parent.text.embeddings.count
    for index in style.text.embeddings.indices.dropFirst(outer) {
      style.text.embeddings[index].element = place
    }
    for property in style.effects {
      builder.warn("\(property) of a part of a text is not supported", at: place)
    }
    style.fillOpacity *= style.opacity
    style.strokeOpacity *= style.opacity
    var inner = context
    inner.parent = style
    inner.lengths = lengths
    inner.depth += 1
    guard isPath else {
      return try add(place, in: inner, preservesSpace: preserves, path: path)
    }
    guard let guide = try builder.guidePath(place, in: inner) else { return }
    paths.append(guide)
    // Text on another path, or on none, begins a chunk: its first character may still get a
    // place by the elements around.
    try add(place, in: inner, preservesSpace: preserves, path: paths.count - 1)
  }

  /// True for a text and for links in it: no other part of a text may hold a text on a path (SVG 2,
  /// section 11.8.1).
  private func mayHoldPath(_ place: Int) -> Bool {
    var place = place
    while place >= 0, builder.document[place].name == "a" { place = builder.document[place].parent }
    return place >= 0 && builder.document[place].name == "text"
  }

  private static let spaces: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]

  /// Adds characters; white space is one space, and none at the beginning, unless it is kept.
  private mutating func add(_ text: String, _ span: Int, _ preserves: Bool, _ path: Int?) {
    let look = spans[span].context.parent.text
    var isInWord = characters.last.map { !$0.isSpace } ?? false
    for character in text {
      guard characters.count < Self.characterLimit else {
        builder.warn(
          "a text of more than \(Self.characterLimit) characters is cut off", at: spans[span].place)
        return
      }
      if Self.spaces.contains(character) {
        let isBehindSpace = characters.last.map { $0.isSpace && $0.path == path } ?? true
        isInWord = false
        if isBehindSpace && !preserves { continue }
        characters.append(SetCharacter(text: " ", span: span, path: path))
        continue
      }
      var added = SetCharacter(
        text: String(character), span: span, scalarCount: character.unicodeScalars.count,
        path: path)
      switch look.letterCase {
      case .asWritten: break
      case .upper: added.text = character.uppercased()
      case .lower: added.text = character.lowercased()
      case .capitalized: if !isInWord { added.text = character.uppercased() }
      }
      if look.hasSmallCapitals, added.text.uppercased() != added.text {
        added.text = added.text.uppercased()
        added.isSmallCapital = true
      }
      isInWord = true
      characters.append(added)
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
}
