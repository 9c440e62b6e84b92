import Geometry

/// A shape made ready for edges: what is left to do is a transform, and cutting curves into chords.
struct DeviceOutline {
  /// How far the lines that stand for a curve of a stroke or for an elliptic arc may be off, in
  /// framebuffer pixels: two thirds of this on average over each, which are .9 levels of coverage. For
  /// other curves see `Flattener.fit`.
  static let tolerance = 0.005

  let path: Path
  let transform: AffineTransform
  let rule: FillRule
  /// The pixels that count; nil for all. Beyond them dashes are left out, and curves may have fewer chords.
  let seen: PixelRect?
  /// True if no subpath by itself winds twice anywhere.
  let hasSimpleContours: Bool
  /// The elements of the path that count: whole subpaths.
  var elements: Range<Int>
  /// The most chords of a curve.
  let chordLimit: Int

  /// - Parameter seen: see there.
  init(_ shape: borrowing Shape, transform: AffineTransform, seen: PixelRect? = nil) {
    self.transform = transform
    self.seen = seen
    var hasCurves = true
    switch copy shape {
    case .fill(let path, let rule):
      self.path = path
      self.rule = rule
      hasSimpleContours = false
    case .stroke(let path, let style):
      let scale = transform.scaleFactor
      let tolerance = scale > 0 ? DeviceOutline.tolerance / scale : 1
      let area = seen.flatMap { shape.pathArea(seenIn: $0, under: transform) }
      let stroke = path.strokeOutline(style, tolerance: tolerance, within: area)
      self.path = stroke.path
      rule = .nonZero
      hasSimpleContours = stroke.hasSimpleContours
      // A stroke's arcs are of circles, and those that stay circles have no chords, but for
      // some beyond fixed point.
      hasCurves = transform.a != transform.d || transform.b != -transform.c
    }
    elements = path.elements.indices
    // For few elements it is high enough with any of them a curve, and counting takes time.
    let count = path.elements.count
    chordLimit = Flattener.chordLimit(
      curveCount: count <= 64 || !hasCurves ? count : path.curveCount)
  }
}
