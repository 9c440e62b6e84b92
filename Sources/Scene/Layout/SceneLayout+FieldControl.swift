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
    // The least part with a contrast of 4.5 (WCAG 2.2, 1.4.3) on white, black and dark grey is a
    // little over a half.
    var pale = color
    pale.alpha *= 0.6
    let caretColor = field.caretColor ?? color
    entry.masksToBounds = true
    entry.entry = TextEntry(caretColor: caretColor)
    entry.isSecret = field.isSecret
    return FieldLayers(
      press: press, entry: entry, color: color, placeholderColor: field.placeholderColor ?? pale,
      caretColor: caretColor)
  }
}
