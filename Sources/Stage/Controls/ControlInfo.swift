public import Geometry
public import Scene

/// A control as a client sees it.
public struct ControlInfo: Equatable, Sendable {
  public var name: String
  public var kind: ControlKind
  /// The last value that was set, in 0…1, or the present one of a scrub control; nil for a text,
  /// an image, a log and a state control, a button and a choice.
  public var value: Double?
  /// Nil except for a progress and for a reveal control.
  public var isIndeterminate: Bool?
  /// Names of all phases, and of the present one, for a progress control with phases.
  public var phases: [String]?
  public var phase: String?
  /// Names of the states of a state control, and of the present one.
  public var states: [String]?
  public var state: String?
  /// Names of the options of a choice, and of the chosen one; nil while none is.
  public var options: [String]?
  public var option: String?
  /// Seconds until the end of the job, as of its last value; nil while unknown.
  public var remaining: Double?
  /// The message of a text control, the last line of a log control, and the text of a field that is
  /// not concealed; nil for all others.
  public var text: String?
  /// Its name for people who cannot see the screen.
  public var label: String?
  /// Its present state in words, for people who cannot see the screen.
  public var description: String
  /// For a reveal control: true if the content is revealed.
  public var isRevealed: Bool?
  /// For a scrub or state control: true if a client or a finger holds it.
  public var isHeld: Bool?
  /// The hit area of a scrub control, a button or a field, in the output's points.
  public var frame: Rect?
}

/// The outcome of a request to set progress.
public struct ProgressOutcome: Equatable, Sendable {
  /// False if the value would have decreased and that is not allowed.
  public var isApplied: Bool
  /// The control's value now, in 0…1.
  public var value: Double
}
