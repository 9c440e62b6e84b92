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
    let control = try control(name, StateControl.self, called: "state")
    guard let index = control.description.index(of: state) else {
      let names = control.description.states.map { $0.name }.joined(separator: ", ")
      let hint = control.description.nearestName(to: state).map { "; did you mean " + $0 + "?" }
      throw .invalidValue(field: "state", reason: "one of " + names + " is expected" + (hint ?? ""))
    }
    try control.set(index, by: caller, holds: holds)
    mayHaveToAnnounce = true
  }
}
