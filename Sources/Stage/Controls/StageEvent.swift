/// Something that happened on the stage, in order.
public enum StageEvent: Equatable, Sendable {
  /// Reported exactly once for each change of a progress control's value, state or phase; a control
  /// that stalls becomes indeterminate. `remaining` is in seconds, and nil while unknown.
  case progressChanged(
    control: String, value: Double, isIndeterminate: Bool, phase: String? = nil,
    remaining: Double? = nil)
  case textChanged(control: String, text: String)
  case imageChanged(control: String)
  /// A state control is in another state.
  case stateChanged(control: String, state: String)
  /// A person has pressed a button.
  case pressed(control: String)
  /// A person has pressed an option, which may have been chosen before.
  case chosen(control: String, option: String)
  /// A person has ended the text of a field with Enter. Nil for a concealed one.
  case submitted(control: String, text: String?)
  case animationStarted(layer: String, key: String)
  /// The text of a control for people who cannot see the screen changed: reported at most once for
  /// each call of `takeEvents()`. Of a question, `control` is the path of its panel.
  case accessibilityChanged(control: String, text: String)
  /// `finished` is false when the animation was removed before its end.
  case animationStopped(layer: String, key: String, finished: Bool)
  /// The content of a reveal control is revealed, or will not be.
  case revealFinished(control: String, finished: Bool)
  /// A scrub control came to rest.
  case scrubSettled(control: String, value: Double)
  /// Reported exactly once for each scrub control that came to rest at another value than before.
  case valueChanged(control: String, value: Double)
  /// A scene is in play; `generation` counts scenes from 1.
  case sceneLoaded(name: String, generation: Int)
}
