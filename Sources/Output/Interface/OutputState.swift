/// The state of an output.
public enum OutputState: Equatable, Sendable {
  case enabled
  /// The last frame could not be shown. Further frames are drawn and tried.
  case failing(OutputFault)
  /// Another program has the screen for now.
  case suspended

  /// True if the output failed already, and for the same reason.
  func isFailing(like fault: OutputFault) -> Bool {
    guard case .failing(let last) = self else { return false }
    return last.isLike(fault)
  }
}
