import Scene
import Stage

/// Keys of a keyboard, pressed in a scene that is played here.
extension ControlAssignment {
  /// Presses a key at the control, which gets the focus, or at the one that has it.
  func press(_ key: InputKey, on stage: Stage) throws(ClientError) {
    if !control.isEmpty { try focusControl(on: stage) }
    if stage.shownPrompt != nil {
      throw ClientError(
        .refused, "cannot press \(title): a question is shown, to which all keys go",
        hint: Self.promptName(in: stage).map { "--set \($0)=hidden" })
    }
    guard !stage.handle(key) else { return }
    let named = control.isEmpty ? stage.controls.first { $0.kind.takesKeys } : nil
    throw ClientError(
      .refused, "cannot press \(title): no control with the focus takes the key at that time",
      hint: named.map { "name the control, as \($0.name):\(value)" }
        ?? "keys are for buttons, choices and fields; characters for fields alone")
  }

  /// A control with the focus keeps it: in a choice the focus may be on any option.
  private func focusControl(on stage: Stage) throws(ClientError) {
    let info = try info(on: stage)
    guard info.kind.takesKeys else {
      throw ClientError(
        .refused,
        "cannot press \(title): keys are for buttons, choices and fields, and \(info.name) is a \(info.kind.rawValue) control"
      )
    }
    guard stage.focusedControl != info.name else { return }
    do throws(ControlError) {
      try stage.focus(info.name)
    } catch {
      throw ClientError(.refused, "cannot press \(title): \(error.reason)")
    }
  }
}

extension ControlKind {
  fileprivate var takesKeys: Bool { self == .button || self == .choice || self == .field }
}

extension Stage {
  /// The control that keys are for.
  var focusedControl: String? {
    for node in accessibilityNodes where node.states.contains(.focused) {
      if case .control(let name) = node.subject { return name }
    }
    return nil
  }
}
