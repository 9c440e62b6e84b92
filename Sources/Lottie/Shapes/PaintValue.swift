import Geometry
import Raster

/// A paint at one time, with its opacity of 0…1.
struct PaintValue {
  var paint: Paint
  var opacity: Double
  var blendMode: BlendMode

  /// Nil where nothing is painted.
  init?(_ model: PaintModel, at frame: Double) {
    opacity = min(max(model.opacity.number(at: frame) / 100, 0), 1)
    blendMode = model.blendMode
    guard opacity > 0 else { return nil }
    switch model.kind {
    case .color(let track): paint = .color(Color(track.value(at: frame)))
    case .gradient(let gradient):
      guard let paint = gradient.paint(at: frame) else { return nil }
      self.paint = paint
    }
  }
}

extension PaintValue {
  /// The stops of a gradient.
  var stopCount: Int {
    guard case .gradient(let gradient) = paint else { return 0 }
    return gradient.stops.count
  }
}

extension Color {
  /// Components in 0…1 without regard to the fourth.
  init(_ numbers: Numbers) {
    self.init(red: numbers.x, green: numbers.y, blue: numbers.z)
  }
}

extension GradientModel {
  /// Nil where there are no stops.
  func paint(at frame: Double) -> Paint? {
    let stops = GradientStops(self.stops.value(at: frame).values, colorCount: colorCount).merged
    guard let first = stops.first else { return nil }
    guard stops.count > 1 else { return .color(first.color) }
    let start = start.point(at: frame)
    let end = end.point(at: frame)
    let length = (end - start).length
    guard length > 0, length.isFinite else {
      return .color(stops[stops.count - 1].color)
    }
    let geometry: Gradient.Geometry =
      isRadial
      ? .radial(center: start, radius: length, scaleY: 1) : .axial(start: start, end: end)
    return .gradient(Gradient(geometry: geometry, stops: stops))
  }
}

/// A gradient's stops of colour and of opacity, which have offsets of their own.
struct GradientStops {
  private var colors: [GradientStop] = []
  private var alphas: [(offset: Double, alpha: Double)] = []

  /// The parts into which a stretch is cut if both colour and opacity change on it, since their
  /// product is not linear.
  private static let parts = 8
  /// The most values of each kind.
  private static let limit = 256

  init(_ values: [Double], colorCount: Int) {
    let colorCount = min(colorCount, values.count / 4)
    for index in 0..<min(colorCount, GradientStops.limit) {
      let base = index * 4
      let offset = max(GradientStops.offset(values[base]), colors.last?.offset ?? 0)
      colors.append(
        GradientStop(
          offset: offset,
          color: Color(red: values[base + 1], green: values[base + 2], blue: values[base + 3])))
    }
    var base = colorCount * 4
    while base + 1 < values.count, alphas.count < GradientStops.limit {
      let offset = max(GradientStops.offset(values[base]), alphas.last?.offset ?? 0)
      alphas.append((offset, min(max(values[base + 1], 0), 1)))
      base += 2
    }
  }

  private static func offset(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

  /// Stops with colour and opacity, close enough for straight lines between them.
  var merged: [GradientStop] {
    guard !alphas.isEmpty, !colors.isEmpty else { return colors }
    var offsets = colors.map { $0.offset } + alphas.map { $0.offset }
    offsets.sort()
    var result: [GradientStop] = []
    for (low, high) in zip(offsets, offsets.dropFirst()) where high > low {
      for part in 0..<GradientStops.parts {
        let fraction = Double(part) / Double(GradientStops.parts)
        // Of two stops at one place the later one counts from there on.
        append(at: low + (high - low) * fraction, isAfter: true, to: &result)
      }
      append(at: high, isAfter: false, to: &result)
    }
    if result.isEmpty { append(at: offsets[0], isAfter: true, to: &result) }
    return result
  }

  private func append(at offset: Double, isAfter: Bool, to stops: inout [GradientStop]) {
    var color = color(at: offset, isAfter: isAfter)
    color.alpha = alpha(at: offset, isAfter: isAfter)
    stops.append(GradientStop(offset: offset, color: color))
  }

  private func color(at offset: Double, isAfter: Bool) -> Color {
    let (low, high, part) = GradientStops.place(
      offset, isAfter: isAfter, count: colors.count, of: { colors[$0].offset })
    let (a, b) = (colors[low].color, colors[high].color)
    return Color(
      red: a.red + (b.red - a.red) * part, green: a.green + (b.green - a.green) * part,
      blue: a.blue + (b.blue - a.blue) * part)
  }

  private func alpha(at offset: Double, isAfter: Bool) -> Double {
    let (low, high, part) = GradientStops.place(
      offset, isAfter: isAfter, count: alphas.count, of: { alphas[$0].offset })
    return alphas[low].alpha + (alphas[high].alpha - alphas[low].alpha) * part
  }

  /// The two stops around an offset and how far it is between them.
  private static func place(
    _ offset: Double, isAfter: Bool, count: Int, of stop: (Int) -> Double
  ) -> (Int, Int, Double) {
    var (next, end) = (0, count)
    while next < end {
      let middle = (next + end) / 2
      let isBefore = isAfter ? stop(middle) <= offset : stop(middle) < offset
      if isBefore { next = middle + 1 } else { end = middle }
    }
    if next == 0 { return (0, 0, 0) }
    if next == count { return (count - 1, count - 1, 0) }
    let (low, high) = (stop(next - 1), stop(next))
    return (next - 1, next, high > low ? (offset - low) / (high - low) : 1)
  }
}
