import Geometry

/// The line through a series' values.
enum PlotCurve {
  /// The pieces of the line: missing values divide it. Of many values in one column of pixels the
  /// extremes are kept, so that a line has no more points than can be seen.
  /// - Parameters:
  ///   - places: of the values along the line, rising, in points.
  ///   - column: the width of a column, in points.
  ///   - isStepped: true to go on level until the next value.
  static func pieces(
    _ places: [Double], _ heights: [Double?], column: Double, isStepped: Bool
  ) -> [[Point]] {
    var pieces: [[Point]] = []
    var piece: [Point] = []
    for (x, y) in zip(places, heights) {
      guard let y else {
        if !piece.isEmpty { pieces.append(piece) }
        piece = []
        continue
      }
      if isStepped, let last = piece.last, last.y != y { piece.append(Point(x: x, y: last.y)) }
      piece.append(Point(x: x, y: y))
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces.map { dotted(straightened(reduced($0, column: column))) }
  }

  private static func reduced(_ points: [Point], column: Double) -> [Point] {
    guard let first = points.first, points.count > 2, column > 0 else { return points }
    var result: [Point] = []
    var start = 0
    while start < points.count {
      let number = ((points[start].x - first.x) / column).rounded(.down)
      var end = start + 1
      while end < points.count, ((points[end].x - first.x) / column).rounded(.down) == number {
        end += 1
      }
      result += extremes(points[start..<end])
      start = end
    }
    return result
  }

  /// The first, the lowest, the highest and the last point, in their order.
  private static func extremes(_ points: ArraySlice<Point>) -> [Point] {
    guard points.count > 4 else { return Array(points) }
    let indices = points.indices
    let lowest = indices.min { points[$0].y < points[$1].y } ?? points.startIndex
    let highest = indices.max { points[$0].y < points[$1].y } ?? points.startIndex
    return Set([points.startIndex, lowest, highest, points.endIndex - 1]).sorted().map {
      points[$0]
    }
  }

  /// Without the points within level runs.
  private static func straightened(_ points: [Point]) -> [Point] {
    points.indices.filter { index in
      index == 0 || index == points.count - 1 || points[index - 1].y != points[index].y
        || points[index].y != points[index + 1].y
    }.map { points[$0] }
  }

  /// A single value between missing ones becomes a dot.
  private static func dotted(_ points: [Point]) -> [Point] {
    guard points.count == 1, let point = points.first else { return points }
    return [Point(x: point.x - 1, y: point.y), Point(x: point.x + 1, y: point.y)]
  }
}
