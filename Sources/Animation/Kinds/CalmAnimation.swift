import CMath

/// The effect of animations if motion is to be reduced: colours, opacity and progress change as
/// usual, and nothing travels, turns, grows or swings.
extension Animation {
  /// Like `forEachChange(at:_:)`, but calm:
  /// - endless movement stands still, as if it did not exist;
  /// - movement that ends is at its end from the beginning, also before it begins if its fill mode
  ///   covers that time;
  /// - springs do not overshoot their end;
  /// - an endless rotation that shows an unknown progress becomes a slight fading in and out;
  /// - transitions, which change no values, are to be drawn as dissolves, whatever their style.
  public func forEachCalmChange(
    at position: MediaTiming.Position,
    _ body: (AnimationKeyPath, (AnimatableValue) -> AnimatableValue) -> Void
  ) {
    switch self {
    case .basic(let animation) where animation.showsUnknownProgress:
      body(AnimationKeyPath(.opacity)) { Animation.breath($0, at: position.fraction) }
    case .basic, .keyframe:
      guard position.phase != .after, movesForSure else {
        return forEachChange(at: position, body)
      }
      guard let end = timing.endPosition else { return }
      forEachChange(at: end, body)
    case .spring(var animation):
      animation.damping = max(
        animation.damping, 2 * (animation.stiffness * animation.mass).squareRoot())
      animation.initialVelocity = min(
        animation.initialVelocity, (animation.stiffness / animation.mass).squareRoot())
      let calm = Animation.spring(animation)
      guard position.phase != .after, movesForSure else {
        return calm.forEachChange(at: position, body)
      }
      guard let end = timing.endPosition else { return }
      calm.forEachChange(at: end, body)
    case .group(let group):
      group.forEachCalmChange(at: position, body)
    case .transition:
      return
    }
  }

  /// True if the animation, when calm, changes nothing as time passes.
  public var isCalm: Bool {
    switch self {
    case .basic(let animation) where animation.showsUnknownProgress: false
    case .basic, .spring, .keyframe: movesForSure
    case .group(let group): group.animations.allSatisfy { $0.isCalm }
    // A sliding transition dissolves instead.
    case .transition: false
    }
  }

  /// True if the animation changes only movement, and time runs in it.
  private var movesForSure: Bool {
    guard timing.speed != 0 else { return false }
    let isForEver = timing.activeEnd == nil
    return !animates { !$0.isMovement(forEver: isForEver) }
  }

  /// An opacity at a fraction of a cycle of fading out and in.
  private static func breath(_ opacity: AnimatableValue, at fraction: Double) -> AnimatableValue {
    guard case .scalar(let value) = opacity else { return opacity }
    return .scalar(value * (0.7 + 0.3 * cos(2 * .pi * fraction)))
  }
}

extension BasicAnimation {
  /// True while a progress is unknown. The last phase of that, which fades away when the progress
  /// becomes known, has an end.
  fileprivate var showsUnknownProgress: Bool {
    keyPath.property == .indeterminatePhase && timing.activeEnd == nil
  }
}

extension AnimatableProperty {
  /// True if a change looks like movement. The ends of a stroke show a progress, unless they move
  /// without end. A line whose width changes without end seems to grow.
  func isMovement(forEver isForEver: Bool) -> Bool {
    switch self {
    case .position, .bounds, .anchorPoint, .transform, .path, .lineDashPhase, .startPoint,
      .endPoint, .locations, .indeterminatePhase:
      true
    case .strokeStart, .strokeEnd, .lineWidth, .contentsRect: isForEver
    default: false
    }
  }
}

extension MediaTiming {
  /// The moment at the end of the active time; nil if there is none.
  var endPosition: Position? { activeEnd.map { position(atParentTime: $0) } }
}
