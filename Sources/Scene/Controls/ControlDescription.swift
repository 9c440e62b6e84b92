/// A named control, to which clients address their requests.
public struct ControlDescription {
  /// The settings of a control. Each kind has a file for its description, one for reading it, and
  /// one for its behaviour on the stage.
  public enum Content {
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
  /// The role for people who cannot see the screen; nil for the usual role of its kind.
  public let role: AccessibleRole?
  public let kind: ControlKind
  public internal(set) var content: Content
}

extension ControlDescription.Content {
  /// The progress of a control that has one.
  var progress: ProgressControlDescription? {
    switch self {
    case .progress(let progress): progress
    case .reveal(let reveal): reveal.progress
    default: nil
    }
  }

  /// The states and looks of a control that has some.
  var states: [StateDescription] {
    switch self {
    case .state(let control): control.states
    case .press(let control): control.states
    case .field(let control): control.press.states
    default: []
    }
  }

  /// The text layers that get their texts from the control.
  var textLayers: [Int] {
    switch self {
    case .text(let text): text.drives
    case .field(let field): [field.entry]
    default: []
    }
  }
}
