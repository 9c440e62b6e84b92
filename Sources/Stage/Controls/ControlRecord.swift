public import Scene

/// Settings of a control.
public struct ControlRecord: Equatable, Sendable {
  public var name: String
  public var kind: ControlKind
  /// In 0…1; nil for a text control.
  public var value: Double?
  public var isIndeterminate = false
  /// True if it has reached 1, and has not set other controls yet.
  public var isCompleting = false
  /// The name of the requested phase.
  public var phase: String?
  /// The message of a text control, the lines of a log control, or the text of a field; nil while
  /// it has none, and of a concealed field.
  public var text: String?
  /// The name of the requested state of a state control.
  public var state: String?
  /// True if a client holds a state control whose scene has a state for its loss.
  public var isHeld = false
  /// True if the content of a reveal control is revealed, or a reveal is running.
  public var isRevealed = false

  public init(name: String, kind: ControlKind) {
    self.name = name
    self.kind = kind
  }
}
