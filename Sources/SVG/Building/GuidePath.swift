import Geometry

/// A path that a text is set on.
struct GuidePath {
  /// A path with its measures, which texts on it share.
  struct Measure {
    let path: Path
    let guide: PathGuide

    /// Nil for a path without a length.
    init?(_ path: Path) {
      guard let guide = PathGuide(path) else { return nil }
      self.path = path
      self.guide = guide
    }
  }

  private let measure: Measure
  /// True for a text on the other side, from the end of the path to its start.
  private let isReversed: Bool
  /// The length along the path at which the text begins.
  var startOffset = 0.0

  init(_ measure: Measure, isReversed: Bool) {
    self.measure = measure
    self.isReversed = isReversed
  }

  var length: Double { measure.guide.length }

  /// The end of the path, where a text that follows goes on.
  var end: Point { isReversed ? measure.guide.start : measure.guide.end }

  /// Maps a character that begins at the origin so that its middle lies on the path; nil beyond the
  /// ends.
  ///
  /// - Parameters:
  ///   - distance: along the path.
  ///   - middle: half the character's width.
  func place(at distance: Double, middle: Double) -> AffineTransform? {
    guard distance >= 0, distance <= length else { return nil }
    let place = measure.guide.place(at: isReversed ? length - distance : distance)
    return AffineTransform.translation(x: -middle, y: 0)
      .followed(by: .rotation(place.angle + (isReversed ? .pi : 0)))
      .followed(by: .translation(x: place.point.x, y: place.point.y))
  }
}

extension LayerBuilder {
  /// The path of a `textPath`; nil, with a warning, where there is none.
  func guidePath(_ place: Int, in context: Context) throws(SVGError) -> GuidePath? {
    let node = document[place]
    var path: Path?
    var source = place
    var transform = AffineTransform.identity
    var declaredLength: Double?
    if let target = document.target(of: node.href), ShapePath.names.contains(document[target].name)
    {
      try countAttributes(of: target)
      let (style, lengths) = try style(of: target, in: context)
      path = try self.path(of: target, lengths)
      source = target
      transform = style.transform
      declaredLength = document[target].attribute("pathLength").flatMap { LengthValue($0) }?.number
    } else if let text = node.attribute("path") {
      path = Path.readable(svg: String(text)).path
      if let path { try countSegments(path) }
    }
    guard let path, let measure = try measure(of: path.transformed(by: transform), at: source)
    else {
      warn(
        "the text is not drawn: '\(node.href?.prefix(40) ?? "")' is not a path in the file",
        at: place)
      return nil
    }
    var guide = GuidePath(measure, isReversed: node.attribute("side") == "right")
    if node.attribute("method") == "stretch" {
      warn("method='stretch' of a textPath is drawn as 'align'", at: place)
    }
    if let text = node.attribute("startOffset") {
      if let value = LengthValue(text) {
        if value.unit == .percent {
          guide.startOffset = value.number / 100 * guide.length
        } else {
          let factor = declaredLength.map { $0 > 0 ? guide.length / $0 : 1 } ?? 1
          guide.startOffset = context.lengths.resolve(value, .horizontal) * factor
        }
      } else {
        warn("'\(text.prefix(40))' is not a value for startOffset", at: place)
      }
    }
    return guide
  }

  /// Segments that measuring a curve takes as long as.
  private static let curveCost = 16

  /// The measures of a path, found once for all texts on it.
  private func measure(of path: Path, at source: Int) throws(SVGError) -> GuidePath.Measure? {
    if let known = pathMeasures[source], known.path == path { return known }
    let curveCount = path.elements.count {
      switch $0 {
      case .move, .line, .close: false
      case .quadratic, .cubic, .arc: true
      }
    }
    try countSegments(Self.curveCost * curveCount)
    let measure = GuidePath.Measure(path)
    pathMeasures[source] = measure
    return measure
  }
}
