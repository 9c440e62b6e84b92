public import Scene

/// A control or a named layer for people who cannot see the screen.
public struct AccessibilityNode: Equatable, Sendable {
  /// The control or layer that the node represents.
  public enum Subject: Equatable, Sendable {
    /// A control, by its name.
    case control(String)
    /// A layer, by its path.
    case layer(String)
  }

  public enum State: Equatable, Sendable, CaseIterable {
    /// Something of unknown duration is going on.
    case busy
    /// A switch that is on.
    case checked
    /// Keys go to it.
    case focused
  }

  public var subject: Subject
  /// The number of nodes around it.
  public var level: Int
  public var role: AccessibleRole
  /// The scene's label, or the name.
  public var label: String
  /// Its present state or text; empty if it has none.
  public var text: String
  /// 0…1, for a control with a value.
  public var value: Double?
  public var states: [State]
}
