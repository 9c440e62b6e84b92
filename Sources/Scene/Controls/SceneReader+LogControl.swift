import JSON

/// Log controls, and the layers that show their lines.
extension SceneReader {
  func logControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> LogControlDescription {
    var control = LogControlDescription()
    guard let node = reader.require("drives", expected: "the name of a log layer") else {
      return control
    }
    for node in entries(node, "drives") where !isFull {
      guard let layer = layer(node, key: "drives", targets) else { continue }
      guard case .log = targets.contents[layer] else {
        if targets.contents[layer].isUnread { continue }
        error(
          .invalidValue, at: node.offset, "only a log layer shows the lines of a log",
          expected: "a layer with \"kind\": \"log\"")
        continue
      }
      claim(layer, for: "log", at: node)
      control.drives.append(layer)
    }
    return control
  }
}
