public import Animation
public import Layers

/// The layers that a state control changes, in one instance.
public struct StateLayers {
  /// The changes of each state, in their order.
  public let states: [[Change]]
  /// The values and texts of the changed layers without a state.
  public let rest: [Change]

  /// The change of one property, of a text or of a space, in a state.
  public struct Change {
    public let layer: Layer
    /// Seconds from the beginning of the state.
    public var start: Double
    /// Seconds.
    public var duration: Double
    public var timingFunction: MediaTimingFunction
    public var effect: Effect
    /// A number that a change of several states has in all of them; nil for one that no other state
    /// has.
    public var origin: Int?

    /// True if both set the same property, or the text of the same layer.
    public func sets(sameAs other: Change) -> Bool {
      guard layer === other.layer else { return false }
      switch (effect, other.effect) {
      case (.value(let own, _, _), .value(let other, _, _)): return own == other
      case (.text, .text), (.collapse, .collapse): return true
      default: return false
      }
    }
  }

  /// The kind of a change.
  public enum Effect {
    /// A value for a key path, which a spring brings if there is one.
    case value(AnimationKeyPath, AnimatableValue, SpringAnimation?)
    case text(String)
    /// True closes the layer's space in its row, column or overlay.
    case collapse(Bool)
    /// An animation that runs while the state lasts; an essential one also with reduced motion.
    case motion(Animation, isEssential: Bool)
  }
}
