import JSON
import Layers
import Raster
import Text

/// Layers that show a text as a QR code.
extension SceneReader {
  func code(_ reader: inout ObjectReader, of layer: inout LayerDescription) -> TextDescription {
    let level = reader.choice(
      "level", [("L", QRStyle.Level.low), ("M", .medium), ("Q", .quartile), ("H", .high)])
    let style = QRStyle(
      level: level ?? .medium, quietZone: reader.integer("quietZone", in: 0...64) ?? 4)
    var string = ""
    var count = 0
    if let node = reader.require("string", expected: "the text of the code, such as an address"),
      let text = self.string(node, "string")
    {
      let forms = forms(of: text, at: node)
      if forms.allSatisfy({ fits($0, "string", at: node, style) }) { string = text }
      count = forms.reduce(0) { max($0, $1.utf8.count) }
      if text.isEmpty { controlled.emptyCodes.append((layer.index, node.offset)) }
      counts.textBytes += count
    }
    let color = reader.color("color") ?? .black
    layer.backgroundColor = layer.backgroundColor ?? .white
    if let background = layer.backgroundColor, background.alpha >= 1, color.alpha >= 1,
      background.reflectance - color.reflectance < Self.leastSymbolContrast
    {
      warn(
        .withoutEffect, at: reader.keyOffset("color") ?? reader.offset,
        "the code can hardly be read: its `color` is not much darker than its `backgroundColor`",
        hint: "dark modules on a light background")
    }
    return TextDescription(
      string: string, byteCount: count, fonts: usualFonts(at: reader.offset), locale: "",
      fontSize: .points(0),
      letterSpacing: .points(0), color: color, attributes: TextAttributes(), progress: 0,
      code: style)
  }

  /// Warns of codes that have no text and get none from a control.
  func checkEmptyCodes() {
    for (layer, offset) in controlled.emptyCodes where !controlled.told.contains(layer) {
      warn(
        .withoutEffect, at: offset, "an empty text has no code: nothing is drawn",
        hint: "a text, such as an address, or a text control that drives the layer")
    }
  }

  /// False, with a diagnostic, for a text that is too long for a code.
  func fits(_ text: String, _ key: String, at node: JSONNode, _ style: QRStyle?) -> Bool {
    guard let style, text.utf8.count > style.capacity else { return true }
    error(
      .limit, at: node.offset, "`" + key + "` has \(text.utf8.count) bytes",
      expected: "at most \(style.capacity) in a code of this `level`")
    return false
  }

  /// Grade C of ISO/IEC 15415.
  private static var leastSymbolContrast: Double { 0.4 }
}

extension Color {
  /// About the part of white's light that it reflects, for an opaque colour.
  fileprivate var reflectance: Double {
    0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue
  }
}
