internal import Scene

/// Requests that the scene itself makes, by `sets`.
extension Stage {
  /// Sets the controls that are set by presses and new states. A state may cause further settings,
  /// but never a cycle of them.
  ///
  /// The settings are made with the press itself, and not with the next frame, since other screens
  /// mirror the press and draw at other times.
  func applySettings() {
    var settings = takeSettings()
    if settings.isEmpty { return }
    hasSetControls = true
    // Typing and presses are reported before their consequences.
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

  /// Applies a setting, unless a client holds the control or may come back to it, or a text is too
  /// long for the layers.
  private func apply(_ setting: ControlSetting) {
    if case .locale(let tag) = setting.value {
      // Between the slices of an advance the layers have to stay.
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
