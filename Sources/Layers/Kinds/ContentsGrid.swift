import Geometry
import Raster

/// The cuts of a picture and the places of its parts: columns and rows between neighbouring cuts.
public struct ContentsGrid: Equatable, Sendable {
  public struct Cut: Equatable, Sendable {
    /// In pixels of the picture; may lie outside it.
    public var source: Double
    /// In the layer's own coordinates.
    public var place: Double
  }

  /// Cuts at x from left to right, two for one column.
  public var columns: [Cut]
  /// Cuts at y from top to bottom, two for one row.
  public var rows: [Cut]
}

extension ImageLayer {
  /// The parts made by `contentsRect` and `contentsCenter`; nil if there is nothing to show.
  public var contentsGrid: ContentsGrid? {
    guard let contents, let frame = contentsFrame, !frame.isEmpty, contents.size.width > 0,
      contents.size.height > 0
    else { return nil }
    let part = contentsRect
    let center = contentsCenter
    return ContentsGrid(
      columns: cuts(
        length: Double(contents.size.width), part: (part.minX, part.maxX),
        center: (center.minX, center.maxX), place: (frame.minX, frame.maxX)),
      rows: cuts(
        length: Double(contents.size.height), part: (part.minY, part.maxY),
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
    var before = (low - start) / contentsScale
    var after = (end - high) / contentsScale
    let room = place.1 - place.0
    if before + after > room {
      let shrinking = room / (before + after)
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
