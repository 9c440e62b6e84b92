internal import Layers
internal import Scene

/// The scene for people who cannot see it.
extension Stage {
  /// In this order: the question that is shown; the controls; the layers that the scene gives a
  /// label, and texts that belong to no control, in the order of the file; and the keys of the
  /// keyboard on the screen, while it is visible. Controls and layers out of sight are left out,
  /// and during a question also the controls that nobody can press.
  public var accessibilityNodes: [AccessibilityNode] {
    var skipped = 0
    return accessibilityNodes(skipping: &skipped, limit: .max)
  }

  /// A range of the nodes. Of controls and layers before the range only the visibility is examined;
  /// those behind it are not examined at all.
  /// - Parameter skipped: the number of nodes to leave out at the beginning; on return the number
  ///   that is still to be left out, if there are fewer nodes.
  public func accessibilityNodes(
    skipping skipped: inout Int, limit: Int
  ) -> [AccessibilityNode] {
    let spoken = SpokenText(locale: shownLocale)
    var nodes: [AccessibilityNode] = []
    func add(_ node: @autoclosure () -> AccessibilityNode) {
      if skipped > 0 { skipped -= 1 } else { nodes.append(node()) }
    }
    let question = prompt?.accessibilityNode
    if let question, limit > 0 { add(question) }
    for control in playedControls where nodes.count < limit && !control.isOutOfSight {
      if question != nil, control is PressableControl { continue }
      add(control.accessibilityNode)
    }
    for layer in accessibleLayers where nodes.count < limit && layer.isReported {
      add(layer.accessibilityNode(spoken))
    }
    for key in keyboard.accessibilityNodes(spoken.words.keys) where nodes.count < limit { add(key) }
    return nodes
  }

  /// Reports the controls whose text differs from the last report.
  func announce() {
    guard mayHaveToAnnounce else { return }
    mayHaveToAnnounce = false
    if let prompt { announce(prompt) }
    // A control out of sight is announced when it comes into sight.
    for control in playedControls where !control.isOutOfSight {
      let text = control.textToAnnounce
      guard text != control.announcedText else { continue }
      control.announcedText = text
      events.append(
        .accessibilityChanged(control: control.name, text: control.info.description))
    }
  }
}

extension Stage {
  /// Reports a question, and another answer of several when it is chosen.
  private func announce(_ prompt: PromptControl) {
    let node = prompt.accessibilityNode
    let question = node.map {
      PromptControl.Announcement(
        number: prompt.state?.number ?? 0, text: $0.text.isEmpty ? $0.label : $0.text)
    }
    guard question != prompt.announced else { return }
    prompt.announced = question
    if let question {
      events.append(
        .accessibilityChanged(control: prompt.panel.path, text: question.text))
    }
  }
}

extension PromptControl {
  /// The question, and the chosen answer if there are several to choose from. A typed answer is not
  /// reported. Nil without a question.
  fileprivate var accessibilityNode: AccessibilityNode? {
    guard let state else { return nil }
    var node = AccessibilityNode(
      subject: .layer(panel.path), level: 0, role: .textField, label: state.message, text: "",
      value: nil, states: [.focused])
    if case .choices(let choices, let chosen) = state.entry {
      node.role = .radioGroup
      if choices.indices.contains(chosen) { node.text = choices[chosen] }
    }
    return node
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
    let hasValue = info.isIndeterminate != true && info.isRevealed != true
    return AccessibilityNode(
      subject: .control(name), level: 0, role: role, label: label ?? name, text: info.description,
      value: hasValue ? info.value : nil, states: states)
  }
}

extension AccessibleLayer {
  /// True for a visible layer with a label or a text. True also for a layer with a label that
  /// belongs to a secret, since its look is not reported.
  fileprivate var isReported: Bool {
    if label != nil { return layer.isSecret || !layer.isOutOfSight }
    return !layer.isSecret && !shownText.isEmpty && !layer.isOutOfSight
  }

  private var shownText: String {
    ((layer.presentation() ?? layer) as? TextLayer)?.shownString ?? ""
  }

  fileprivate func accessibilityNode(_ spoken: SpokenText) -> AccessibilityNode {
    guard let label else {
      return AccessibilityNode(
        subject: .layer(layer.path), level: level, role: role, label: shownText, text: "",
        value: nil, states: [])
    }
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
