public import Scene

/// A control or a named layer as people see it who cannot see the screen.
public struct AccessibilityNode: Equatable, Sendable {
  /// What the node stands for.
  public enum Subject: Equatable, Sendable {
    /// A control, by its name.
    case control(String)
    /// A layer, by its path.
    case layer(String)
  }

  public enum State: Equatable, Sendable, CaseIterable {
    /// Something goes on whose end is not known.
    case busy
    /// A switch that is on.
    case checked
    /// Not to be seen on the screen now.
    case hidden
  }

  public var subject: Subject
  /// How many other nodes it is in.
  public var level: Int
  public var role: AccessibleRole
  /// What it is called: the scene's label, or its name.
  public var label: String
  /// What it says now; empty for what only is there.
  public var text: String
  /// 0…1, for what has a value.
  public var value: Double?
  public var states: [State]
}
