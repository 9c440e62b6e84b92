/// A named control: what a client speaks to.
public struct ControlDescription {
  /// What the control takes. Each kind has a file for its description, one for how it is read, and
  /// one for how it plays on the stage.
  public enum Kind {
    case progress(ProgressControlDescription)
    case text(TextControlDescription)
    case reveal(RevealControlDescription)
    case scrub(ScrubControlDescription)
  }

  public let name: String
  /// What it is, for people who cannot see the screen.
  public let label: String?
  /// What it is to them; nil for what controls of its kind usually are.
  public let role: AccessibleRole?
  public internal(set) var kind: Kind
}
