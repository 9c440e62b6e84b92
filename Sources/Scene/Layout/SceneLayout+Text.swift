import Layers
import Text

extension SceneLayout {
  func makeText(_ text: TextDescription, _ inner: LengthContext) -> TextLayer {
    let layer = TextLayer(fonts: text.fonts)
    layer.code = text.code
    layer.string = strings.text(text.string)
    layer.locale = text.locale.isEmpty ? strings.tag : text.locale
    var attributes = text.attributes
    attributes.size = max(0, inner.side(text.fontSize))
    attributes.minimumSize = text.minimumFontSize.map { max(1, inner.side($0)) }
    attributes.letterSpacing = inner.side(text.letterSpacing)
    layer.attributes = attributes
    layer.foregroundColor = text.color
    layer.progress = text.progress
    return layer
  }
}
