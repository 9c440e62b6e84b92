public import Geometry
public import Images
public import System

/// Why an output cannot be had, or a frame not be shown.
public enum OutputError: Error, Equatable, Sendable {
  /// The limit is in pixels a side.
  case invalidSize(PixelSize, limit: Int)
  case invalidScale(Double)
  /// The directory for frames cannot be created.
  case noDirectory(SystemError)
  /// The output stays usable. A repetition failed for the same reason as the frame before: once
  /// is enough to say it.
  case frameNotShown(frame: Int, PNGError, isRepetition: Bool)

  /// Whether the same was reported for the frame before.
  public var isRepetition: Bool {
    if case .frameNotShown(_, _, isRepetition: true) = self { return true }
    return false
  }

  /// One line: what failed, on what, and what to try.
  public var description: String {
    switch self {
    case .invalidSize(let size, let limit):
      "the output cannot have \(size.width)×\(size.height) pixels: each side has 1 to \(limit); "
        + "choose another --size"
    case .invalidScale(let scale):
      "the output cannot have \(scale) pixels a point; choose another --scale"
    case .noDirectory(let error):
      "no place for frames: " + error.description
    case .frameNotShown(let frame, let error, _):
      "frame \(frame) is not shown: " + error.description
    }
  }
}
