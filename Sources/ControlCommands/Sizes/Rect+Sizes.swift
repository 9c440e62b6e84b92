import Geometry

extension Rect {
  /// The largest distance by which it extends beyond another rectangle.
  func beyond(_ other: Rect) -> Double {
    max(other.minX - minX, other.minY - minY, maxX - other.maxX, maxY - other.maxY)
  }

  /// The largest distance, without the axes on which it extends beyond both edges, as backdrops and
  /// bars do.
  func beyondEdges(of other: Rect) -> Double {
    let isWide = minX <= other.minX && maxX >= other.maxX
    let isHigh = minY <= other.minY && maxY >= other.maxY
    return max(
      isWide ? 0 : max(other.minX - minX, maxX - other.maxX),
      isHigh ? 0 : max(other.minY - minY, maxY - other.maxY))
  }

  /// The part that lies in both; empty if there is none.
  func common(with other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
