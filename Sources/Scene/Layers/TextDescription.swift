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
  /// All attributes except lengths.
  var attributes: TextAttributes
  var progress: Double
}

extension LayerDescription.Content {
  /// True if the layer shows a progress that can be driven.
  var hasProgress: Bool {
    switch self {
    case .progress, .text: true
    case .image(let image): image.frames != nil
    default: false
    }
  }
}
