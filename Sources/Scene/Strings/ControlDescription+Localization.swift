/// Controls with their texts and labels in one locale.
extension ControlDescription {
  func localized(_ strings: Localization) -> ControlDescription {
    ControlDescription(
      name: name, label: label.map { strings.text($0) }, role: role, kind: kind,
      content: content.localized(strings))
  }
}

extension ControlDescription.Content {
  fileprivate func localized(_ strings: Localization) -> ControlDescription.Content {
    switch self {
    case .progress(var progress):
      progress.localize(strings)
      return .progress(progress)
    case .reveal(var reveal):
      reveal.progress.localize(strings)
      return .reveal(reveal)
    case .text(var text):
      text.text = text.text.map { strings.text($0) }
      return .text(text)
    case .state(var state):
      state.states = state.states.map { $0.localized(strings) }
      return .state(state)
    case .press(let press): return .press(press.localized(strings))
    case .field(var field):
      field.press = field.press.localized(strings)
      field.text = strings.text(field.text)
      field.placeholder = strings.text(field.placeholder)
      return .field(field)
    default: return self
    }
  }
}

extension PressControlDescription {
  fileprivate func localized(_ strings: Localization) -> PressControlDescription {
    var press = self
    press.options = press.options.map {
      Option(
        name: $0.name, label: strings.text($0.label), hitArea: $0.hitArea,
        settings: $0.settings.map { $0.localized(strings) })
    }
    press.states = press.states.map { $0.localized(strings) }
    if let choice = press.localizedChoice { press.chosen = press.index(of: strings.text(choice)) }
    return press
  }
}

extension ControlSetting {
  fileprivate func localized(_ strings: Localization) -> ControlSetting {
    guard case .text(let text) = value else { return self }
    return ControlSetting(control: control, value: .text(strings.text(text)))
  }
}

extension ProgressControlDescription {
  fileprivate mutating func localize(_ strings: Localization) {
    for index in phases.indices { phases[index].label = strings.text(phases[index].label) }
    settings = settings.map { $0.localized(strings) }
  }
}

extension StateDescription {
  fileprivate func localized(_ strings: Localization) -> StateDescription {
    var state = StateDescription(name: name, label: strings.text(label), leaving: leaving)
    state.after = after
    state.settings = settings.map { $0.localized(strings) }
    state.changes = changes.map { change in
      var change = change
      if case .text(let text) = change.effect { change.effect = .text(strings.text(text)) }
      return change
    }
    return state
  }
}
