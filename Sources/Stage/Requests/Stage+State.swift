internal import Scene

/// Requests to state controls.
extension Stage {
  /// Puts a control into one of its states with the next frame.
  ///
  /// - Parameters:
  ///   - state: the state's name.
  ///   - caller: a holder of the control keeps others away, except for those that may take it.
  ///   - holds: true if the caller holds the control from then on, until it sets a state without
  ///     that or `releaseControls(heldBy:)` is called, which puts the control into the state that the
  ///     scene has for it.
  public func setState(
    _ name: String?, to state: String, by caller: ControlHolder = ControlHolder(0, isTaking: true),
    holds: Bool = false
  ) throws(ControlError) {
    if let name, let choice = playedControls.first(where: { $0.isCalled(name) }) as? PressControl,
      choice.description.isChoice
    {
      return try choose(state, in: choice, holds: holds)
    }
    let control = try control(name, StateControl.self, called: "state")
    guard let index = control.description.index(of: state) else {
      throw unknownState(
        control.description.states.map { $0.name },
        nearest: control.description.nearestName(to: state))
    }
    try control.set(index, by: caller, holds: holds)
    mayHaveToAnnounce = true
  }

  /// Chooses an option as a person does, without the event.
  private func choose(
    _ option: String, in choice: PressControl, holds: Bool
  ) throws(ControlError) {
    guard !holds else {
      throw .invalidValue(field: "hold", reason: "a choice cannot be held")
    }
    choice.choose(try index(of: option, in: choice))
    mayHaveToAnnounce = true
  }

  /// The index of a choice's option.
  func index(of option: String, in choice: PressControl) throws(ControlError) -> Int {
    if let index = choice.description.index(of: option) { return index }
    throw unknownState(
      choice.description.options.map { $0.name },
      nearest: choice.description.nearestName(to: option))
  }

  private func unknownState(_ names: [String], nearest: String?) -> ControlError {
    .invalidValue(
      field: "state",
      reason: "one of " + names.joined(separator: ", ") + " is expected"
        + (nearest.map { "; did you mean " + $0 + "?" } ?? ""))
  }
}
