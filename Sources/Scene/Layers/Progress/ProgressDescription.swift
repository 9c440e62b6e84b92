import Animation
import Layers
import Raster
import Text

/// A progress layer as the scene file describes it.
struct ProgressDescription {
  enum Style {
    case circle(trackWidth: Length?, progressWidth: Length?)
    case line(width: Length?, spacing: Length?, direction: WritingDirection)
    case basic, inset, filled, pie, fireworks
    case declared(ProgressStyleDescription)
  }

  enum Content {
    /// Nil takes the tint.
    case stop(color: Color?)
    case sparks(color: Color?)
    case percentage(color: Color?, fonts: FontStack, locale: String)
  }

  var style: Style
  var segments: Int
  var trackColor: Color?
  /// The tint.
  var progressColor: Color?
  /// Back to front.
  var content: [Content] = []
  var progress: Double
  var isIndeterminate: Bool

  /// The width of a line; nil for other styles.
  var lineWidth: Length? {
    guard case .line(let width, _, _) = style else { return nil }
    return width ?? .points(LineProgressStyle.usualLineWidth)
  }

  /// True for a line with round ends, which lie outside of its layer.
  var isRoundLine: Bool { lineWidth != nil && segments <= 1 }

  /// True if widths in it follow the size of its layer.
  var hasRelativeWidths: Bool {
    let widths: [Length?] =
      switch style {
      case .circle(let trackWidth, let progressWidth): [trackWidth, progressWidth]
      case .line(let width, let spacing, _): [width, spacing]
      default: []
      }
    return widths.contains { $0?.isRelative ?? false }
  }

  /// Gives a style that was made of this description the widths that differ from its own.
  func setWidths(of style: ProgressStyle, _ inner: LengthContext) {
    func side(_ length: Length?, else width: Double) -> Double {
      length.map { max(0, inner.side($0)) } ?? width
    }
    if case .circle(let trackWidth, let progressWidth) = self.style,
      let circle = style as? CircleProgressStyle
    {
      let (track, ring) = (circle.trackWidth, circle.progressWidth)
      let widths = (side(trackWidth, else: track), side(progressWidth, else: ring))
      if widths != (track, ring) { (circle.trackWidth, circle.progressWidth) = widths }
    }
    if case .line(let width, let spacing, _) = self.style, let line = style as? LineProgressStyle {
      let width = side(width, else: line.lineWidth)
      let widths = (width, side(spacing, else: width / 2))
      if widths != (line.lineWidth, line.spacing) { (line.lineWidth, line.spacing) = widths }
    }
  }
}

/// A style of progress layers that the scene file declares.
struct ProgressStyleDescription {
  /// Indices of these layers are counted from 0 in the style.
  var layers: [LayerDescription]
  var layerCount: Int
  /// The number of layers that one use makes, including those of styles that its layers use.
  var instanceCount: Int
  /// Levels of layers, including those of styles that its layers use.
  var depth = 0
  var drives: [DriveDescription] = []
  var tinted: [Tinted] = []
  var changes: [Change] = []
  var motions: [Motion] = []

  struct Tinted {
    var layer: Int
    var keyPath: AnimationKeyPath
  }

  /// A property and its value while the progress is unknown.
  struct Change {
    var layer: Int
    var keyPath: AnimationKeyPath
    var value: ValueDescription
  }

  /// An animation that runs while the progress is unknown.
  struct Motion {
    var layer: Int
    var animation: AnimationDescription
  }
}
