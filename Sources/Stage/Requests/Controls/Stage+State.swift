internal import Scene

/// Requests to state controls and choices.
extension Stage {
  /// Puts a control into one of its states with the next frame. If the named control is a choice,
  /// its option `state` is chosen.
  ///
  /// - Parameters:
  ///   - state: the state's name.
  ///   - caller: a holder of the control keeps others away, except for those that may take it.
  ///   - holds: true if the caller holds the control from then on. The hold ends when the caller
  ///     sets a state without it, or when `releaseControls(heldBy:)` is called, which puts the
  ///     control into the state that the scene provides for that.
  public func setState(
    _ name: String?, to state: String, by caller: ControlHolder = ControlHolder(0, isTaking: true),
    holds: Bool = false
  ) throws(ControlError) {
    if let name, let choice = playedControls.first(where: { $0.isCalled(name) }) as? PressControl,
      choice.description.isChoice
    {
      guard !holds else {
        throw .invalidValue(field: "hold", reason: "a choice cannot be held")
      }
      return choose(try index(of: state, in: choice, field: "state"), in: choice)
    }
    let control = try control(name, StateControl.self, called: "state")
    guard let index = control.description.index(of: state) else {
      throw unknownName(
        field: "state", control.description.states.map { $0.name },
        nearest: control.description.nearestName(to: state))
    }
    try control.set(index, by: caller, holds: holds)
    applySettings()
    mayHaveToAnnounce = true
  }

  /// Restarts the time limits of states, since a person touches a control or presses a key for one.
  func noteUse() {
    for case let control as StateControl in playedControls { control.restartLimit() }
  }

  /// Chooses an option as a person does, without the event, or none.
  public func choose(_ name: String?, option: String?) throws(ControlError) {
    let choice = try choice(name)
    choose(
      try option.map { option throws(ControlError) in
        try index(of: option, in: choice, field: "option")
      }, in: choice)
  }

  private func choose(_ option: Int?, in choice: PressControl) {
    choice.choose(option)
    mayHaveToAnnounce = true
  }

  /// The choice of a name; the first one without a name.
  private func choice(_ name: String?) throws(ControlError) -> PressControl {
    for case let control as PressControl in playedControls
    where control.kind == .choice && name.map({ control.isCalled($0) }) ?? true {
      return control
    }
    guard let name else { throw .noSuchControl("(first choice)") }
    let other = try control(name, Control.self, called: "choice")
    throw .wrongKind(control: other.name, kind: other.kind)
  }

  /// The words for people for each state of a state control, or for each option of a choice, in
  /// their order; empty for any other control.
  public func stateLabels(of name: String) -> [String] {
    let control = playedControls.first { $0.isCalled(name) }
    if let control = control as? StateControl {
      return control.description.states.map { $0.label }
    }
    guard let choice = control as? PressControl, choice.description.isChoice else { return [] }
    return choice.description.options.map { $0.label }
  }

  /// The index of a choice's option.
  func index(
    of option: String, in choice: PressControl, field: String
  ) throws(ControlError) -> Int {
    if let index = choice.description.index(of: option) { return index }
    throw unknownName(
      field: field, choice.description.options.map { $0.name },
      nearest: choice.description.nearestName(to: option))
  }

  private func unknownName(
    field: String, _ names: [String], nearest: String?
  ) -> ControlError {
    .invalidValue(
      field: field,
      reason: "one of " + names.joined(separator: ", ") + " is expected"
        + (nearest.map { "; did you mean " + $0 + "?" } ?? ""))
  }
}
