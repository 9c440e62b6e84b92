import CLinux

/// Why a file was not read.
public enum ReadFileError: Error, Equatable, Sendable {
  case system(SystemError)
  /// The file is larger than the reader allows; sizes in bytes.
  case tooLarge(path: String, size: Int, limit: Int)
  /// Something other than a plain file stands at the path.
  case notAFile(path: String, kind: FileKind)

  /// Evaluates what makes system calls.
  static func wrapping<Result: ~Copyable>(
    _ result: @autoclosure () throws(SystemError) -> Result
  ) throws(ReadFileError) -> Result {
    do throws(SystemError) {
      return try result()
    } catch {
      throw .system(error)
    }
  }

  /// One line: what failed, on what, why, and what to try.
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
/// The size is compared with the limit before memory is taken. A FIFO or device is refused
/// without waiting for its other end. A file that grows meanwhile is read up to its first size.
/// - Parameter limit: the most bytes to accept.
public func readFile(atPath path: String, limit: Int) throws(ReadFileError) -> [UInt8] {
  let file = try ReadFileError.wrapping(try FileDescriptor.open(path, [.read, .nonBlocking]))
  let status = try ReadFileError.wrapping(try Syscalls.status(of: file.rawValue, path: path))
  guard status.kind == .regular else { throw .notAFile(path: path, kind: status.kind) }
  guard status.size <= limit else {
    throw .tooLarge(path: path, size: status.size, limit: limit)
  }
  return try ReadFileError.wrapping(
    try readContents(of: file, size: status.size, path: path))
}

/// Reads `size` bytes, or fewer where the file ends before.
private func readContents(
  of file: borrowing FileDescriptor, size: Int, path: String
) throws(SystemError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: size)
  var count = 0
  while count < size {
    do throws(SystemError) {
      guard let read = try file.read(into: &bytes, count..<size) else {
        throw SystemError(.read, code: EAGAIN)
      }
      if read == 0 { break }
      count += read
    } catch {
      throw SystemError(error.operation, path: path, code: error.code)
    }
  }
  bytes.removeLast(size - count)
  return bytes
}
