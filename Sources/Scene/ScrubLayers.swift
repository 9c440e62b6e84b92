public import Layers

/// What a scrub control works on.
public struct ScrubLayers {
  /// Layers whose time the control moves, with that of all below them; at least one.
  public let layers: [Layer]
  /// Seconds of their time at the value 1.
  public let duration: Double
  /// Where people take hold of the control.
  public let hitArea: Layer
}
