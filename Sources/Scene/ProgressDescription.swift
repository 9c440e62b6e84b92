import Raster

/// A progress layer as the scene file describes it.
struct ProgressDescription {
  enum Style {
    case circle(trackWidth: Length?, progressWidth: Length?)
    case line(width: Length?, spacing: Length?)
    case basic, inset, filled, pie
  }

  enum Content {
    case stop
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
}
