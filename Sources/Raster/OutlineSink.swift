/// What takes the pieces of an outline in framebuffer space, in the order in which it runs.
///
/// Coordinates are fixed-point numbers. Every subpath is closed, and each piece begins where the one
/// before it ended but for a unit or two of rounding.
protocol OutlineSink: ~Copyable {
  /// Takes a line, which may be horizontal or of no length.
  mutating func addLine(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int)
  /// Takes a piece of a circle inside one quadrant.
  mutating func add(_ arc: QuadrantArc, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int)
  /// Ends a subpath.
  mutating func endSubpath()
}

/// The circle that a piece inside one quadrant belongs to, in pixels, and the quadrant.
struct QuadrantArc {
  var centerX: Double
  var centerY: Double
  var radius: Double
  /// +1 right of the centre, −1 left of it.
  var side: Double
  /// +1 below the centre, −1 above it.
  var half: Double
}
