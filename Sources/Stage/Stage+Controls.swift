public import Animation
internal import Layers
internal import Scene

/// Requests to controls. A control that is not named is the scene's first of the kind.
extension Stage {
  /// Sets a progress control and ends its indeterminate state.
  ///
  /// - Parameters:
  ///   - value: clamped to 0…1.
  ///   - duration: seconds; 0 for at once, nil for the control's own.
  ///   - timing: nil for the control's own.
  ///   - allowDecrease: whether a value below the last one is taken; nil for the control's choice.
  public func setProgress(
    _ control: String?, to value: Double, duration: Double? = nil,
    timing: MediaTimingFunction? = nil, allowDecrease: Bool? = nil
  ) throws(ControlError) -> ProgressOutcome {
    guard value.isFinite else {
      throw .invalidValue(field: "value", reason: "a number between 0 and 1 is expected")
    }
    if let duration, !(duration >= 0 && duration <= Stage.longestDuration) {
      throw .invalidValue(field: "duration", reason: "0 to 86,400 seconds are expected")
    }
    let (index, settings) = try progressControl(control)
    let target = max(0, min(1, value))
    let current = controlStates[index].value
    guard target >= current || allowDecrease ?? settings.allowsDecrease else {
      return ProgressOutcome(isApplied: false, value: current)
    }
    controlStates[index].set(target, duration: duration, timingFunction: timing)
    return ProgressOutcome(isApplied: true, value: target)
  }

  /// The longest animation of a request, in seconds: a day.
  public static var longestDuration: Double { 86_400 }

  /// Starts or ends a progress control's indeterminate state; its value stays.
  public func setIndeterminate(_ control: String?, _ enabled: Bool) throws(ControlError) {
    let (index, _) = try progressControl(control)
    controlStates[index].setIndeterminate(enabled)
  }

  /// Sets the message of a text control.
  public func setText(_ control: String?, to text: String) throws(ControlError) {
    let index = try self.index(of: control, kind: .text)
    guard text.utf8.count <= Stage.longestText else {
      throw .invalidValue(
        field: "text", reason: "at most \(Stage.longestText) bytes are expected")
    }
    guard controlStates[index].text != text else { return }
    controlStates[index].text = text
    events.append(.textChanged(control: controlStates[index].name, text: text))
  }

  /// The longest message of a text control, in bytes.
  public static var longestText: Int { 4096 }

  /// The scene's controls, in the order of its file.
  public var controls: [ControlInfo] { controlStates.map { $0.info } }

  func applyPending(at index: Int) {
    guard controlStates[index].applyPending(in: tree) else { return }
    let state = controlStates[index]
    events.append(
      .progressChanged(
        control: state.name, value: state.value, isIndeterminate: state.isIndeterminate))
  }

  private func progressControl(
    _ name: String?
  ) throws(ControlError) -> (index: Int, settings: ControlDescription.ProgressSettings) {
    let index = try self.index(of: name, kind: .progress)
    guard let settings = controlStates[index].settings else {
      preconditionFailure("a progress control has settings")
    }
    return (index, settings)
  }

  private func index(of name: String?, kind: ControlKind) throws(ControlError) -> Int {
    guard let name else {
      guard let index = controlStates.firstIndex(where: { $0.kind == kind }) else {
        throw .noSuchControl(kind == .progress ? "(first progress)" : "(first text)")
      }
      return index
    }
    guard let index = controlStates.firstIndex(where: { $0.name == name }) else {
      throw .noSuchControl(name)
    }
    guard controlStates[index].kind == kind else {
      throw .wrongKind(control: name, kind: controlStates[index].kind)
    }
    return index
  }
}

extension ControlState {
  var kind: ControlKind { settings == nil ? .text : .progress }

  var info: ControlInfo {
    guard settings != nil else {
      return ControlInfo(
        name: name, kind: .text, text: text, label: binding.control.label, description: text)
    }
    return ControlInfo(
      name: name, kind: .progress, value: value, isIndeterminate: isIndeterminate,
      label: binding.control.label,
      description: isIndeterminate
        ? "in progress" : "\(ProgressStyle.completeParts(of: 100, at: value))%")
  }
}
