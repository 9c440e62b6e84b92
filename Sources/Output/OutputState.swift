public import Images
import System

/// Whether an output shows what it is given.
public enum OutputState: Equatable, Sendable {
  case enabled
  /// The last frame could not be shown. Frames are drawn on and tried.
  case failing(PNGError)

  /// Whether the output failed already, and for the same reason; the frame's path may differ.
  func isFailing(like error: PNGError) -> Bool {
    guard case .failing(let last) = self else { return false }
    if case .notWritten(let a) = last, case .notWritten(let b) = error {
      return a.operation == b.operation && a.code == b.code
    }
    return last == error
  }
}
