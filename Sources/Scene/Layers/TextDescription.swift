import CodeUnits
import Layers
import Raster
import Text

/// A text layer as the scene file describes it.
struct TextDescription {
  var string: String
  /// The text while none of the string's values is known; nil for the string itself.
  var unknown: String?
  /// The bytes of the longer one of both in the locale in which it is longest.
  var byteCount: Int
  var fonts: FontStack
  /// Empty for the scene's.
  var locale: String
  var fontSize: Length
  var minimumFontSize: Length?
  var letterSpacing: Length
  var color: Color
  /// All attributes except lengths.
  var attributes: TextAttributes
  /// True if its alignment `left` stands for the start of lines in its locale, and `right` for
  /// their end.
  var alignsByDirection = false
  var progress: Double
  /// The form as a QR code; nil for letters.
  var code: QRStyle?
  /// The parts of a text that is written as an array.
  var runs: [TextRunDescription] = []
  /// True if an error hides parts or their names. No further errors are reported for key paths to
  /// parts that it may have defined.
  var hidesParts = false
}

/// The names of the parts of a text, or of a list of cells, while they are read.
struct PartNames {
  /// The parts in messages.
  let noun: String
  var names: Set<ExactText> = []
  var hasWrong = false

  init(noun: String) { self.noun = noun }
}

/// A part of a text, whose look may differ from the text's.
struct TextRunDescription {
  var string: String
  var fonts: FontStack?
  var fontSize: Length?
  var color: Color?
  var isUnderlined = false
  /// The name in key paths as `parts.NAME.color`.
  var name: String?

  var isPlain: Bool {
    fonts == nil && fontSize == nil && color == nil && !isUnderlined && name == nil
  }
}

extension LayerDescription.Content {
  var isUnread: Bool { if case .unread = self { true } else { false } }

  /// The form of a text layer as a QR code.
  var code: QRStyle? { if case .text(let text) = self { text.code } else { nil } }

  /// True if the layer shows a progress that can be driven.
  var hasProgress: Bool {
    switch self {
    case .progress: true
    case .text(let text): text.code == nil
    case .image(let image): image.frames != nil
    default: false
    }
  }
}
