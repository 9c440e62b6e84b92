/// True if an output shows what it is given.
public enum OutputState: Equatable, Sendable {
  case enabled
  /// The last frame could not be shown. Frames are drawn on and tried.
  case failing(OutputFault)
  /// The screen is somebody else's for now.
  case suspended

  /// True if the output failed already, and for the same reason.
  func isFailing(like fault: OutputFault) -> Bool {
    guard case .failing(let last) = self else { return false }
    return last.isLike(fault)
  }
}
