import Animation
import Geometry

/// Graphs as marks on a page, which are written as SVG or drawn by the engine.
struct PlotDrawing: Equatable {
  enum Anchor: Equatable { case start, middle, end }

  enum Mark: Equatable {
    case box(Rect, fill: ColorComponents)
    /// Straight lines, each through its points.
    case lines([[Point]], color: ColorComponents, width: Double, dashes: [Double])
    /// One line of text; the place is that of its start, middle or end, in the middle of its
    /// height.
    case text(
      String, at: Point, anchor: Anchor, size: Double, color: ColorComponents, isBold: Bool = false)
  }

  /// In points.
  var size: Size
  var title: String
  var background: ColorComponents
  var marks: [Mark] = []

  /// About as wide as a digit of the widest usual sans-serif faces, in parts of the font's size.
  private static let letterWidth = 0.63

  /// About the width of a text, in points.
  static func width(of text: String, size: Double) -> Double {
    Double(text.count) * letterWidth * size
  }

  /// A text that fits, with an ellipsis in place of its middle where it has to be shorter: the
  /// names of the layer and of the key path stand at the ends.
  static func shortened(_ text: String, width: Double, size: Double) -> String {
    let most = max(Int(width / (letterWidth * size)), 5)
    guard text.count > most else { return text }
    let front = (most - 1) / 3
    return text.prefix(front) + "…" + text.suffix(most - 1 - front)
  }
}

/// Colours of graphs. The lines differ from each other for eyes that see no red or no green, too,
/// and from the background by a contrast of 3 : 1 at least.
struct PlotTheme {
  let background, ink, soft, grid: ColorComponents
  let lines: [ColorComponents]

  /// For files, which end up in documents.
  static let light = PlotTheme(
    background: color(0xFFFFFF), ink: color(0x1B2028), soft: color(0x5A6472), grid: color(0xE3E6EA),
    lines: [0xC2410C, 0x1D4ED8, 0x0F766E, 0xA21CAF, 0x4D7C0F, 0x57534E].map(color))

  /// For the page of `preview`.
  static let dark = PlotTheme(
    background: color(0x0E121B), ink: color(0xDFE5F0), soft: color(0x9AA6BD), grid: color(0x262D3D),
    lines: [0xFFC98B, 0x8FB0FF, 0x7FDBCA, 0xFF8FA3, 0xD3F36B, 0xD9DDE6].map(color))

  private static func color(_ hexadecimal: Int) -> ColorComponents {
    ColorComponents(
      red: Double(hexadecimal >> 16) / 255, green: Double(hexadecimal >> 8 & 255) / 255,
      blue: Double(hexadecimal & 255) / 255, alpha: 1)
  }

  /// The look of the line with a number: beyond the colours, dashes tell them apart.
  func line(_ number: Int) -> (color: ColorComponents, dashes: [Double]) {
    let dashes: [[Double]] = [[], [6, 4], [2, 3], [10, 3, 2, 3]]
    return (lines[number % lines.count], dashes[number / lines.count % dashes.count])
  }
}
