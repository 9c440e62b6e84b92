/// The reason why a file was not read.
public enum ReadFileError: WrappingError, Equatable, Sendable {
  case system(SystemError)
  /// The file is larger than the reader allows; sizes in bytes.
  case tooLarge(path: String, size: Int, limit: Int)
  /// The file at the path is not a plain file.
  case notAFile(path: String, kind: FileKind)

  public init(_ cause: SystemError) { self = .system(cause) }

  /// One line: the failed action, the file, the reason, and a suggestion.
  public var description: String {
    switch self {
    case .system(let error): error.description
    case .tooLarge(let path, let size, let limit):
      "cannot read '" + path + "': it has \(size) bytes, and \(limit) are allowed"
    case .notAFile(let path, let kind):
      "cannot read '" + path + "': it is " + kind.description + "; name a plain file"
    }
  }
}

/// Reads a plain file whole.
///
/// The size is compared with the limit before memory is allocated. A FIFO or device is refused
/// without waiting for its other end. A file that grows meanwhile is read up to its first size.
/// - Parameter limit: the most bytes to accept.
public func readFile(atPath path: String, limit: Int) throws(ReadFileError) -> [UInt8] {
  let file = try PlainFile(path: path, limit: limit)
  return try file.bytes(at: 0, count: file.count)
}
