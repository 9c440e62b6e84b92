public import Geometry
public import Layers

/// The layers that a scrub control moves.
public struct ScrubLayers {
  /// Layers whose time the control moves, with that of all layers below them; at least one.
  public let layers: [Layer]
  /// Seconds of their time at the value 1.
  public let duration: Double
  /// The layer by which people take hold of the control.
  public let hitArea: Layer
  /// The movement of a finger from the value 0 to 1, in the hit area's own coordinates.
  public let travel: Vector
}
