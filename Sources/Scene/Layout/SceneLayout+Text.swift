import Layers
import Raster
import Text

extension SceneLayout {
  func makeText(_ text: TextDescription, _ inner: LengthContext) -> TextLayer {
    let layer = TextLayer(fonts: text.fonts)
    layer.code = text.code
    layer.locale = text.locale.isEmpty ? strings.tag : text.locale
    var attributes = text.attributes
    if text.alignsByDirection, isRightToLeft(text) {
      attributes.alignment = attributes.alignment == .left ? .right : .left
    }
    attributes.minimumSize = text.minimumFontSize.map { max(1, inner.side($0)) }
    attributes.size = max(attributes.minimumSize ?? 0, inner.side(text.fontSize))
    attributes.letterSpacing = inner.side(text.letterSpacing)
    layer.attributes = attributes
    layer.string = string(of: text, layer, inner)
    layer.unknownString = text.unknown.map { strings.text($0) }
    layer.foregroundColor = text.color
    layer.progress = text.progress
    return layer
  }

  private func isRightToLeft(_ text: TextDescription) -> Bool {
    text.locale.isEmpty ? strings.isRightToLeft : LocaleName(text.locale).isRightToLeft
  }

  /// The text in the scene's locale, and the styles of its runs.
  private func string(
    of text: TextDescription, _ layer: TextLayer, _ inner: LengthContext
  ) -> String {
    if text.runs.isEmpty { return strings.text(text.string) }
    var string = ""
    for run in text.runs {
      let own = strings.text(run.string)
      if run.isPlain {
        string += TextRunMark.removed(from: own)
        continue
      }
      var style = TextStyle(fonts: run.fonts, isUnderlined: run.isUnderlined)
      if let size = run.fontSize, layer.fontSize > 0 {
        style.scale = min(max(inner.side(size) / layer.fontSize, 0.01), 100)
      }
      // A run whose colour can change gets a colour of its own from the start; a later change
      // cannot restore "follows the text".
      var color = run.color
      if run.name != nil, color == nil {
        color = text.color
        color?.alpha = 1
      }
      layer.runStyles.append(TextLayer.RunStyle(style, color: color, name: run.name))
      string += TextRunMark.marked(own, style: layer.runStyles.count)
    }
    return string
  }
}
