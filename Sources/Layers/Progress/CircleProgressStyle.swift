public import Geometry
public import Raster

/// A ring that fills clockwise from 12 o'clock, whole or in segments.
public final class CircleProgressStyle: ProgressStyle {
  public var trackWidth: Double { didSet { settingsDidChange() } }
  public var progressWidth: Double { didSet { settingsDidChange() } }
  /// Equal arcs with gaps as long; 1 for a whole ring.
  public var segmentCount: Int { didSet { settingsDidChange() } }

  public init(
    trackWidth: Double = 8,
    trackColor: Color = Color(red: 0, green: 148.0 / 255, blue: 50.0 / 255),
    progressWidth: Double = 6,
    progressColor: Color = Color(red: 196.0 / 255, green: 229.0 / 255, blue: 56.0 / 255),
    segmentCount: Int = 1
  ) {
    self.trackWidth = trackWidth
    self.progressWidth = progressWidth
    self.segmentCount = segmentCount
    super.init(progressColor: progressColor, trackColor: trackColor)
  }

  /// The part of the ring that is drawn while the progress is not known; the rest is a 36° gap.
  static var indeterminatePart: Double { 0.9 }

  /// Radius of the middle of both strokes: they stay inside the shorter side.
  public func radius(in bounds: Rect) -> Double {
    max(min(bounds.width, bounds.height) / 2 - max(trackWidth, progressWidth) / 2, 0)
  }

  /// Angle of a segment and of the gap after it.
  public var segmentAngle: Double { Double.pi / Double(segmentCount) }

  public override var drawsContent: Bool { true }

  public override func draw(_ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing)
  {
    let isWhole = segmentCount <= 1
    let track = values.trackColor
    if isWhole {
      strokeRing(1, from: 0, trackWidth, track, in: bounds, into: &drawing)
    } else {
      strokeSegments(0..<segmentCount, trackWidth, track, in: bounds, into: &drawing)
    }
    for values in values.drawings { strokeProgress(values, in: bounds, into: &drawing) }
  }

  private func strokeProgress(
    _ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing
  ) {
    let isWhole = segmentCount <= 1
    let color = values.progressColor
    switch values.activity {
    case .known where isWhole:
      strokeRing(values.progress, from: 0, progressWidth, color, in: bounds, into: &drawing)
    case .known:
      let lit = ProgressState.completeParts(of: segmentCount, at: values.progress)
      strokeSegments(0..<lit, progressWidth, color, in: bounds, into: &drawing)
    case .unknown where isWhole:
      strokeRing(
        CircleProgressStyle.indeterminatePart, from: values.phase, progressWidth, color,
        in: bounds, into: &drawing)
    case .unknown:
      strokeChase(values, in: bounds, into: &drawing)
    }
  }

  /// Strokes a head that runs round, followed by a fading tail.
  private func strokeChase(
    _ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing
  ) {
    let count = Double(segmentCount)
    for index in 0..<segmentCount {
      let behind = values.phase * count - Double(index)
      let distance = (behind / count - (behind / count).rounded(.down)) * count
      var color = values.progressColor
      color.alpha *= 1 - distance / count
      strokeSegments(index..<index + 1, progressWidth, color, in: bounds, into: &drawing)
    }
  }

  /// Strokes a part of the ring that begins `turn` turns after 12 o'clock.
  private func strokeRing(
    _ part: Double, from turn: Double, _ width: Double, _ color: Color, in bounds: Rect,
    into drawing: inout Drawing
  ) {
    let radius = radius(in: bounds)
    guard part > 0, radius > 0, width > 0 else { return }
    var path = Path()
    path.appendArc(
      center: bounds.center, radius: radius, startAngle: turn * 2 * .pi - .pi / 2,
      sweep: part * 2 * .pi)
    if part >= 1 { path.append(.close) }
    drawing.stroke(path, style: StrokeStyle(width: width, cap: .round), with: .color(color))
  }

  private func strokeSegments(
    _ segments: Range<Int>, _ width: Double, _ color: Color, in bounds: Rect,
    into drawing: inout Drawing
  ) {
    let radius = radius(in: bounds)
    guard !segments.isEmpty, radius > 0, width > 0 else { return }
    var path = Path()
    for index in segments {
      path.appendArc(
        center: bounds.center, radius: radius,
        startAngle: Double(index) * 2 * segmentAngle - .pi / 2, sweep: segmentAngle)
    }
    drawing.stroke(path, style: StrokeStyle(width: width, cap: .square), with: .color(color))
  }
}

extension Path {
  /// A subpath of one circular arc.
  mutating func appendArc(center: Point, radius: Double, startAngle: Double, sweep: Double) {
    let arc = EllipticArc(center: center, radius: radius, startAngle: startAngle, sweep: sweep)
    move(to: arc.start)
    addArc(arc)
  }
}
