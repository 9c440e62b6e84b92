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
    var pale = color
    pale.alpha *= 0.45
    let caretColor = field.caretColor ?? color
    entry.masksToBounds = true
    entry.entry = TextEntry(caretColor: caretColor)
    entry.isSecret = field.isSecret
    return FieldLayers(
      press: press, entry: entry, color: color, placeholderColor: field.placeholderColor ?? pale,
      caretColor: caretColor)
  }
}
