public import Animation
import CodeUnits

/// A control that is in one of several named states, each with changes of layers.
public struct StateControlDescription {
  /// At least one.
  public var states: [StateDescription]
  /// The first state; an index.
  public var initial = 0
  /// The state that it takes when the connection of a client that holds it is lost; nil for none.
  public var onDisconnect: Int?

  /// The index of a state, whose name is compared byte by byte.
  public func index(of name: String) -> Int? {
    states.firstIndex { $0.name.isIdentical(to: name) }
  }

  /// The name that a misspelt one probably means.
  public func nearestName(to name: String) -> String? {
    Spelling.nearest(to: name, among: states.map { $0.name })
  }
}

/// One state of a control.
public struct StateDescription {
  public let name: String
  /// The state in words, for people who cannot see the screen.
  public let label: String
  /// The way back of the properties that the next state does not set.
  public var leaving: Leaving
  /// The state that follows by itself; nil for none.
  public var after: After?
  var changes: [Change] = []
  /// Values that other controls get with the state.
  public internal(set) var settings: [ControlSetting] = []

  /// The return of properties to their values without the state.
  public struct Leaving {
    /// Seconds.
    public var duration: Double
    public var timingFunction: MediaTimingFunction
    /// True if the next state begins only when the return has ended.
    public var isFirst = false

    public init(duration: Double, timingFunction: MediaTimingFunction) {
      self.duration = duration
      self.timingFunction = timingFunction
    }
  }

  /// The end of a state that no client ends.
  public struct After {
    /// Seconds.
    public var duration: Double
    /// An index.
    public var state: Int
  }

  /// A part of a state: it begins `start` seconds after the state.
  struct Change {
    var layer: Int
    var start: Double
    /// Seconds.
    var duration: Double
    var timingFunction: MediaTimingFunction
    var effect: Effect
    /// In the scene file, in bytes.
    var offset: Int
    /// A number that a change shares with its copies in states that extend its own; nil in looks.
    var origin: Int?
  }

  enum Effect {
    /// A property goes to a value, with a spring if there is one.
    case value(AnimationKeyPath, ValueDescription, SpringAnimation?)
    /// A text layer shows a text.
    case text(String)
    /// A layer closes or opens its space in an arrangement.
    case collapse(Bool)
    /// An animation that ends with the state at the latest.
    case motion(AnimationDescription)
  }
}
