public import Animation

/// A control that shows a progress on a loader ring until the ring becomes a mask and grows, and
/// the content that was loaded appears through it.
public struct RevealControlDescription {
  /// The progress that the ring and all driven layers show before the reveal.
  public var progress: ProgressControlDescription
  /// The duration of the growth in seconds.
  public var duration: Double
  public var timingFunction: MediaTimingFunction
  /// Indices in the order of the file.
  var content: Int
  var loader: Int?
  var background: Int?
}
