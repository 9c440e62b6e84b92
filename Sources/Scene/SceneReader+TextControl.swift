/// Text controls.
extension SceneReader {
  func textControl(_ reader: inout ObjectReader) -> TextControlDescription {
    TextControlDescription(text: reader.string("text") ?? "")
  }
}
