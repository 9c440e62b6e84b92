import Raster
import Text

/// A text layer as the scene file describes it.
struct TextDescription {
  var string: String
  var fonts: FontStack
  var locale: String
  var fontSize: Length
  var minimumFontSize: Length?
  var letterSpacing: Length
  var color: Color
  /// All but the lengths.
  var attributes: TextAttributes
  var progress: Double
}

extension LayerDescription.Content {
  /// True if the layer has progress to drive.
  var hasProgress: Bool {
    switch self {
    case .progress, .text: true
    default: false
    }
  }
}
