import Foundation
import Geometry
import Text

/// Font files, with a text that is shaped, laid out and outlined by them.
///
/// The first bytes say how and are the text; the rest is the font's file.
enum FontTarget {
  private static let path = NSTemporaryDirectory() + "/firstlight-fuzz-\(getpid()).font"

  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let attributes = attributes(&source)
    let weight = source.pick([400, 1, 1000, 700])
    let face = source.pick([0, 0, 0, 1, 255, Int(Int32.max)])
    let text = String(decoding: source.take(source.choice(64)), as: UTF8.self)
    guard FileManager.default.createFile(atPath: path, contents: Data(source.rest())) else {
      throw Finding("\(path) cannot be written")
    }
    // Without directories there is no other font for characters that this one lacks.
    let catalog = FontCatalog(directories: [])
    let descriptor = FontDescriptor(
      sources: [.file(FontFile(path: path, index: face)), .family("sans-serif")], weight: weight)
    guard let fonts = try? FontStack(descriptor, in: catalog), let font = fonts.primary else {
      return
    }
    try require(font.ascent.isFinite && font.descent.isFinite, "the font's heights are not finite")
    let shaped = ShapedText(text, fonts: fonts, locale: source.pick(["", "de-CH", "ar"]))
    let layout = TextLayout(shaped, attributes, in: Rect(x: 0, y: 0, width: 40, height: 30))
    for line in layout.lines { _ = line.path.bounds }
    for glyph in [0, 1, 2, 65_535, UInt32.max] {
      _ = font.outline(of: glyph).bounds
      _ = font.colorGlyph(of: glyph)
    }
  }

  private static func attributes(_ source: inout ByteSource) -> TextAttributes {
    var attributes = TextAttributes()
    attributes.size = source.pick([12, 0.01, 36, 32_768, 1e-300])
    attributes.alignment = source.pick(TextAttributes.Alignment.allCases)
    attributes.truncation = source.pick(TextAttributes.Truncation.allCases)
    attributes.isWrapped = source.isOnce(in: 2)
    attributes.letterSpacing = source.pick([0, 0, 3, -3, 32_768, -32_768])
    attributes.maximumLines = source.pick([0, 1, 2])
    attributes.minimumSize = source.pick([nil, 1])
    return attributes
  }
}
