/// What a control takes.
public enum ControlKind: Equatable, Sendable {
  /// A value in 0…1, or indeterminate.
  case progress
  /// A message.
  case text
}

/// A control as a client sees it.
public struct ControlInfo: Equatable, Sendable {
  public var name: String
  public var kind: ControlKind
  /// The value it was last set to, in 0…1; nil for a text control.
  public var value: Double?
  /// Nil for a text control.
  public var isIndeterminate: Bool?
  /// Names of the phases of a progress control that has some, and of the one that the job is in.
  public var phases: [String]?
  public var phase: String?
  /// Seconds until the end of the job, as of its last value; nil while that is not known.
  public var remaining: Double?
  /// Nil for a progress control.
  public var text: String?
  /// What it is, for people who cannot see the screen.
  public var label: String?
  /// What it says now, for people who cannot see the screen.
  public var description: String
}

/// What a request to set progress did.
public struct ProgressOutcome: Equatable, Sendable {
  /// False when the value would have gone back where that is not allowed.
  public var isApplied: Bool
  /// The control's value now, in 0…1.
  public var value: Double
}
