public import Animation
internal import Layers
internal import Scene

/// Requests to controls with a progress.
extension Stage {
  /// Sets a control's progress and ends its indeterminate state. A scrub control moves to the
  /// value.
  ///
  /// - Parameters:
  ///   - value: clamped to 0…1.
  ///   - phase: the phase that the value is a part of, with all phases before it done; nil for a
  ///     part of the whole.
  ///   - duration: seconds; 0 for at once, nil for the control's own.
  ///   - timing: nil for the control's own.
  ///   - allowDecrease: true if a value below the last one is accepted; nil for the control's
  ///     choice.
  ///   - isSignOfLife: false for an estimate, which does not put a stall off.
  public func setProgress(
    _ name: String?, to value: Double, phase: String? = nil, duration: Double? = nil,
    timing: MediaTimingFunction? = nil, allowDecrease: Bool? = nil, isSignOfLife: Bool = true
  ) throws(ControlError) -> ProgressOutcome {
    guard value.isFinite else {
      throw .invalidValue(field: "value", reason: "a number between 0 and 1 is expected")
    }
    try check(duration: duration)
    let fraction = max(0, min(1, value))
    if let name, let scrub = scrubControl(name) {
      guard phase == nil else {
        throw .invalidValue(
          field: "phase", reason: "the scrub control '" + name + "' has no phases: leave it out")
      }
      guard !scrub.isHeld else { throw .held(control: name) }
      guard fraction >= scrub.destination || allowDecrease ?? true else {
        return ProgressOutcome(isApplied: false, value: scrub.destination)
      }
      scrub.move(to: fraction, duration: duration, timingFunction: timing)
      return ProgressOutcome(isApplied: true, value: fraction)
    }
    let control = try progressControl(name)
    let index = try phase.map { phase throws(ControlError) in try control.index(ofPhase: phase) }
    let target = index.map { control.plan.value(of: fraction, in: $0) } ?? fraction
    guard target >= control.value || allowDecrease ?? control.description.allowsDecrease else {
      return ProgressOutcome(isApplied: false, value: control.value)
    }
    control.set(
      target, inPhase: index, duration: duration, timingFunction: timing,
      isSignOfLife: isSignOfLife)
    return ProgressOutcome(isApplied: true, value: target)
  }

  /// Sets a control's progress to a received part of an expected amount, in any unit. If nothing is
  /// expected it becomes indeterminate.
  public func setProgress(
    _ name: String?, received: Double, expected: Double, phase: String? = nil,
    duration: Double? = nil, timing: MediaTimingFunction? = nil, allowDecrease: Bool? = nil
  ) throws(ControlError) -> ProgressOutcome {
    switch ProgressState(received: received, expected: expected) {
    case .progress(let value):
      return try setProgress(
        name, to: value, phase: phase, duration: duration, timing: timing,
        allowDecrease: allowDecrease)
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
    if let index = description.phases.firstIndex(where: { $0.name.utf8.elementsEqual(phase.utf8) })
    {
      return index
    }
    let names = description.phases.map { $0.name }.joined(separator: ", ")
    throw .invalidValue(
      field: "phase",
      reason: names.isEmpty
        ? "the control '" + name + "' has no phases"
        : "one of the control's phases is expected: " + names)
  }
}
