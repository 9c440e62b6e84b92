import CMath
public import Geometry
public import Raster

/// A bar that fills from the left in the middle of the bounds, whole or in segments.
public struct LineProgressStyle: Equatable, Sendable {
  public var lineWidth: Double
  public var trackColor: Color
  public var progressColor: Color
  /// Equal rectangles; 1 for a whole bar with round ends.
  public var segmentCount: Int
  /// Distance between segments.
  public var spacing: Double

  public init(
    lineWidth: Double = 8,
    trackColor: Color = Color(red: 0, green: 98.0 / 255, blue: 102.0 / 255),
    progressColor: Color = Color(red: 18.0 / 255, green: 203.0 / 255, blue: 196.0 / 255),
    segmentCount: Int = 1, spacing: Double = 4
  ) {
    self.lineWidth = lineWidth
    self.trackColor = trackColor
    self.progressColor = progressColor
    self.segmentCount = segmentCount
    self.spacing = spacing
  }

  /// The part of the bar that travels while the progress is not known.
  static var indeterminatePart: Double { 0.3 }

  /// The bar at a progress. It reaches out of the bounds by half its width at both ends, so that
  /// the round ends lie outside.
  public func barRect(progress: Double, in bounds: Rect) -> Rect {
    Rect(
      x: bounds.minX - lineWidth / 2, y: bounds.midY - lineWidth / 2,
      width: (bounds.width + lineWidth) * progress, height: lineWidth)
  }

  /// Width of a segment.
  public func segmentWidth(in bounds: Rect) -> Double {
    (bounds.width - Double(segmentCount - 1) * spacing) / Double(segmentCount)
  }

  /// A segment by its index.
  public func segmentRect(_ index: Int, in bounds: Rect) -> Rect {
    let width = segmentWidth(in: bounds)
    return Rect(
      x: bounds.minX + Double(index) * (width + spacing), y: bounds.midY - lineWidth / 2,
      width: width, height: lineWidth)
  }

  func draw(progress: Double, in bounds: Rect, into drawing: inout Drawing) {
    let progress = min(max(progress, 0), 1)
    guard segmentCount > 1 else {
      fillBar(barRect(progress: 1, in: bounds), trackColor, into: &drawing)
      fillBar(barRect(progress: progress, in: bounds), progressColor, into: &drawing)
      return
    }
    let lit = ProgressStyle.completeParts(of: segmentCount, at: progress)
    fillSegments(0..<segmentCount, trackColor, in: bounds, into: &drawing)
    fillSegments(0..<lit, progressColor, in: bounds, into: &drawing)
  }

  func draw(indeterminatePhase phase: Double, in bounds: Rect, into drawing: inout Drawing) {
    // There and back in one period, slow at the turns.
    let part = LineProgressStyle.indeterminatePart
    let start = (1 - part) * (1 - cos(phase * 2 * .pi)) / 2
    guard segmentCount > 1 else {
      let track = barRect(progress: 1, in: bounds)
      fillBar(track, trackColor, into: &drawing)
      var bar = track
      bar.origin.x += start * track.width
      bar.size.width *= part
      fillBar(bar, progressColor, into: &drawing)
      return
    }
    fillSegments(0..<segmentCount, trackColor, in: bounds, into: &drawing)
    let first = bounds.minX + start * bounds.width
    let last = first + part * bounds.width
    for index in 0..<segmentCount {
      let rect = segmentRect(index, in: bounds)
      let covered = min(rect.maxX, last) - max(rect.minX, first)
      guard covered > 0 else { continue }
      var color = progressColor
      color.alpha *= min(covered / rect.width, 1)
      fillSegments(index..<index + 1, color, in: bounds, into: &drawing)
    }
  }

  /// Fills a bar with round ends. One that is shorter than its ends is where the first end and the
  /// last overlap, so that it stays inside a longer bar that begins at the same place.
  private func fillBar(_ rect: Rect, _ color: Color, into drawing: inout Drawing) {
    guard rect.width > 0, rect.height > 0 else { return }
    let radius = rect.height / 2
    var path = Path()
    if rect.width >= rect.height {
      path.addRoundedRect(rect, radius: radius)
    } else {
      let half = acos((radius - rect.width / 2) / radius)
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
