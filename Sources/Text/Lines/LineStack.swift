import Geometry

/// The lines of a text one below the other in a rectangle, before their glyphs are placed.
struct LineStack {
  /// The font size that is used.
  let size: Double
  let lines: [TextLine]
  /// Of each line, in the rectangle's coordinates.
  let baselines: [Double]
  /// True if an ellipsis stands for a part of the text.
  let isTruncated: Bool

  /// Nil without a font, or if not even the least size fits and the text is not truncated.
  init?(_ text: ShapedText, _ attributes: TextAttributes, in bounds: Rect) {
    guard let font = text.fonts.primary, attributes.size > 0, bounds.isFinite,
      attributes.size.isFinite
    else { return nil }
    let breaker = LineBreaker(text, attributes, width: bounds.size.width)
    guard let size = breaker.fittingSize(height: bounds.size.height, font: font) else {
      return nil
    }
    let content = (font.ascent + font.descent) * size
    let lineHeight = attributes.lineHeight(of: font, size: size)
    let result = breaker.lines(
      size: size,
      limit: attributes.isWrapped && attributes.truncation != .none
        ? breaker.lineCount(height: bounds.size.height, size: size, font: font) : 0)
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
    var baselines: [Double] = []
    baselines.reserveCapacity(result.lines.count)
    for line in result.lines {
      baselines.append(
        top + (lineHeight - content) / 2 * line.scale + font.ascent * size * line.scale)
      top += lineHeight * line.scale
    }
    self.size = size
    self.baselines = baselines
    (lines, isTruncated) = (result.lines, result.isTruncated)
  }
}

extension Rect {
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && size.width.isFinite && size.height.isFinite
  }
}
