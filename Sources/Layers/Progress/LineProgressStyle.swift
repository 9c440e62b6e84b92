import CMath
public import Geometry
public import Raster

/// A bar that fills from one side in the middle of the bounds, whole or in segments.
public final class LineProgressStyle: ProgressStyle {
  public var lineWidth: Double { didSet { settingsDidChange() } }
  /// Equal rectangles; 1 for a whole bar with round ends.
  public var segmentCount: Int { didSet { settingsDidChange() } }
  /// Distance between segments.
  public var spacing: Double { didSet { settingsDidChange() } }
  /// True for a bar that fills from the right.
  public var fillsFromRight: Bool { didSet { settingsDidChange() } }

  /// The width where none is given, in points.
  public static var usualLineWidth: Double { 8 }

  public init(
    lineWidth: Double = usualLineWidth,
    trackColor: Color = Color(red: 0, green: 98.0 / 255, blue: 102.0 / 255),
    progressColor: Color = Color(red: 18.0 / 255, green: 203.0 / 255, blue: 196.0 / 255),
    segmentCount: Int = 1, spacing: Double = 4, fillsFromRight: Bool = false
  ) {
    self.lineWidth = lineWidth
    self.segmentCount = segmentCount
    self.spacing = spacing
    self.fillsFromRight = fillsFromRight
    super.init(progressColor: progressColor, trackColor: trackColor)
  }

  /// The part of the bar that travels while the progress is not known.
  static var indeterminatePart: Double { 0.3 }

  /// The bar at a progress. It reaches out of the bounds by half its width at both ends, so that
  /// the round ends lie outside.
  public func barRect(progress: Double, in bounds: Rect) -> Rect {
    bar(from: 0, progress, in: bounds)
  }

  /// A part of the bar: its start, and its share of the whole.
  private func bar(from start: Double, _ part: Double, in bounds: Rect) -> Rect {
    let length = bounds.width + lineWidth
    return Rect(
      x: bounds.minX - lineWidth / 2 + length * (fillsFromRight ? 1 - start - part : start),
      y: bounds.midY - lineWidth / 2, width: length * part, height: lineWidth)
  }

  /// Width of a segment.
  public func segmentWidth(in bounds: Rect) -> Double {
    (bounds.width - Double(segmentCount - 1) * spacing) / Double(segmentCount)
  }

  /// A segment by its index; 0 is the first one that is filled.
  public func segmentRect(_ index: Int, in bounds: Rect) -> Rect {
    let width = segmentWidth(in: bounds)
    let place = fillsFromRight ? segmentCount - 1 - index : index
    return Rect(
      x: bounds.minX + Double(place) * (width + spacing), y: bounds.midY - lineWidth / 2,
      width: width, height: lineWidth)
  }

  public override var drawsContent: Bool { true }

  public override func draw(_ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing)
  {
    let isWhole = segmentCount <= 1
    let track = barRect(progress: 1, in: bounds)
    if isWhole {
      fillBar(track, values.trackColor, into: &drawing)
    } else {
      fillSegments(0..<segmentCount, values.trackColor, in: bounds, into: &drawing)
    }
    for values in values.drawings { fillProgress(values, in: bounds, into: &drawing) }
  }

  private func fillProgress(
    _ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing
  ) {
    let isWhole = segmentCount <= 1
    switch values.activity {
    case .known where isWhole:
      fillBar(
        barRect(progress: values.progress, in: bounds), values.progressColor, into: &drawing)
    case .known:
      let lit = ProgressState.completeParts(of: segmentCount, at: values.progress)
      fillSegments(0..<lit, values.progressColor, in: bounds, into: &drawing)
    case .unknown:
      fillTraveller(values, in: bounds, into: &drawing)
    }
  }

  /// Fills the bar that travels there and back in one period, slowly at the ends.
  private func fillTraveller(
    _ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing
  ) {
    let part = LineProgressStyle.indeterminatePart
    let start = (1 - part) * (1 - cos(values.phase * 2 * .pi)) / 2
    guard segmentCount > 1 else {
      return fillBar(
        bar(from: start, part, in: bounds), values.progressColor, into: &drawing)
    }
    let first = bounds.minX + bounds.width * (fillsFromRight ? 1 - start - part : start)
    let last = first + part * bounds.width
    for index in 0..<segmentCount {
      let rect = segmentRect(index, in: bounds)
      let covered = min(rect.maxX, last) - max(rect.minX, first)
      guard covered > 0 else { continue }
      var color = values.progressColor
      color.alpha *= min(covered / rect.width, 1)
      fillSegments(index..<index + 1, color, in: bounds, into: &drawing)
    }
  }

  /// Fills a bar with round ends. A bar shorter than its two ends is their intersection, so that it
  /// stays inside a longer bar that begins at the same place.
  private func fillBar(_ rect: Rect, _ color: Color, into drawing: inout Drawing) {
    guard rect.width > 0, rect.height > 0 else { return }
    let radius = rect.height / 2
    var path = Path()
    if rect.width >= rect.height {
      path.addRoundedRect(rect, radius: radius)
    } else {
      let chord = (rect.width / 2 * (rect.height - rect.width / 2)).squareRoot()
      let half = atan2(chord, radius - rect.width / 2)
      path.appendArc(
        center: Point(x: rect.maxX - radius, y: rect.midY), radius: radius, startAngle: -half,
        sweep: 2 * half)
      path.addArc(
        center: Point(x: rect.minX + radius, y: rect.midY), radius: radius,
        startAngle: .pi - half, sweep: 2 * half)
      path.close()
    }
    drawing.fill(path, with: .color(color))
  }

  private func fillSegments(
    _ segments: Range<Int>, _ color: Color, in bounds: Rect, into drawing: inout Drawing
  ) {
    guard !segments.isEmpty, lineWidth > 0, segmentWidth(in: bounds) > 0 else { return }
    var path = Path()
    for index in segments {
      path.addRect(segmentRect(index, in: bounds))
    }
    drawing.fill(path, with: .color(color))
  }
}
