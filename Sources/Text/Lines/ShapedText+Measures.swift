public import Geometry

/// The space that a text takes, before it is laid out.
extension ShapedText {
  /// The width of the longest paragraph at the requested size, each in one line. Points.
  public func width(_ attributes: TextAttributes) -> Double {
    guard attributes.size > 0, attributes.size.isFinite else { return 0 }
    return max(naturalWidth(size: attributes.size, letterSpacing: attributes.letterSpacing), 0)
  }

  /// The text of each line, if it is wrapped in a width and has the requested size.
  public func wrappedLines(_ attributes: TextAttributes, width: Double) -> [String] {
    guard attributes.size > 0, attributes.size.isFinite, width.isFinite else { return [] }
    var attributes = attributes
    attributes.isWrapped = true
    return LineBreaker(self, attributes, width: width).texts(size: attributes.size)
  }

  /// The height of all lines in a width. Points.
  public func height(_ attributes: TextAttributes, width: Double) -> Double {
    guard let font = fonts.primary, attributes.size > 0, attributes.size.isFinite, width.isFinite
    else { return 0 }
    let breaker = LineBreaker(self, attributes, width: width)
    guard let size = breaker.fittingSize(height: 1e6, font: font) else { return 0 }
    if !styles.isEmpty {
      let most = attributes.maximumLines > 0 ? attributes.maximumLines : TextLimits.lines
      let lines = breaker.lines(size: size, limit: most).lines
      return lines.reduce(0) { $0 + attributes.lineHeight(of: font, size: size) * $1.scale }
    }
    let count =
      attributes.isWrapped
      ? breaker.lines(size: size, limit: 0).lines.count
      : attributes.maximumLines > 0
        ? min(paragraphs.count, attributes.maximumLines) : paragraphs.count
    return attributes.lineHeight(of: font, size: size) * Double(count)
  }

  /// The distance from the top of a rectangle of this size to the baseline of the first line. Nil
  /// if no line is shown. Points.
  public func firstBaseline(_ attributes: TextAttributes, in size: Size) -> Double? {
    LineStack(self, attributes, in: Rect(origin: .zero, size: size))?.baselines.first
  }
}
