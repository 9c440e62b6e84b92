/// The part of a tree's advance that is left to do.
struct Sampling {
  /// The time before.
  let formerTime: Double
  var phase = Phase.animating
  /// The place of the next layer, or replicator, of the phase.
  var next = 0
  /// The layers that have animations.
  var animating: [Layer]
  var isAfterLinks = false
  /// Replicators with instances of another time.
  var replicators: [Layer] = []
  var instances: Layer.InstanceWork?

  enum Phase {
    /// Layers that have animations.
    case animating
    /// Layers that changed. Changes that a layer makes once it is presented show at once, in a
    /// further pass; layers that go on changing each other continue in the next turn.
    case committed(pass: Int)
    case instances
    case links
  }

  static let mostPasses = 16
  /// Layers in a slice.
  static let sliceLength = 32

  init(formerTime: Double, animating: [Layer]) {
    self.formerTime = formerTime
    self.animating = animating
  }
}
