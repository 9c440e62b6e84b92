import Geometry
public import Raster

/// The look of a progress layer.
public enum ProgressStyle: Equatable, Sendable {
  case circle(CircleProgressStyle)
  case line(LineProgressStyle)

  /// Records the track and a part of it in 0…1.
  func draw(progress: Double, in bounds: Rect, into drawing: inout Drawing) {
    switch self {
    case .circle(let style): style.draw(progress: progress, in: bounds, into: &drawing)
    case .line(let style): style.draw(progress: progress, in: bounds, into: &drawing)
    }
  }

  /// Records the track and what moves along it, `phase` of the way through its period in 0…1.
  func draw(indeterminatePhase phase: Double, in bounds: Rect, into drawing: inout Drawing) {
    switch self {
    case .circle(let style): style.draw(indeterminatePhase: phase, in: bounds, into: &drawing)
    case .line(let style): style.draw(indeterminatePhase: phase, in: bounds, into: &drawing)
    }
  }

  public var trackColor: Color {
    get {
      switch self {
      case .circle(let style): style.trackColor
      case .line(let style): style.trackColor
      }
    }
    set {
      switch self {
      case .circle(var style):
        style.trackColor = newValue
        self = .circle(style)
      case .line(var style):
        style.trackColor = newValue
        self = .line(style)
      }
    }
  }

  public var progressColor: Color {
    get {
      switch self {
      case .circle(let style): style.progressColor
      case .line(let style): style.progressColor
      }
    }
    set {
      switch self {
      case .circle(var style):
        style.progressColor = newValue
        self = .circle(style)
      case .line(var style):
        style.progressColor = newValue
        self = .line(style)
      }
    }
  }

  /// How many of `count` equal parts a progress in 0…1 completes: the segments that it lights, or its
  /// whole percents.
  public static func completeParts(of count: Int, at progress: Double) -> Int {
    let exact = Double(count) * min(max(progress, 0), 1)
    let nearest = exact.rounded()
    // A third of twelve is four, whatever the last bit of the product.
    return Int(abs(exact - nearest) < 1e-9 ? nearest : exact.rounded(.down))
  }
}
