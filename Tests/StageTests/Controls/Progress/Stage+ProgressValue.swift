import Animation
import Stage

extension Stage {
  /// Sets a progress as most tests do: by its value.
  func setProgress(
    _ name: String?, to value: Double, phase: String? = nil, duration: Double? = nil,
    timing: MediaTimingFunction? = nil, allowDecrease: Bool? = nil
  ) throws(ControlError) -> ProgressOutcome {
    try setProgress(
      name,
      ProgressChange(
        .value(value), phase: phase, duration: duration, timing: timing,
        allowsDecrease: allowDecrease))
  }
}
