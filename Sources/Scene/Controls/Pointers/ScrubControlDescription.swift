public import Animation

/// A control that moves through animations by hand: the time of their layers stands still, at the
/// point given by the control's value.
public struct ScrubControlDescription {
  /// The first value, 0…1.
  public var value: Double
  /// Seconds of the layers' time at the value 1; nil for the end of the animation that ends last.
  /// Animations that repeat for ever count with one cycle.
  public var duration: Double?
  /// The duration in seconds of the way to an end after the release.
  public var settleDuration: Double
  public var timingFunction: MediaTimingFunction
  /// The spring that replaces the duration and the timing function if the control is released in
  /// motion; its key path, ends and velocity are ignored.
  public var spring: SpringAnimation
  /// The control settles at 1 from values above the threshold, which is greater than 0, and at 0
  /// from values below it.
  public var threshold: Double
  /// True if it rests wherever it is let go, and not only at an end.
  public var restsAnywhere: Bool
  /// Indices in the order of the file.
  var layers: [Int]
  var hitArea: Int?
  /// The movement of a finger from 0 to 1, to the right and down; percentages are of the hit area.
  var travel: [Length]
}
