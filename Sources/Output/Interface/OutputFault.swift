public import Images
public import System

/// The reason why a frame is not shown.
public enum OutputFault: Error, Equatable, Sendable {
  case png(ImageFileError)
  case file(SystemError)
  case display(SystemError)
  /// The display has not reported that it is shown.
  case noFlip

  /// True if the reason is the same; a frame's path may differ.
  func isLike(_ other: OutputFault) -> Bool {
    if case .png(.notWritten(let a)) = self, case .png(.notWritten(let b)) = other {
      return a.operation == b.operation && a.code == b.code
    }
    return self == other
  }

  /// One line.
  public var description: String {
    switch self {
    case .png(let error): error.description
    case .file(let error): error.description
    case .display(let error): error.description
    case .noFlip:
      "the display does not report that it is shown; later frames are tried, see the kernel's log"
    }
  }
}
