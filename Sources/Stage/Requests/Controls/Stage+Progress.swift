import CodeUnits
internal import Layers
internal import Scene

/// Requests to controls with a progress.
extension Stage {
  /// Sets a control's progress and ends its indeterminate state. A scrub control moves to the
  /// value.
  ///
  /// If nothing is expected it becomes indeterminate.
  public func setProgress(
    _ name: String?, _ change: ProgressChange
  ) throws(ControlError) -> ProgressOutcome {
    switch change.state {
    case .progress(let value):
      return try setProgress(name, to: value, change)
    case .indeterminate:
      if let name, scrubControl(name) != nil {
        throw .invalidValue(
          field: "expected",
          reason: "the scrub control '" + name + "' is always somewhere: expect more than 0")
      }
      let control = try progressControl(name)
      control.setIndeterminate(true)
      return ProgressOutcome(isApplied: true, value: control.value)
    }
  }

  private func setProgress(
    _ name: String?, to value: Double, _ change: ProgressChange
  ) throws(ControlError) -> ProgressOutcome {
    guard value.isFinite else {
      throw .invalidValue(field: "value", reason: "a number between 0 and 1 is expected")
    }
    try check(duration: change.duration)
    let fraction = max(0, min(1, value))
    if let name, let scrub = scrubControl(name) {
      guard change.phase == nil else {
        throw .invalidValue(
          field: "phase", reason: "the scrub control '" + name + "' has no phases: leave it out")
      }
      guard !scrub.isHeld else { throw .held(control: name) }
      guard fraction >= scrub.destination || change.allowsDecrease ?? true else {
        return ProgressOutcome(isApplied: false, value: scrub.destination)
      }
      scrub.move(to: fraction, duration: change.duration, timingFunction: change.timing)
      return ProgressOutcome(isApplied: true, value: fraction)
    }
    let control = try progressControl(name)
    let index = try change.phase.map { phase throws(ControlError) in
      try control.index(ofPhase: phase)
    }
    let target = index.map { control.plan.value(of: fraction, in: $0) } ?? fraction
    guard target >= control.value || change.allowsDecrease ?? control.description.allowsDecrease
    else {
      return ProgressOutcome(isApplied: false, value: control.value)
    }
    control.set(
      target, inPhase: index, duration: change.duration, timingFunction: change.timing,
      isSignOfLife: change.isSignOfLife)
    return ProgressOutcome(isApplied: true, value: target)
  }

  /// Starts or ends a control's indeterminate state; its value stays.
  public func setIndeterminate(_ name: String?, _ enabled: Bool) throws(ControlError) {
    try progressControl(name).setIndeterminate(enabled)
  }

  private func scrubControl(_ name: String) -> ScrubControl? {
    playedControls.first { $0.isCalled(name) } as? ScrubControl
  }

  private func progressControl(_ name: String?) throws(ControlError) -> ProgressControl {
    try control(name, ProgressControl.self, called: "progress")
  }
}

extension ProgressControl {
  /// The index of a phase among the control's.
  fileprivate func index(ofPhase phase: String) throws(ControlError) -> Int {
    if let index = description.phases.firstIndex(where: { $0.name.isIdentical(to: phase) }) {
      return index
    }
    let names = description.phases.map { $0.name }
    guard !names.isEmpty else {
      throw .invalidValue(field: "phase", reason: "the control '" + name + "' has no phases")
    }
    throw .invalidValue(
      field: "phase",
      reason: "one of the control's phases is expected: " + names.joined(separator: ", ")
        + (Spelling.nearest(to: phase, among: names).map { "; did you mean " + $0 + "?" } ?? ""))
  }
}

extension ProgressChange {
  fileprivate var state: ProgressState {
    switch amount {
    case .value(let value): .progress(value)
    case .received(let received, let expected):
      ProgressState(received: received, expected: expected)
    }
  }
}
