import Geometry

/// A line with its glyphs, before it is placed.
struct TextLine {
  /// In visual order, from left to right.
  var runs: [ShapedRun]
  var text: [UInt32]
  /// The level of its paragraph; odd for right to left.
  var level: Int8
  /// A factor of its height: that of its largest run's size.
  var scale: Double
  /// Points.
  var width: Double
  var endsParagraph: Bool

  /// Places the line according to its alignment and draws its glyphs.
  func placed(
    at baseline: Double, size: Double, _ attributes: TextAttributes, styles: [TextStyle],
    in bounds: Rect
  ) -> TextLayout.Line {
    let isRightToLeft = level & 1 == 1
    let slack = bounds.size.width - width
    var left = bounds.minX
    var stretch = 0.0
    switch attributes.alignment {
    case .left: break
    case .center: left += slack / 2
    case .right: left += slack
    case .natural, .justified: if isRightToLeft { left += slack }
    }
    if attributes.alignment == .justified, slack > 0,
      !endsParagraph || attributes.justifiesLastLine
    {
      let spaces = runs.reduce(0) { $0 + $1.glyphs.count { isStretched($0) } }
      if spaces > 0 {
        stretch = slack / Double(spaces)
        left = bounds.minX
      }
    }
    var placement = LinePlacement(
      from: Point(x: left, y: baseline), size: size, letterSpacing: attributes.letterSpacing,
      stretch: stretch, styles: styles,
      glyphCount: runs.reduce(0) { $0 + ($1.style == 0 ? $1.glyphs.count : 0) })
    for run in runs { placement.append(run) { stretch > 0 && isStretched($0) } }
    return placement.line()
  }

  private func isStretched(_ glyph: ShapedGlyph) -> Bool {
    text[glyph.cluster] == 0x20 || text[glyph.cluster] == 0xA0
  }
}
