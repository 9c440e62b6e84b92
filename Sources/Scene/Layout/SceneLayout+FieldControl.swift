import Layers
import Raster

/// Layers of a field.
extension SceneLayout {
  /// Nil if mistakes left out one that the field needs.
  func fieldLayers(_ field: FieldControlDescription) -> FieldLayers? {
    guard let press = pressLayers(field.press),
      let entry = laidOut[field.entry]?.layer as? TextLayer
    else { return nil }
    let color = entry.foregroundColor
    let caretColor = field.caretColor ?? color
    entry.masksToBounds = true
    entry.entry = TextEntry(caretColor: caretColor)
    entry.isSecret = field.isSecret
    return FieldLayers(
      press: press, entry: entry, color: color,
      placeholderColor: field.placeholderColor ?? Self.pale(color, behind: entry),
      caretColor: caretColor)
  }

  /// The least contrast of WCAG 2.2, success criterion 1.4.3.
  private static var leastContrast: Double { 4.5 }
  private static var usualPart: Double { 0.6 }

  /// A colour for the placeholder of a text: 60 % of the text's, and more of it where that would be
  /// hard to read on the backgrounds of the layers around it. If the text's own colour is hard to
  /// read on them, the text lies on something else, such as a picture.
  private static func pale(_ color: Color, behind entry: TextLayer) -> Color {
    var backgrounds: [Color] = []
    var layer: Layer? = entry
    while let next = layer {
      if let background = next.backgroundColor { backgrounds.append(background) }
      layer = next.superlayer
    }
    var backdrop = Color.black
    for background in backgrounds.reversed() { backdrop = background.over(backdrop) }
    let parts = stride(from: usualPart, to: 1, by: 0.05)
    let part = parts.first { part in
      color.over(backdrop, opacity: part).contrast(to: backdrop) >= leastContrast
    }
    var pale = color
    pale.alpha *= part ?? usualPart
    return pale
  }
}
