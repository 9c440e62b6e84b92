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

  /// The width of a line with round ends; nil for segments and for other styles.
  var roundLineWidth: Length? {
    guard case .line(let width, _, _) = style, segments <= 1 else { return nil }
    return width ?? .points(LineProgressStyle.usualLineWidth)
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
