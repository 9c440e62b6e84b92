import Geometry

/// Places the glyphs of a line, run by run from the left.
struct LinePlacement {
  private let left: Double
  private let baseline: Double
  /// The font size, which a run's `scale` multiplies.
  private let size: Double
  private let letterSpacing: Double
  /// The width that a justified line adds to each space.
  private let stretch: Double
  private let styles: [TextStyle]

  /// The glyphs without a style of their own.
  private var glyphs = PlacedPaths()
  private var styled: [TextLayout.StyledGlyphs] = []
  private var colored: [TextLayout.ColoredGlyph] = []
  /// The right end of the glyphs.
  private var x: Double
  private var lastCluster: Int?
  private var isAfterUnderline = false

  /// The top of a line under a run, from the baseline, and its width, as fractions of the font
  /// size: about the means of the tables `post` of common fonts.
  private static var underlinePlace: Double { 0.1 }
  private static var underlineWidth: Double { 0.06 }

  /// - Parameters:
  ///   - start: the left end and the baseline of the line.
  ///   - size: the font size; it, `letterSpacing` and `stretch` are lengths of the layout.
  ///   - glyphCount: of runs without a style, for which memory is reserved.
  init(
    from start: Point, size: Double, letterSpacing: Double, stretch: Double, styles: [TextStyle],
    glyphCount: Int
  ) {
    (left, baseline) = (start.x, start.y)
    x = left
    self.size = size
    self.letterSpacing = letterSpacing
    self.stretch = stretch
    self.styles = styles
    glyphs.reserveCapacity(glyphCount)
  }

  /// - Parameter isStretched: true for the spaces that a justified line widens.
  mutating func append(_ run: ShapedRun, isStretched: (ShapedGlyph) -> Bool) {
    let isUnderlined = run.style > 0 && styles[run.style - 1].isUnderlined
    let em = size * run.scale
    var own = PlacedPaths()
    if run.style > 0 { own.reserveCapacity(run.glyphs.count + (isUnderlined ? 1 : 0)) }
    // Lines under adjacent runs meet.
    var start = isAfterUnderline && !run.glyphs.isEmpty ? x : nil
    for glyph in run.glyphs {
      if let lastCluster, lastCluster != glyph.cluster { x += letterSpacing }
      lastCluster = glyph.cluster
      if start == nil { start = x }
      append(glyph, of: run, em: em, to: &own)
      x += glyph.advance * size
      if isStretched(glyph) { x += stretch }
    }
    isAfterUnderline = isUnderlined
    guard run.style > 0 else { return }
    if let start, x > start, isUnderlined {
      let line = Rect(
        x: start, y: baseline + Self.underlinePlace * em, width: x - start,
        height: Self.underlineWidth * em)
      own.append(Self.outline(of: line, windingAs: own.path), scale: 1, origin: .zero)
    }
    if let last = styled.indices.last, styled[last].style == run.style {
      styled[last].glyphs.append(own)
    } else if !own.isEmpty {
      styled.append(TextLayout.StyledGlyphs(style: run.style, glyphs: own))
    }
  }

  private mutating func append(
    _ glyph: ShapedGlyph, of run: ShapedRun, em: Double, to own: inout PlacedPaths
  ) {
    let origin = Point(x: x + glyph.offsetX * size, y: baseline + glyph.offsetY * size)
    if let color = run.font.colorGlyph(of: glyph.glyph) {
      colored.append(
        TextLayout.ColoredGlyph(
          glyph: color, style: run.style, transform: .placing(scale: em, origin: origin)))
      return
    }
    let outline = run.font.outline(of: glyph.glyph)
    guard !outline.isEmpty else { return }
    if run.style == 0 {
      glyphs.append(outline, scale: em, origin: origin)
    } else {
      own.append(outline, scale: em, origin: origin)
    }
  }

  /// The line of all runs that were appended.
  func line() -> TextLayout.Line {
    let width = x - left
    // A run with a line under it is not divided: letters overlap the line, and no part of it may be
    // drawn twice.
    let styled = self.styled.flatMap { run in
      styles[run.style - 1].isUnderlined
        ? [run]
        : run.glyphs.pieces(width: width).map {
          TextLayout.StyledGlyphs(style: run.style, glyphs: $0)
        }
    }
    return TextLayout.Line(
      pieces: glyphs.pieces(width: width), styled: styled, colored: colored,
      origin: Point(x: left, y: baseline), width: width)
  }

  /// A rectangle that winds in the same direction as the glyphs: opposite windings would cancel
  /// where a glyph crosses it. PostScript outlines wind the other way than TrueType outlines.
  private static func outline(of rect: Rect, windingAs glyphs: Path) -> Path {
    var path = Path()
    let isReversed = signedArea(of: glyphs) < 0
    path.move(to: Point(x: rect.minX, y: rect.minY))
    path.addLine(
      to: isReversed ? Point(x: rect.minX, y: rect.maxY) : Point(x: rect.maxX, y: rect.minY))
    path.addLine(to: Point(x: rect.maxX, y: rect.maxY))
    path.addLine(
      to: isReversed ? Point(x: rect.maxX, y: rect.minY) : Point(x: rect.minX, y: rect.maxY))
    path.close()
    return path
  }

  /// Twice the area of closed outlines, with control points for corners: its sign tells how they
  /// wind, and is above 0 for clockwise ones.
  private static func signedArea(of path: Path) -> Double {
    var (area, current, start) = (0.0, Point.zero, Point.zero)
    func add(_ point: Point) {
      area += current.x * point.y - point.x * current.y
      current = point
    }
    for element in path.elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let point): add(point)
      case .quadratic(let control, let end):
        add(control)
        add(end)
      case .cubic(let control1, let control2, let end):
        add(control1)
        add(control2)
        add(end)
      case .arc(let arc): add(arc.end)
      case .close: add(start)
      }
    }
    return area
  }
}
