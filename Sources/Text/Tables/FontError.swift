public import System

/// The reason why a font cannot be used.
public enum FontError: WrappingError, Equatable, Sendable {
  case notRead(ReadFileError)
  /// The file is no TrueType or OpenType font, or is broken; `reason` continues "because it".
  case unusable(path: String, reason: String)
  /// The file has `count` faces only.
  case noSuchFace(path: String, index: Int, count: Int)

  public init(_ cause: ReadFileError) { self = .notRead(cause) }

  /// One line: the failed action, the file, the reason, and a suggestion.
  public var description: String {
    switch self {
    case .notRead(let error): error.description
    case .unusable(let path, let reason):
      "cannot use the font '" + path + "': it " + reason
    case .noSuchFace(let path, let index, let count):
      "cannot use face \(index) of the font '" + path + "': it has \(count), counted from 0"
    }
  }
}
