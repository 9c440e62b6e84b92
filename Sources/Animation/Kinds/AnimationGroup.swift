/// Animations that run in the time of a group.
///
/// The group's time in a run, paced by its timing function, is the parent time of its animations:
/// they are cut off at the group's duration and not stretched to it. An animation with a duration
/// of 0 takes the group's. They are applied in order, and their settings for removal are ignored.
public struct AnimationGroup: Equatable, Sendable {
  public var animations: [Animation]
  public var timing: MediaTiming
  /// The timing function of every run; nil means the transaction's function, or linear.
  public var timingFunction: MediaTimingFunction?
  public var isRemovedOnCompletion = true

  /// A duration of 0 means the duration of the transaction that adds the group.
  public init(
    _ animations: [Animation], timing: MediaTiming = MediaTiming(),
    timingFunction: MediaTimingFunction? = nil
  ) {
    self.animations = animations
    self.timing = timing
    self.timingFunction = timingFunction
  }

  func forEachChange(
    at position: MediaTiming.Position,
    _ body: (AnimationKeyPath, (AnimatableValue) -> AnimatableValue) -> Void
  ) {
    forEachShown(at: position) { $0.forEachChange(at: $1, body) }
  }

  /// Movement in an endless group is endless, too.
  func forEachCalmChange(
    at position: MediaTiming.Position,
    _ body: (AnimationKeyPath, (AnimatableValue) -> AnimatableValue) -> Void
  ) {
    let isForEver = timing.activeEnd == nil
    forEachShown(at: position) { animation, position in
      if isForEver && animation.isCalm { return }
      animation.forEachCalmChange(at: position, body)
    }
  }

  /// Calls a function with the animations that are visible at a moment of the group's timing, each
  /// with its own moment.
  private func forEachShown(
    at position: MediaTiming.Position, _ body: (Animation, MediaTiming.Position) -> Void
  ) {
    let duration = timing.duration
    var time = position.time
    var rounding = position.rounding
    if let timingFunction, duration.isFinite, duration > 0 {
      time = timingFunction.value(at: position.fraction) * duration
      let next = timingFunction.value(at: position.fraction + rounding / duration) * duration
      rounding = max(rounding, abs(next - time))
    }
    for animation in animations {
      if animation.timing.duration <= 0 {
        var filled = animation
        filled.timing.duration = duration
        show(filled, at: time, rounding: rounding, body)
      } else {
        show(animation, at: time, rounding: rounding, body)
      }
    }
  }

  private func show(
    _ animation: Animation, at time: Double, rounding: Double,
    _ body: (Animation, MediaTiming.Position) -> Void
  ) {
    let position = animation.timing.position(atParentTime: time, rounding: rounding)
    func isEnd(_ time: Double) -> Bool { abs(time - timing.duration) <= rounding }
    // An animation that ends together with the group shows its end as long as the group shows its
    // own.
    guard position.isVisible || isEnd(time) && isEnd(animation.timing.activeEnd ?? .infinity)
    else { return }
    body(animation, position)
  }
}
