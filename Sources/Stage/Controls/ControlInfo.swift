public import Geometry

/// What a control takes.
public enum ControlKind: Equatable, Sendable {
  /// A value in 0…1, or indeterminate.
  case progress
  /// A message.
  case text
  /// A progress, and content that comes to sight after it.
  case reveal
  /// A place in animations, in 0…1.
  case scrub
}

/// A control as a client sees it.
public struct ControlInfo: Equatable, Sendable {
  public var name: String
  public var kind: ControlKind
  /// The value it was last set to, in 0…1, where a scrub control is; nil for a text control.
  public var value: Double?
  /// Nil for a text and for a scrub control.
  public var isIndeterminate: Bool?
  /// Names of the phases of a progress control that has some, and of the one that the job is in.
  public var phases: [String]?
  public var phase: String?
  /// Seconds until the end of the job, as of its last value; nil while that is not known.
  public var remaining: Double?
  /// Nil for all but a text control.
  public var text: String?
  /// What it is, for people who cannot see the screen.
  public var label: String?
  /// What it says now, for people who cannot see the screen.
  public var description: String
  /// True if the content is bare, for a reveal control.
  public var isRevealed: Bool?
  /// True if somebody has hold of it, for a scrub control.
  public var isHeld: Bool?
  /// Where people take hold of a scrub control, in the output's points.
  public var frame: Rect?
}

/// What a request to set progress did.
public struct ProgressOutcome: Equatable, Sendable {
  /// False when the value would have gone back where that is not allowed.
  public var isApplied: Bool
  /// The control's value now, in 0…1.
  public var value: Double
}
