import Geometry

/// A shape made ready for edges. Only a transform is left, and the cutting of curves into chords.
struct DeviceOutline {
  /// The greatest error, in framebuffer pixels, of the circular arcs that stand for a curve of a
  /// stroke, and of the lines that stand for an elliptic arc. The average error of arcs is a fifth
  /// of this, which is .3 levels of coverage; that of lines is two thirds. For other curves see
  /// `Flattener.fit`.
  static let tolerance = 0.005

  let shape: Shape
  let path: Path
  private(set) var transform: AffineTransform
  let rule: FillRule
  /// The pixels that count; nil for all. Beyond them dashes are left out, and curves may have fewer
  /// chords.
  private(set) var seen: PixelRect?
  /// The box around the path, where stroking it has found one.
  private let bounds: Rect?
  /// The place of the path's elements that count: whole subpaths.
  var part: Range<Path.Elements.Index>
  /// The most chords of a curve.
  let chordLimit: Int

  /// - Parameter seen: the pixels that count; nil for all.
  init(_ shape: borrowing Shape, transform: AffineTransform, seen: PixelRect? = nil) {
    self.transform = transform
    self.seen = seen
    self.shape = copy shape
    var hasCurves = true
    var bounds: Rect?
    switch copy shape {
    case .fill(let path, let rule):
      self.path = path
      self.rule = rule
    case .glyphs(let glyphs):
      path = glyphs.path
      rule = .nonZero
    case .stroke(let path, let style):
      let scale = transform.scaleFactor
      let tolerance = scale > 0 ? DeviceOutline.tolerance / scale : 1
      let area = seen.flatMap { shape.pathArea(seenIn: $0, under: transform) }
      let stroke = path.strokeOutline(style, tolerance: tolerance, within: area)
      self.path = stroke.path
      bounds = stroke.bounds
      rule = .nonZero
      // A stroke's arcs are of circles, and those that stay circles have no chords, except for
      // some beyond fixed point.
      hasCurves = transform.a != transform.d || transform.b != -transform.c
    }
    self.bounds = bounds
    part = path.elements.startIndex..<path.elements.endIndex
    // For few elements the limit is high enough even if all are curves, and counting takes time.
    let count = path.verbs.count
    chordLimit = Flattener.chordLimit(
      curveCount: count <= 64 || !hasCurves ? count : path.curveCount)
  }

  /// The box around the whole path.
  var box: PathBox? {
    if let bounds, transform.b == 0, transform.c == 0 {
      return PathBox(bounds, under: transform)
    }
    return PathBox(path, under: transform)
  }

  /// The elements of the path that count.
  var elements: Path.Elements { path.elements[part] }

  /// The outline of a fill under another transform; all of it counts.
  func whole(under transform: AffineTransform) -> DeviceOutline {
    var whole = self
    whole.transform = transform
    whole.seen = nil
    return whole
  }

  /// The common pixels of a rectangle and the outline, if that is an upright rectangle which covers
  /// each pixel whole or not at all. Nil for another shape, or if a pixel may be covered in part.
  func wholePixels(of pixels: PixelRect) -> PixelRect? {
    guard let (low, high) = uprightRectangle else { return nil }
    func cut(_ range: Range<Int>, _ low: Int, _ high: Int) -> Range<Int>? {
      if low & 0xFFFF != 0, low > range.lowerBound << 16 { return nil }
      if high & 0xFFFF != 0, high < range.upperBound << 16 { return nil }
      let start = max(range.lowerBound, low >> 16)
      return start..<max(min(range.upperBound, high >> 16), start)
    }
    guard let columns = cut(pixels.minX..<pixels.maxX, low.x, high.x),
      let rows = cut(pixels.minY..<pixels.maxY, low.y, high.y)
    else { return nil }
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }

  /// The corners of an upright rectangle in fixed point, where the path is one and nothing else.
  private var uprightRectangle: (low: SIMD2<Int>, high: SIMD2<Int>)? {
    let (verbs, points) = (path.verbs, path.points)
    // The first one is a move.
    guard verbs.count == 5, points.count == 4, verbs[1] == .line, verbs[2] == .line,
      verbs[3] == .line, let a = corner(points[0]), let b = corner(points[1]),
      let c = corner(points[2]), let d = corner(points[3])
    else { return nil }
    let beginsDownward = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    let beginsAcross = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
    guard beginsDownward || beginsAcross else { return nil }
    return (SIMD2(min(a.x, c.x), min(a.y, c.y)), SIMD2(max(a.x, c.x), max(a.y, c.y)))
  }

  /// A point as edges store it; nil for one that is too far away, or not a number.
  private func corner(_ point: Point) -> SIMD2<Int>? {
    let point = transform.apply(to: point)
    guard abs(point.x) < 0x1p20, abs(point.y) < 0x1p20 else { return nil }
    return SIMD2(Fixed.coordinate(point.x), Fixed.coordinate(point.y))
  }
}
