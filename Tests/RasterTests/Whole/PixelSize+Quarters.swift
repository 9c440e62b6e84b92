import Geometry

extension PixelSize {
  /// The four rectangles beside a column and a row, the last one first: a picture in parts.
  func quarters(atX x: Int, y: Int) -> [PixelRect] {
    [
      PixelRect(minX: x, minY: y, maxX: width, maxY: height),
      PixelRect(minX: 0, minY: 0, maxX: x, maxY: y),
      PixelRect(minX: 0, minY: y, maxX: x, maxY: height),
      PixelRect(minX: x, minY: 0, maxX: width, maxY: y),
    ]
  }
}
