import Geometry

/// The outline that a text follows, and the way in which it does.
struct TextPath {
  /// One of the layer's masks.
  var outline: Track<ContourList>
  /// Units by which the text begins behind the outline's start and ends behind its end, by its
  /// alignment.
  var firstMargin: Track<Numbers>
  var lastMargin: Track<Numbers>
  /// Not 0 for a text from the end to the start, on the other side.
  var isReversed: Track<Numbers>
  /// Not 0 for characters that turn with the outline.
  var isPerpendicular: Track<Numbers>
  /// Not 0 for characters that are spread from the one end to the other.
  var isForced: Track<Numbers>

  /// Nil for an outline without a length, or one that takes too much work.
  func guide(at frame: Double, _ budget: EvaluationBudget) -> TextGuide? {
    guard let contour = outline.value(at: frame).contours.first,
      budget.spend(vertices: TextPath.curveCost * contour.vertices.count),
      let path = PathGuide([contour].path)
    else { return nil }
    return TextGuide(
      path: path, isClosed: contour.isClosed, first: firstMargin.number(at: frame),
      last: lastMargin.number(at: frame), isReversed: isReversed.number(at: frame) != 0,
      isPerpendicular: isPerpendicular.number(at: frame) != 0,
      isForced: isForced.number(at: frame) != 0)
  }

  /// Vertices that measuring a curve takes as long as.
  private static let curveCost = 16
}

/// A text's outline at one time.
struct TextGuide {
  var path: PathGuide
  var isClosed: Bool
  var first: Double
  var last: Double
  var isReversed: Bool
  var isPerpendicular: Bool
  var isForced: Bool

  /// Maps each character of a line, which begins at the origin, so that the middle of its baseline
  /// lies on the outline.
  ///
  /// - Parameters:
  ///   - places: left ends and widths of the characters, from the line's left end.
  ///   - width: the whole line's.
  func transforms(
    of places: [(x: Double, width: Double)], width: Double, _ alignment: TextDocument.Alignment
  ) -> [AffineTransform] {
    let end = path.length + last
    let start =
      switch alignment {
      case .left: first
      case .right: end - width
      case .center: (first + end - width) / 2
      }
    // The middles of the characters lie at even distances.
    let low = first + (places.first?.width ?? 0) / 2
    let high = end - (places.last?.width ?? 0) / 2
    return places.enumerated().map { index, place in
      let middle = place.width / 2
      let part = places.count > 1 ? Double(index) / Double(places.count - 1) : 0
      let distance = isForced ? low + (high - low) * part : start + place.x + middle
      return AffineTransform.translation(x: -middle, y: 0).followed(by: transform(at: distance))
    }
  }

  /// Maps the origin to a place at a distance from the text's first end.
  private func transform(at distance: Double) -> AffineTransform {
    var distance = isReversed ? path.length - distance : distance
    if isClosed {
      distance = distance.truncatingRemainder(dividingBy: path.length)
      if distance < 0 { distance += path.length }
    }
    let place = path.place(at: distance)
    let turn = isPerpendicular ? place.angle + (isReversed ? .pi : 0) : 0
    return AffineTransform.rotation(turn).followed(
      by: .translation(x: place.point.x, y: place.point.y))
  }
}
