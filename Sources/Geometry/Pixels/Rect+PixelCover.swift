extension Rect {
  /// The smallest rectangle of whole pixels that contains this one.
  ///
  /// Coordinates are clamped to ±`PixelRect.limit`; an empty rectangle and one with a NaN
  /// cover no pixels.
  @inlinable public var pixelCover: PixelRect {
    guard !isEmpty, !isNull, minX < maxX, minY < maxY else { return .empty }
    return PixelRect(
      minX: PixelRect.clamped(minX.rounded(.down)), minY: PixelRect.clamped(minY.rounded(.down)),
      maxX: PixelRect.clamped(maxX.rounded(.up)), maxY: PixelRect.clamped(maxY.rounded(.up)))
  }
}
