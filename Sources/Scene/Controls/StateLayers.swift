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

    /// The property that the change sets; nil for a motion, which sets none.
    public var target: Target? {
      switch effect {
      case .value(let keyPath, _, _): Target(layer: ObjectIdentifier(layer), part: .value(keyPath))
      case .text: Target(layer: ObjectIdentifier(layer), part: .text)
      case .collapse: Target(layer: ObjectIdentifier(layer), part: .collapse)
      case .motion: nil
      }
    }
  }

  /// A property of a layer, its text, or the space that it takes.
  public struct Target: Hashable {
    let layer: ObjectIdentifier
    let part: Part

    enum Part: Hashable {
      case value(AnimationKeyPath)
      case text
      case collapse
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
