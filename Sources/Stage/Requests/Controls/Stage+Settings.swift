internal import Scene

/// Requests that the scene itself makes, by `sets`.
extension Stage {
  /// Sets the controls that presses and new states set. States may set further ones; a scene has no
  /// circle of them.
  ///
  /// It is done with the press itself, and not with the next frame: other screens mirror it, and
  /// draw at other times.
  func applySettings() {
    var settings = takeSettings()
    if settings.isEmpty { return }
    hasSetControls = true
    // Typing and presses are told before their consequences.
    for control in playedControls { control.tellInput(&events) }
    var remaining = ControlSetting.mostInScene
    while !settings.isEmpty, remaining > 0 {
      for setting in settings.prefix(remaining) { apply(setting) }
      remaining -= settings.count
      settings = takeSettings()
    }
  }

  private func takeSettings() -> [ControlSetting] {
    playedControls.flatMap { $0.takeSettings() }
  }

  /// A control that a client holds or may come back to, and a text that is too long for the layers,
  /// stay.
  private func apply(_ setting: ControlSetting) {
    if case .locale(let tag) = setting.value {
      // Between slices the layers stay.
      return requestLocale(tag)
    }
    guard let control = playedControls.first(where: { $0.isCalled(setting.control) }) else {
      return
    }
    switch (setting.value, control) {
    case (.state(let state), let control as StateControl):
      guard !control.isAwaitingHolder else { return }
      try? control.set(state, by: ControlHolder(0), holds: false)
    case (.option(let option), let control as PressControl): control.choose(option)
    case (.progress(let value), let control as ProgressControl):
      control.set(value, inPhase: nil, duration: nil, timingFunction: nil)
    case (.text(let text), let log as LogControl):
      if text.utf8.isEmpty { log.removeAll() } else { log.append(text.logLines) }
    case (.text(let text), let field as FieldControl): try? setText(of: field, to: text)
    case (.text(let text), _): try? setText(control.name, to: text)
    default: break
    }
  }
}
