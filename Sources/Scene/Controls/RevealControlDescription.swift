public import Animation

/// A control that shows a progress on a loader ring until the ring becomes a mask and grows, and
/// what was loaded comes to sight through it.
public struct RevealControlDescription {
  /// What the ring and all else that is driven shows before.
  public var progress: ProgressControlDescription
  /// Seconds that the growth takes.
  public var duration: Double
  public var timingFunction: MediaTimingFunction
  /// Places in the order of the file.
  var content: Int
  var loader: Int?
  var background: Int?
}
