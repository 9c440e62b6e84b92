import Geometry
import Raster
import Text

/// A text and how it changes, from one time to another.
struct TextModel {
  /// In order of time; each counts until the next one.
  var documents: [(start: Double, document: TextDocument)]
  var animators: [TextAnimator]
  var pivot = CharacterPivot()
  /// Nil for straight lines.
  var path: TextPath?

  /// Place of the text of a frame.
  func place(at frame: Double) -> Int? {
    documents.lastIndex { $0.start <= frame } ?? documents.indices.first
  }
}

/// The text of a layer.
final class TextContent {
  let model: TextModel
  var changes: ChangeTimes
  /// Among the contents of the file.
  let number: Int

  /// - Parameter changes: of all values of the animators.
  init(_ model: TextModel, changes: ChangeTimes, number: Int) {
    self.model = model
    self.changes = changes
    self.number = number
  }
}

/// A text with its look at one time.
struct TextDocument {
  enum Alignment { case left, right, center }

  /// The lines of a paragraph in a box that are as wide as the box.
  enum Justification { case none, allButLast, all }

  var text: String
  /// Name in the file's list of fonts.
  var font: String
  var size: Double
  /// The alignment of the last line of a paragraph, where the other ones are justified.
  var alignment: Alignment
  var justification = Justification.none
  /// Thousandths of the size between two characters.
  var tracking: Double
  /// Units from one baseline to the next.
  var lineHeight: Double
  /// Units by which the text stands higher.
  var baselineShift: Double
  var fillColor: Color?
  var strokeColor: Color?
  var strokeWidth: Double
  var isStrokeOnTop: Bool
  /// The rectangle that a paragraph's lines are broken to; nil for lines that are not broken.
  var box: Rect?
}

/// A font that texts name.
struct FontModel {
  /// The place of the font's own bytes.
  enum Content {
    /// The file has no font: the family is searched among the machine's fonts.
    case machine
    /// The address of a style sheet, a script or a file on the network, which is never loaded.
    case address
    case bytes([UInt8])
    /// A font that cannot be read; the reason is a clause that follows a colon.
    case unread(String)
  }

  var name: String
  var family: String
  var style: String
  /// Percents of the size.
  var ascent: Double
  var content = Content.machine
}

/// A character that the file has as an outline, at a size of 100.
struct GlyphModel {
  var character: String
  var family: String
  var style: String
  var advance: Double
  var path: Path
}

/// Characters that are outlines of the file, and fonts for the others.
struct TextResources {
  var fonts: [FontModel] = []
  var glyphs: [GlyphModel] = []
}
