/// An animation between two values of one key path.
///
/// The ends follow from the given values: from…to; from…from+by; to−by…to; from…current;
/// current…to; current…current+by; and without any, from the presented value at the time of adding
/// to the current value. *Current* is the value without this animation.
public struct BasicAnimation: Equatable, Sendable {
  public var keyPath: AnimationKeyPath
  public var fromValue: AnimatableValue?
  public var toValue: AnimatableValue?
  public var byValue: AnimatableValue?
  /// Adds to the current value, instead of replacing it. A missing end is then zero.
  public var isAdditive = false
  /// Starts each cycle where the last one ended.
  public var isCumulative = false
  public var timing: MediaTiming
  /// The timing function of every run; nil means the transaction's function, or linear.
  public var timingFunction: MediaTimingFunction?
  public var isRemovedOnCompletion = true

  /// A duration of 0 means the duration of the transaction that adds the animation.
  public init(
    keyPath: AnimationKeyPath, from: AnimatableValue? = nil, to: AnimatableValue? = nil,
    by: AnimatableValue? = nil, timing: MediaTiming = MediaTiming(),
    timingFunction: MediaTimingFunction? = nil
  ) {
    self.keyPath = keyPath
    self.fromValue = from
    self.toValue = to
    self.byValue = by
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// True if it starts from the presented value at the time of adding.
  public var startsFromPresentation: Bool {
    fromValue == nil && toValue == nil && byValue == nil
  }

  /// The value at a moment of the animation's timing, where `current` is the value without it.
  public func value(at position: MediaTiming.Position, current: AnimatableValue) -> AnimatableValue
  {
    value(
      at: position, fraction: timingFunction?.value(at: position.fraction) ?? position.fraction,
      current: current)
  }

  /// The value at a fraction of the way, which may be outside 0…1.
  func value(
    at position: MediaTiming.Position, fraction: Double, current: AnimatableValue
  ) -> AnimatableValue {
    let (start, end) = ends(current: isAdditive ? current.neutral ?? current : current)
    var value = start.interpolated(to: end, at: fraction, areDifferences: isAdditive)
    if isCumulative && position.iteration > 0 {
      value = value.adding(timing.autoreverses ? start : end, times: Double(position.iteration))
    }
    return isAdditive ? current.adding(value) : value
  }

  func starting(
    fromPresented presented: (AnimationKeyPath) -> AnimatableValue?
  ) -> BasicAnimation {
    guard startsFromPresentation else { return self }
    var animation = self
    animation.fromValue = presented(keyPath)
    return animation
  }

  private func ends(current: AnimatableValue) -> (AnimatableValue, AnimatableValue) {
    switch (fromValue, toValue, byValue) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, from.adding(by))
    case (nil, let to?, let by?): (to.adding(by, times: -1), to)
    case (let from?, nil, nil): (from, current)
    case (nil, let to?, nil): (current, to)
    case (nil, nil, let by?): (current, current.adding(by))
    case (nil, nil, nil): (current, current)
    }
  }
}
