import Layers
import Raster
import Text

/// Layers that show the last lines of a log.
extension SceneReader {
  func log(_ reader: inout ObjectReader, of layer: inout LayerDescription) -> LogDescription {
    // Lines that move out of the layer are cut off at its edge.
    layer.masksToBounds = true
    var attributes = TextAttributes()
    let alignment = alignment(&reader)
    attributes.alignment = alignment.alignment
    attributes.verticalAlignment = .center
    attributes.truncation =
      reader.choice(
        "truncation",
        [
          ("none", TextAttributes.Truncation.none), ("start", .start), ("middle", .middle),
          ("end", .end),
        ]) ?? .end
    let lineHeight = reader.number("lineHeight", in: 0.5...10) ?? 1.3
    let fonts = fonts(&reader)
    var text = TextDescription(
      string: "", byteCount: 0, fonts: fonts, locale: locale(&reader),
      fontSize: reader.length("fontSize") ?? .points(16), minimumFontSize: nil,
      letterSpacing: reader.length("letterSpacing", allowsNegative: true) ?? .points(0),
      color: reader.color("color") ?? .white, attributes: attributes, progress: 0)
    text.alignsByDirection = alignment.isByDirection
    return LogDescription(
      text: text, lineHeight: lineHeight, isWrapped: reader.flag("wrapped") ?? false)
  }
}
