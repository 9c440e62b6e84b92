internal import Layers
internal import Scene

/// The scene for people who cannot see it.
extension Stage {
  /// The controls, then the layers that the scene gives a label, in the order of the file, and the keys of the
  /// keyboard on the screen while it is there.
  public var accessibilityNodes: [AccessibilityNode] {
    let spoken = SpokenText(locale: shownLocale)
    return playedControls.map { $0.accessibilityNode }
      + labelledLayers.map { $0.accessibilityNode(spoken) }
      + keyboard.accessibilityNodes(spoken.words.keys)
  }

  /// A range of the nodes. Controls and layers outside it are not looked at.
  /// - Parameter skipped: the number of nodes to leave out at the beginning; on return the number
  ///   that is still to be left out, if there are fewer nodes.
  public func accessibilityNodes(
    skipping skipped: inout Int, limit: Int
  ) -> [AccessibilityNode] {
    let spoken = SpokenText(locale: shownLocale)
    let keys = keyboard.accessibilityNodes(spoken.words.keys)
    let firstKey = playedControls.count + labelledLayers.count
    let count = firstKey + keys.count
    guard skipped < count else {
      skipped -= count
      return []
    }
    let first = skipped
    skipped = 0
    return (first..<first + min(limit, count - first)).map { index in
      index < playedControls.count
        ? playedControls[index].accessibilityNode
        : index < firstKey
          ? labelledLayers[index - playedControls.count].accessibilityNode(spoken)
          : keys[index - firstKey]
    }
  }

  /// Reports the controls whose text differs from the last report.
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
    if hasFocus { states.append(.focused) }
    if role == .toggle, isOn { states.append(.checked) }
    if isOutOfSight { states.append(.hidden) }
    let hasValue = info.isIndeterminate != true && info.isRevealed != true
    return AccessibilityNode(
      subject: .control(name), level: 0, role: role, label: label ?? name, text: info.description,
      value: hasValue ? info.value : nil, states: states)
  }
}

extension LabelledLayer {
  fileprivate func accessibilityNode(_ spoken: SpokenText) -> AccessibilityNode {
    let presented = layer.presentation() ?? layer
    var node = AccessibilityNode(
      subject: .layer(layer.path), level: level, role: role, label: label, text: "", value: nil,
      states: [])
    if let meter = presented as? ProgressLayer {
      node.show(progress: meter.isIndeterminate ? nil : meter.progress, spoken)
    } else if let ring = layer as? LoaderRingLayer {
      node.show(
        progress: ring.isIndeterminate
          ? nil : (presented as? ShapeLayer)?.strokeEnd ?? ring.progress, spoken)
    }
    if let text = presented as? TextLayer, !layer.isSecret { node.text = text.shownString }
    if !layer.isSecret, layer.isOutOfSight { node.states.append(.hidden) }
    return node
  }
}

extension AccessibilityNode {
  /// - Parameter progress: 0…1; nil while unknown.
  fileprivate mutating func show(progress: Double?, _ spoken: SpokenText) {
    value = progress
    text = spoken.progress(progress, phase: nil, remaining: nil)
    if progress == nil { states.append(.busy) }
  }
}

extension Layer {
  /// True if the presented layer, or one around it, is hidden or transparent.
  var isOutOfSight: Bool {
    var layer: Layer? = self
    while let current = layer {
      let presented = current.presentation() ?? current
      if presented.isHidden || !(presented.opacity > 0) { return true }
      layer = current.superlayer
    }
    return false
  }
}
