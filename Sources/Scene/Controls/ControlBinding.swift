import Animation
public import Layers

/// A control of a scene, joined to the layers of one instance.
public struct ControlBinding {
  /// Its settings and its layers.
  public enum Content {
    case progress(ProgressControlDescription, [DrivenProperty])
    case text(TextControlDescription, [TextLayer])
    case image([ImageLayer])
    case log([LogLayer])
    case reveal(RevealControlDescription, [DrivenProperty], RevealLayers)
    case scrub(ScrubControlDescription, ScrubLayers)
    case state(StateControlDescription, StateLayers)
    case press(PressControlDescription, PressLayers)
    case field(FieldControlDescription, FieldLayers)
  }

  public let name: String
  /// Its name for people who cannot see the screen.
  public let label: String?
  /// The role for people who cannot see the screen; nil for the usual role of its kind.
  public let role: AccessibleRole?
  /// The language tag of texts that its scene does not have; empty for none.
  public let locale: String
  public let kind: ControlKind
  public let content: Content

  /// The properties that follow the control's progress; empty for a control without progress.
  public var targets: [DrivenProperty] {
    switch content {
    case .progress(_, let targets), .reveal(_, let targets, _): targets
    default: []
    }
  }
}
