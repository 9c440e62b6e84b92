import CMath

/// How animations show where motion is to be reduced: colours, opacity and progress change as they
/// are, and nothing travels, turns, grows or swings.
extension Animation {
  /// As `forEachChange(at:_:)`, calmly:
  /// - movement for ever stands still, as if it were not there;
  /// - movement that ends is at its end from the beginning;
  /// - springs do not go past their end;
  /// - what turns while a progress is not known fades a little and back;
  /// - transitions, which change no values, are to dissolve whatever their style.
  public func forEachCalmChange(
    at position: MediaTiming.Position,
    _ body: (AnimationKeyPath, (AnimatableValue) -> AnimatableValue) -> Void
  ) {
    switch self {
    case .basic(let animation) where animation.keyPath.property == .indeterminatePhase:
      body(AnimationKeyPath(.opacity)) { Animation.breath($0, at: position.fraction) }
    case .basic, .keyframe:
      guard position.phase == .active, movesForSure else {
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
      guard position.phase == .active, movesForSure else {
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

  /// True if the animation, shown calmly, changes nothing as time passes.
  public var isCalm: Bool {
    switch self {
    case .basic(let animation) where animation.keyPath.property == .indeterminatePhase: false
    case .basic, .spring, .keyframe: movesForSure
    case .group(let group): group.animations.allSatisfy { $0.isCalm }
    // What slides dissolves instead.
    case .transition: false
    }
  }

  /// True if all that the animation changes is movement, and time runs in it.
  private var movesForSure: Bool {
    guard timing.speed != 0 else { return false }
    let isForEver = timing.activeEnd == nil
    return !animates { !$0.isMovement(forEver: isForEver) }
  }

  /// An opacity at a fraction of a breath, which ends where it began.
  private static func breath(_ opacity: AnimatableValue, at fraction: Double) -> AnimatableValue {
    guard case .scalar(let value) = opacity else { return opacity }
    return .scalar(value * (0.7 + 0.3 * cos(2 * .pi * fraction)))
  }
}

extension AnimatableProperty {
  /// True if a change is seen as something that moves. The ends of a stroke show how far something
  /// is, unless they run for ever, and a line that swells for ever grows.
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
