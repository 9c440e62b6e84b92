public import Geometry

/// An animation of one key path through several values, or along a path.
///
/// Key times are used if their number is right, they begin with 0, end with 1 and do not decrease;
/// otherwise the keyframes are evenly spaced. Each value needs a key time, and the discrete mode
/// needs one more, for the end of the last value. The timing functions are those of the intervals,
/// in order; an interval without one is linear.
///
/// A path replaces the values. Each of its lines, curves and arcs takes an interval, so there is
/// one key time more than segments. A jump leads to a new subpath. In the linear and cubic modes
/// the position on a curve is given by its parameter, in the paced ones by its length. The discrete
/// mode shows each segment's start, and the path's end at the end. Cubic modes do not smooth a
/// path.
///
/// A timing function that overshoots, of the whole or of an interval, goes beyond the values: the
/// first and the last interval are extended linearly.
public struct KeyframeAnimation: Equatable, Sendable {
  public let keyPath: AnimationKeyPath
  public let values: [AnimatableValue]
  public let path: Path?
  public let keyTimes: [Double]
  public let timingFunctions: [MediaTimingFunction]
  public let calculationMode: CalculationMode
  /// Turns the layer with the path, in addition to the rotation of its transform.
  public let rotationMode: RotationMode?
  /// Shapes the curve of the cubic modes.
  public let spline: SplineShape
  /// Adds to the current value, instead of replacing it.
  public var isAdditive = false {
    didSet { if isAdditive != oldValue { track = makeTrack() } }
  }
  /// Starts each cycle where the last one ended.
  public var isCumulative = false
  public var timing: MediaTiming
  /// The timing function of every run as a whole; nil means the transaction's function, or linear.
  public var timingFunction: MediaTimingFunction?
  public var isRemovedOnCompletion = true

  private var track: KeyframeTrack

  /// A duration of 0 means the duration of the transaction that adds the animation.
  public init(
    keyPath: AnimationKeyPath, values: [AnimatableValue] = [], path: Path? = nil,
    keyTimes: [Double] = [], timingFunctions: [MediaTimingFunction] = [],
    calculationMode: CalculationMode = .linear, rotationMode: RotationMode? = nil,
    spline: SplineShape = SplineShape(), timing: MediaTiming = MediaTiming(),
    timingFunction: MediaTimingFunction? = nil
  ) {
    self.keyPath = keyPath
    self.values = values
    self.path = path
    self.keyTimes = keyTimes
    self.timingFunctions = timingFunctions
    self.calculationMode = calculationMode
    self.rotationMode = rotationMode
    self.spline = spline
    self.timing = timing
    self.timingFunction = timingFunction
    track = KeyframeTrack(
      values: values, path: path, keyTimes: keyTimes, timingFunctions: timingFunctions,
      mode: calculationMode, spline: spline, areDifferences: false)
  }

  private func makeTrack() -> KeyframeTrack {
    KeyframeTrack(
      values: values, path: path, keyTimes: keyTimes, timingFunctions: timingFunctions,
      mode: calculationMode, spline: spline, areDifferences: isAdditive)
  }

  /// True if key times are valid for a number of intervals: one more than that, from 0 to 1, not
  /// decreasing.
  public static func isValid(keyTimes: [Double], intervalCount: Int) -> Bool {
    guard keyTimes.count == intervalCount + 1, keyTimes.first == 0, keyTimes.last == 1 else {
      return false
    }
    for index in 1..<keyTimes.count where !(keyTimes[index - 1] <= keyTimes[index]) {
      return false
    }
    return true
  }

  /// The value at a moment of the animation's timing, where `current` is the value without it.
  public func value(at position: MediaTiming.Position, current: AnimatableValue) -> AnimatableValue
  {
    guard var value = track.value(at: moment(at: position)) else { return current }
    if isCumulative, position.iteration > 0,
      let end = track.value(at: KeyframeTrack.Moment(timing.autoreverses ? 0 : 1))
    {
      value = value.adding(end, times: Double(position.iteration))
    }
    return isAdditive ? current.adding(value) : value
  }

  /// The angle by which the layer is turned, in radians clockwise; nil if it does not turn.
  public func rotation(at position: MediaTiming.Position) -> Double? {
    guard let rotationMode, let angle = track.angle(at: moment(at: position)) else {
      return nil
    }
    return rotationMode == .auto ? angle : angle + .pi
  }

  /// True if the animation changes the layer's transform, too.
  var turnsLayer: Bool { rotationMode != nil && path != nil }

  func forEachChange(
    at position: MediaTiming.Position,
    _ body: (AnimationKeyPath, (AnimatableValue) -> AnimatableValue) -> Void
  ) {
    body(keyPath) { value(at: position, current: $0) }
    guard let angle = rotation(at: position),
      let rotation = AnimationKeyPath(.transform, .rotation)
    else { return }
    body(rotation) { $0.adding(.scalar(angle)) }
  }

  private func moment(at position: MediaTiming.Position) -> KeyframeTrack.Moment {
    func bent(_ fraction: Double) -> Double {
      timingFunction?.value(at: fraction) ?? min(fraction, 1)
    }
    let fraction = bent(position.fraction)
    let slack = timing.duration > 0 ? position.rounding / timing.duration : 0
    return KeyframeTrack.Moment(
      fraction, reaching: max(fraction, bent(position.fraction + slack)))
  }

  /// The track follows from the other properties.
  public static func == (a: KeyframeAnimation, b: KeyframeAnimation) -> Bool {
    a.keyPath == b.keyPath && a.values == b.values && a.path == b.path
      && a.keyTimes == b.keyTimes && a.timingFunctions == b.timingFunctions
      && a.calculationMode == b.calculationMode && a.rotationMode == b.rotationMode
      && a.spline == b.spline && a.isAdditive == b.isAdditive
      && a.isCumulative == b.isCumulative && a.timing == b.timing
      && a.timingFunction == b.timingFunction
      && a.isRemovedOnCompletion == b.isRemovedOnCompletion
  }
}
