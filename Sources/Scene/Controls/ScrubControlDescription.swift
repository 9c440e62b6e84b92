public import Animation

/// A control that moves through animations by hand: their layers' time stands, and is where the
/// control's value says.
public struct ScrubControlDescription {
  /// The first value, 0…1.
  public var value: Double
  /// Seconds of the layers' time at the value 1; nil for the end of the animation that ends last,
  /// of which those that are repeated for ever run once.
  public var duration: Double?
  /// Seconds that the way takes to an end, once let go.
  public var settleDuration: Double
  public var timingFunction: MediaTimingFunction
  /// What takes the place of both where it was let go in motion; what it moves and its velocity are
  /// of no account.
  public var spring: SpringAnimation
  /// The value, above 0, from which it settles at 1, and below at 0.
  public var threshold: Double
  /// True if it rests wherever it is let go, and not at an end.
  public var restsAnywhere: Bool
  /// Places in the order of the file.
  var layers: [Int]
  var hitArea: Int?
  /// The way of a finger from 0 to 1, to the right and down; percentages are of the hit area.
  var travel: [Length]
}
