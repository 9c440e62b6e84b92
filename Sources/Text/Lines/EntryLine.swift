public import Geometry

/// One line of a text that is being typed: its glyphs, and the places between its characters.
/// Spaces at its end count.
public struct EntryLine {
  /// The glyphs from the left end of the baseline, in the text's colour: of a long line in several
  /// pieces.
  public private(set) var pieces: [PlacedPaths] = []
  public private(set) var colored: [TextLayout.ColoredGlyph] = []
  /// Points.
  public private(set) var width = 0.0
  /// The distance from the left end of the place before each character, and behind the last.
  /// Points.
  public private(set) var places: [Double] = [0]
  /// The height above and below the baseline, in points.
  public let ascent: Double
  public let descent: Double
  /// True if the text runs from right to left.
  public let isRightToLeft: Bool

  /// - Parameter text: its first paragraph counts, without ligatures.
  public init(_ text: ShapedText, _ attributes: TextAttributes) {
    let size = attributes.size.isFinite ? max(attributes.size, 0) : 0
    ascent = (text.fonts.primary?.ascent ?? 0) * size
    descent = (text.fonts.primary?.descent ?? 0) * size
    let paragraph = text.paragraphs.first
    isRightToLeft = (paragraph?.level ?? 0) & 1 == 1
    guard let paragraph, size > 0 else { return }
    var runs = paragraph.runs
    LineBreaker.reorder(&runs)
    var glyphs = PlacedPaths()
    var edges = [Double?](repeating: nil, count: paragraph.text.count + 1)
    var last: Int?
    for run in runs {
      for glyph in run.glyphs {
        if let last, last != glyph.cluster { width += attributes.letterSpacing }
        last = glyph.cluster
        add(glyph, of: run.font, size, to: &glyphs)
        let isReversed = run.level & 1 == 1
        let start = width
        width += glyph.advance * size
        guard edges.indices.contains(glyph.cluster) else { continue }
        edges[glyph.cluster] = isReversed ? width : edges[glyph.cluster] ?? start
      }
    }
    pieces = glyphs.pieces(width: width)
    edges[edges.count - 1] = isRightToLeft ? 0 : width
    places = Self.places(in: paragraph.text, edges)
  }

  private mutating func add(
    _ glyph: ShapedGlyph, of font: Font, _ size: Double, to glyphs: inout PlacedPaths
  ) {
    let origin = Point(x: width + glyph.offsetX * size, y: glyph.offsetY * size)
    if let color = font.colorGlyph(of: glyph.glyph) {
      colored.append(
        TextLayout.ColoredGlyph(glyph: color, transform: .placing(scale: size, origin: origin)))
    } else {
      let outline = font.outline(of: glyph.glyph)
      if !outline.isEmpty { glyphs.append(outline, scale: size, origin: origin) }
    }
  }

  /// The edges of characters; each may consist of several scalars. A character without a glyph of
  /// its own begins where the one before it does.
  private static func places(in text: [UInt32], _ edges: [Double?]) -> [Double] {
    var string = String.UnicodeScalarView()
    for scalar in text { string.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    var places: [Double] = []
    var index = 0
    for character in String(string) {
      places.append(edges[index] ?? places.last ?? 0)
      index += character.unicodeScalars.count
    }
    places.append(edges[edges.count - 1] ?? 0)
    return places
  }

  /// The place between characters that is nearest to a distance from the left end.
  public func nearestPlace(to distance: Double) -> Int {
    var nearest = 0
    for index in places.indices
    where abs(places[index] - distance) < abs(places[nearest] - distance) { nearest = index }
    return nearest
  }
}
