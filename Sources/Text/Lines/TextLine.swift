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

  /// The top of a line under a run, from the baseline, and its width, as fractions of the font
  /// size: about the means of the tables `post` of common fonts.
  private static var underlinePlace: Double { 0.1 }
  private static var underlineWidth: Double { 0.06 }

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
    if attributes.alignment == .justified, slack > 0, !endsParagraph {
      let spaces = runs.reduce(0) { $0 + $1.glyphs.count { isStretched($0) } }
      if spaces > 0 {
        stretch = slack / Double(spaces)
        left = bounds.minX
      }
    }
    var glyphs = PlacedPaths()
    // Most are of one style, and have a path each.
    glyphs.reserveCapacity(runs.reduce(0) { $0 + ($1.style == 0 ? $1.glyphs.count : 0) })
    var styled: [TextLayout.StyledGlyphs] = []
    var colored: [TextLayout.ColoredGlyph] = []
    var x = left
    var lastCluster: Int?
    var isAfterUnderline = false
    for run in runs {
      let isUnderlined = run.style > 0 && styles[run.style - 1].isUnderlined
      let em = size * run.scale
      var own = PlacedPaths()
      if run.style > 0 { own.reserveCapacity(run.glyphs.count + (isUnderlined ? 1 : 0)) }
      var start: Double?
      for glyph in run.glyphs {
        // Lines under adjacent runs meet.
        if isAfterUnderline, start == nil { start = x }
        if let lastCluster, lastCluster != glyph.cluster { x += attributes.letterSpacing }
        lastCluster = glyph.cluster
        if start == nil { start = x }
        let origin = Point(x: x + glyph.offsetX * size, y: baseline + glyph.offsetY * size)
        let place = AffineTransform.placing(scale: em, origin: origin)
        if let color = run.font.colorGlyph(of: glyph.glyph) {
          colored.append(
            TextLayout.ColoredGlyph(glyph: color, style: run.style, transform: place))
        } else {
          let outline = run.font.outline(of: glyph.glyph)
          if !outline.isEmpty {
            if run.style == 0 {
              glyphs.append(outline, scale: em, origin: origin)
            } else {
              own.append(outline, scale: em, origin: origin)
            }
          }
        }
        x += glyph.advance * size
        if stretch > 0, isStretched(glyph) { x += stretch }
      }
      isAfterUnderline = isUnderlined
      guard run.style > 0 else { continue }
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
    // A run with a line under it stays whole: letters reach into that, and none may be drawn twice.
    styled = styled.flatMap { run in
      styles[run.style - 1].isUnderlined
        ? [run]
        : run.glyphs.pieces(width: x - left).map {
          TextLayout.StyledGlyphs(style: run.style, glyphs: $0)
        }
    }
    return TextLayout.Line(
      pieces: glyphs.pieces(width: x - left), styled: styled, colored: colored,
      origin: Point(x: left, y: baseline), width: x - left)
  }

  /// A rectangle that winds as glyphs do, those of PostScript outlines the other way than those of
  /// TrueType: where they cross it, neither may cancel the other.
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

  private func isStretched(_ glyph: ShapedGlyph) -> Bool {
    text[glyph.cluster] == 0x20 || text[glyph.cluster] == 0xA0
  }
}
