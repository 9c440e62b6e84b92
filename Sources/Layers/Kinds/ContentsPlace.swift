public import Geometry
public import Raster

/// The place that a layer gives to its picture, whatever picture that is.
public struct ContentsPlace: Equatable, Sendable {
  /// The layer's own bounds.
  public var bounds: Rect
  /// Pixels of the picture in a point.
  public var scale: Double
  /// The part that is shown, and its stretching middle: see `ImageLayer`.
  public var rect: Rect
  public var center: Rect
  public var gravity: ContentsGravity
  public var filter: ImageFilter

  /// The rectangle of the shown part of a picture in the layer's own coordinates; nil for none.
  public func frame(of picture: PixelSize) -> Rect? {
    guard scale > 0, !rect.isEmpty else { return nil }
    let size = Size(
      width: Double(picture.width) * rect.width / scale,
      height: Double(picture.height) * rect.height / scale)
    return gravity.rect(for: size, in: bounds)
  }

  /// The parts made by `rect` and `center`; nil if there is nothing to show.
  public func grid(of picture: PixelSize) -> ContentsGrid? {
    guard let frame = frame(of: picture), !frame.isEmpty, picture.width > 0, picture.height > 0
    else { return nil }
    return ContentsGrid(
      columns: cuts(
        length: Double(picture.width), part: (rect.minX, rect.maxX),
        center: (center.minX, center.maxX), place: (frame.minX, frame.maxX)),
      rows: cuts(
        length: Double(picture.height), part: (rect.minY, rect.maxY),
        center: (center.minY, center.maxY), place: (frame.minY, frame.maxY)))
  }

  /// The cuts along one axis.
  ///
  /// - Parameters:
  ///   - length: of the picture, in pixels.
  ///   - part: its shown part.
  ///   - center: the stretching middle in that part.
  ///   - place: the destination of that part.
  private func cuts(
    length: Double, part: (Double, Double), center: (Double, Double), place: (Double, Double)
  ) -> [ContentsGrid.Cut] {
    func pixels(_ value: Double) -> Double {
      let whole = value.rounded()
      return abs(value - whole) < 1e-9 ? whole : value
    }
    let (start, end) = (pixels(part.0 * length), pixels(part.1 * length))
    var cuts = [
      ContentsGrid.Cut(source: start, place: place.0),
      ContentsGrid.Cut(source: end, place: place.1),
    ]
    var low = pixels(start + min(max(center.0, 0), 1) * (end - start))
    var high = pixels(start + min(max(center.1, 0), 1) * (end - start))
    if high - low < 1 {
      let middle = (low + high) / 2
      low = max(start, middle - 0.5)
      high = min(end, middle + 0.5)
    }
    guard low > start || high < end else { return cuts }
    var before = (low - start) / scale
    var after = (end - high) / scale
    let available = place.1 - place.0
    if before + after > available {
      let shrinking = available / (before + after)
      before *= shrinking
      after *= shrinking
    }
    if low > start {
      cuts.insert(ContentsGrid.Cut(source: low, place: place.0 + before), at: 1)
    }
    if high < end {
      cuts.insert(
        ContentsGrid.Cut(source: high, place: place.1 - after), at: cuts.count - 1)
    }
    return cuts
  }
}
