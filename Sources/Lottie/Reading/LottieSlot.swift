public import Raster

/// A value that a file leaves open under a name (`slots`), with the one that is taken.
public struct LottieSlot: Equatable {
  public enum Value: Equatable {
    /// The colour of fills and strokes.
    case color(Color)
    case text(String)
    /// Numbers, paths, gradients and pictures.
    case other
  }

  public let name: String
  public internal(set) var value: Value
}

/// A value for a slot.
public struct LottieSlotSetting {
  public let name: String
  /// A colour as `#RRGGBB`, a text, or a number or a list of numbers in JSON.
  public let value: String

  public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}
