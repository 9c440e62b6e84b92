internal import Scene

/// Requests that the scene itself makes, by `sets`.
extension Stage {
  /// Sets the controls that presses and new states set, at a time of the stage. States may set further ones; a scene has
  /// no circle of them.
  func applySettings(at time: Double) {
    var settings = takeSettings()
    while !settings.isEmpty {
      for setting in settings { apply(setting) }
      for control in playedControls where control.hasPending {
        control.applyPending(in: tree, at: time, &events)
      }
      settings = takeSettings()
    }
  }

  private func takeSettings() -> [ControlSetting] {
    playedControls.flatMap { $0.takeSettings() }
  }

  /// A control that a client holds, and a text that is too long for the layers, stay.
  private func apply(_ setting: ControlSetting) {
    guard let control = playedControls.first(where: { $0.isCalled(setting.control) }) else {
      return
    }
    switch (setting.value, control) {
    case (.state(let state), let control as StateControl):
      try? control.set(state, by: ControlHolder(0), holds: false)
    case (.option(let option), let control as PressControl): control.choose(option)
    case (.text(let text), let field as FieldControl): try? setText(of: field, to: text)
    case (.text(let text), _): try? setText(control.name, to: text)
    default: break
    }
  }
}
