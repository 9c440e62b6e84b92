import Animation

/// Ways in which animations and controls change the place where a layer is seen.
struct LayerMotion: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The layer moves, without rotating or changing its size.
  static let moves = LayerMotion(rawValue: 1)
  /// The layer is rotated or scaled, or moves in depth, which scales it in perspective.
  static let turns = LayerMotion(rawValue: 2)
  /// The sublayers move, or turn.
  static let movesSublayers = LayerMotion(rawValue: 4)
  static let turnsSublayers = LayerMotion(rawValue: 8)

  init(_ keyPath: AnimationKeyPath) {
    switch keyPath.property {
    case .position, .anchorPoint: self = .moves
    // A text in larger bounds is laid out anew where it is.
    case .bounds: self = .movesSublayers
    case .zPosition: self = .turns
    case .transform: self = LayerMotion.within(keyPath.component)
    case .sublayerTransform:
      self = LayerMotion(rawValue: LayerMotion.within(keyPath.component).rawValue << 2)
    default: self = []
    }
  }

  private static func within(_ component: AnimationKeyPath.Component) -> LayerMotion {
    switch component {
    case .translation, .translationX, .translationY: .moves
    default: .turns
    }
  }

  init(_ animation: AnimationDescription) {
    switch animation.motion {
    case .basic(let keyPath, _), .spring(let keyPath, _, _): self.init(keyPath)
    case .keyframes(let keyPath, let keyframes):
      self.init(keyPath)
      if keyframes.rotationMode != nil { insert(.turns) }
    case .group(let animations):
      self = []
      for animation in animations { formUnion(LayerMotion(animation)) }
    }
  }

  /// The layer's motion as its sublayers see it.
  var ofSublayers: LayerMotion {
    var motion = intersection([.moves, .turns])
    if contains(.movesSublayers) { motion.insert(.moves) }
    if contains(.turnsSublayers) { motion.insert(.turns) }
    return motion
  }

  /// True if a text is drawn at quarters of a pixel. A text that is also rotated or scaled is drawn
  /// at its exact place meanwhile, and would jump to the quarters and back.
  var quantizesText: Bool { contains(.moves) && !contains(.turns) }
}
