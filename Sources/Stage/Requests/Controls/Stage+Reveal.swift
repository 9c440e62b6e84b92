public import Animation

/// Requests to reveal controls.
extension Stage {
  /// Reveals a control's content, unless this was requested before.
  ///
  /// - Parameters:
  ///   - duration: seconds; 0 for at once, nil for the control's own.
  ///   - timing: nil for the control's own.
  public func reveal(
    _ name: String?, duration: Double? = nil, timing: MediaTimingFunction? = nil
  ) throws(ControlError) -> RevealOutcome {
    try check(duration: duration)
    let control = try control(name, RevealControl.self, called: "reveal")
    if let number = control.number {
      return RevealOutcome(
        isStarted: false, reveal: Reveal(control: control.name, number: number))
    }
    revealCount += 1
    control.start(revealCount, duration: duration, timingFunction: timing)
    return RevealOutcome(
      isStarted: true, reveal: Reveal(control: control.name, number: revealCount))
  }

  /// Hides a control's content again at once, with the loader and the control's first progress. A
  /// running reveal is canceled.
  public func conceal(_ name: String?) throws(ControlError) {
    try control(name, RevealControl.self, called: "reveal").conceal(&events)
  }

  /// The state of a reveal.
  public func state(of reveal: Reveal) -> Reveal.State {
    for control in playedControls where control.isCalled(reveal.control) {
      guard let control = control as? RevealControl, control.number == reveal.number else { break }
      return control.isRevealed ? .finished : .running
    }
    return .canceled
  }
}
