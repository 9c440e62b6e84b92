public import Geometry

/// A text laid out in a rectangle: lines with their outlines.
public struct TextLayout {
  /// One line, from left to right.
  public struct Line {
    /// Its glyphs in the text's colour, in the rectangle's coordinates: of a long line in several
    /// pieces.
    public var pieces: [PlacedPaths]
    /// The glyphs of runs with a style, which `pieces` does not have; a long run in several pieces.
    public var styled: [StyledGlyphs] = []
    public var colored: [ColoredGlyph] = []
    /// The left end of the baseline.
    public var origin: Point
    /// Points, without spaces at the end.
    public var width: Double

    /// The glyphs of all pieces together.
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
    guard let stack = LineStack(text, attributes, in: bounds) else { return }
    size = stack.size
    isTruncated = stack.isTruncated
    for (line, baseline) in zip(stack.lines, stack.baselines) {
      lines.append(
        line.placed(at: baseline, size: size, attributes, styles: text.styles, in: bounds))
    }
  }
}

extension TextAttributes {
  func lineHeight(of font: Font, size: Double) -> Double {
    max((lineHeight ?? font.ascent + font.descent + font.lineGap) * size, 0.01)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
