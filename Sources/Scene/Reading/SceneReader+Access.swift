import JSON

/// Labels and roles for people who cannot see the screen, and essential motion for people whom
/// motion disturbs.
extension SceneReader {
  /// The keys of a layer.
  func access(_ reader: inout ObjectReader, of layer: inout LayerDescription) {
    layer.isEssential = reader.flag("essential") ?? false
    layer.label = label(&reader)
    layer.role = role(&reader)
    if layer.role != nil, layer.label == nil, let offset = reader.keyOffset("role") {
      warn(
        .withoutEffect, at: offset, "a `role` says nothing about a layer without a `label`",
        hint: "give the layer a `label`")
    }
  }

  /// The label of a layer or a control for people who cannot see it.
  func label(_ reader: inout ObjectReader) -> String? {
    guard let node = reader.take("label"), let label = string(node, "label") else { return nil }
    let count = forms(of: label, at: node).reduce(0) { max($0, $1.utf8.count) }
    guard count <= SceneLimits.label else {
      error(
        .limit, at: node.offset, "`label` has \(count) bytes",
        expected: "at most \(SceneLimits.label)")
      return nil
    }
    return label
  }

  func role(_ reader: inout ObjectReader) -> AccessibleRole? {
    reader.choice("role", AccessibleRole.allCases.map { ($0.name, $0) })
  }
}
