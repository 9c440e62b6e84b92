/// A named control, to which clients address their requests.
public struct ControlDescription {
  /// The kinds of controls. Each has a file for its description, one for reading it, and one for
  /// its behaviour on the stage.
  public enum Kind {
    case progress(ProgressControlDescription)
    case text(TextControlDescription)
    case image(ImageControlDescription)
    case log(LogControlDescription)
    case reveal(RevealControlDescription)
    case scrub(ScrubControlDescription)
    case state(StateControlDescription)
    case press(PressControlDescription)
    case field(FieldControlDescription)
  }

  public let name: String
  /// Its name for people who cannot see the screen.
  public let label: String?
  /// Its role for them; nil for the usual role of its kind.
  public let role: AccessibleRole?
  public internal(set) var kind: Kind
}

extension ControlDescription.Kind {
  /// The states and looks of a control that has some.
  var states: [StateDescription] {
    switch self {
    case .state(let control): control.states
    case .press(let control): control.states
    case .field(let control): control.press.states
    case .progress, .text, .image, .log, .reveal, .scrub: []
    }
  }
}
