internal import Layers
internal import Scene

/// The scene for people who cannot see it.
extension Stage {
  /// The controls, and then the layers that the scene gives a label, in the order of the file.
  public var accessibilityNodes: [AccessibilityNode] {
    playedControls.map { $0.accessibilityNode } + labelledLayers.map { $0.accessibilityNode }
  }

  /// Reports the controls that say something else than when they were reported last.
  func announce() {
    guard mayHaveToAnnounce else { return }
    mayHaveToAnnounce = false
    for control in playedControls {
      let text = control.info.description
      guard text != control.announcedText else { continue }
      control.announcedText = text
      events.append(.accessibilityChanged(control: control.name, text: text))
    }
  }
}

extension Control {
  fileprivate var accessibilityNode: AccessibilityNode {
    let info = self.info
    let role = self.role ?? usualRole
    var states: [AccessibilityNode.State] = []
    if info.isIndeterminate == true { states.append(.busy) }
    if role == .toggle, let value = info.value, value >= 0.5 { states.append(.checked) }
    return AccessibilityNode(
      subject: .control(name), level: 0, role: role, label: label ?? name, text: info.description,
      value: info.isIndeterminate == true ? nil : info.value, states: states)
  }
}

extension LabelledLayer {
  fileprivate var accessibilityNode: AccessibilityNode {
    let presented = layer.presentation() ?? layer
    var node = AccessibilityNode(
      subject: .layer(layer.path), level: level, role: role, label: label, text: "", value: nil,
      states: [])
    if let meter = presented as? ProgressLayer {
      let value = meter.isIndeterminate ? nil : meter.progress
      node.value = value
      node.text = SpokenText.progress(value, phase: nil, remaining: nil)
      if value == nil { node.states.append(.busy) }
    }
    if let text = presented as? TextLayer { node.text = text.shownString }
    if layer.isOutOfSight { node.states.append(.hidden) }
    return node
  }
}

extension Layer {
  /// True if the presented layer, or one that it is in, is hidden or transparent.
  fileprivate var isOutOfSight: Bool {
    var layer: Layer? = self
    while let current = layer {
      let presented = current.presentation() ?? current
      if presented.isHidden || !(presented.opacity > 0) { return true }
      layer = current.superlayer
    }
    return false
  }
}
