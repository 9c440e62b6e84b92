public import Geometry

/// A text laid out in a rectangle: lines with their outlines.
public struct TextLayout {
  /// One line, from left to right.
  public struct Line {
    /// Its glyphs in the text's colour, in the rectangle's coordinates: of a long line in several
    /// pieces.
    public var pieces: [PlacedPaths]
    /// The glyphs of runs with a style, which are not among these; a long run in several pieces.
    public var styled: [StyledGlyphs] = []
    public var colored: [ColoredGlyph] = []
    /// The left end of the baseline.
    public var origin: Point
    /// Points, without spaces at the end.
    public var width: Double

    /// All pieces together.
    public var glyphs: PlacedPaths {
      var glyphs = PlacedPaths()
      for piece in pieces { glyphs.append(piece) }
      return glyphs
    }

    /// The outlines of its glyphs in the text's colour; to be filled non-zero.
    public var path: Path { glyphs.path }
  }

  /// Glyphs of runs of one style, with the lines under them.
  public struct StyledGlyphs {
    /// The number of the style, from 1.
    public var style: Int
    public var glyphs: PlacedPaths

    /// Their outlines; to be filled non-zero.
    public var path: Path { glyphs.path }
  }

  /// A glyph in colours of its own, and its map to the rectangle's coordinates.
  public struct ColoredGlyph {
    public var glyph: ColorGlyph
    /// The number of its run's style; 0 for that of the text.
    public var style = 0
    public var transform: AffineTransform
  }

  public private(set) var lines: [Line] = []
  /// The font size that is used; 0 if even the least one does not fit and the text is not
  /// truncated.
  public private(set) var size = 0.0
  /// True if an ellipsis stands for a part of the text.
  public private(set) var isTruncated = false

  /// Lays a text out in a rectangle.
  public init(_ text: ShapedText, _ attributes: TextAttributes, in bounds: Rect) {
    guard let font = text.fonts.primary, attributes.size > 0, bounds.isFinite,
      attributes.size.isFinite
    else { return }
    let breaker = LineBreaker(text, attributes, width: bounds.size.width)
    guard let size = breaker.fittingSize(height: bounds.size.height, font: font) else { return }
    self.size = size
    let content = (font.ascent + font.descent) * size
    let lineHeight = attributes.lineHeight(of: font, size: size)
    let result = breaker.lines(
      size: size,
      limit: attributes.isWrapped && attributes.truncation != .none
        ? breaker.lineCount(height: bounds.size.height, size: size, font: font) : 0)
    isTruncated = result.isTruncated
    let height =
      text.styles.isEmpty
      ? lineHeight * Double(result.lines.count)
      : result.lines.reduce(0) { $0 + lineHeight * $1.scale }
    let slack = bounds.size.height - height
    var top =
      switch attributes.verticalAlignment {
      case .top: bounds.minY
      case .center: bounds.minY + slack / 2
      case .bottom: bounds.minY + slack
      }
    for line in result.lines {
      let baseline =
        top + (lineHeight - content) / 2 * line.scale + font.ascent * size * line.scale
      lines.append(
        line.placed(at: baseline, size: size, attributes, styles: text.styles, in: bounds))
      top += lineHeight * line.scale
    }
  }
}

extension TextAttributes {
  func lineHeight(of font: Font, size: Double) -> Double {
    max((lineHeight ?? font.ascent + font.descent + font.lineGap) * size, 0.01)
  }
}

extension Rect {
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
