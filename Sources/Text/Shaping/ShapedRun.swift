/// A glyph and its place, by shaping.
struct ShapedGlyph {
  var glyph: UInt32
  /// The first of its characters, counted in the paragraph.
  var cluster: Int
  /// To the next glyph, as a fraction of the text's font size.
  var advance: Double
  /// From the pen, as a fraction of the text's font size; y downwards.
  var offsetX: Double
  var offsetY: Double
}

/// Characters of one font, script and direction, shaped.
struct ShapedRun {
  var font: Font
  var range: Range<Int>
  /// Odd for right to left.
  var level: Int8
  var script: UInt32
  /// The number of its style; 0 for that of the text.
  var style = 0
  /// A factor of the font size. The glyphs' distances include it.
  var scale = 1.0
  /// From left to right.
  var glyphs: [ShapedGlyph] = []
}
