/// Something that happened on the stage, in order.
public enum StageEvent: Equatable, Sendable {
  /// Exactly once for each change of a progress control's value, state or phase; a control that
  /// stalls becomes indeterminate. `remaining` is in seconds, and nil while it is not known.
  case progressChanged(
    control: String, value: Double, isIndeterminate: Bool, phase: String? = nil,
    remaining: Double? = nil)
  case textChanged(control: String, text: String)
  case animationStarted(layer: String, key: String)
  /// A control says something else to people who cannot see: at most once for each time that events
  /// are taken.
  case accessibilityChanged(control: String, text: String)
  /// `finished` is false when the animation was removed before its end.
  case animationStopped(layer: String, key: String, finished: Bool)
  /// The content of a reveal control is bare, or will not be.
  case revealFinished(control: String, finished: Bool)
  /// A scrub control came to rest.
  case scrubSettled(control: String, value: Double)
  /// Exactly once for each scrub control that came to rest elsewhere than before.
  case valueChanged(control: String, value: Double)
  /// A scene is in play; `generation` counts scenes from 1.
  case sceneLoaded(name: String, generation: Int)
}
