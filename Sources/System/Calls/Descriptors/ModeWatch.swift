/// Notices when an entry of a directory gets another owner or mode, as a device does after it
/// appears.
public struct ModeWatch: ~Copyable {
  /// Readable after a change. It does not block.
  public let descriptor: FileDescriptor

  public init(_ directory: String) throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.watchModes(in: directory))
  }

  /// Reads the changes, so that the descriptor is no longer readable.
  /// - Returns: true if something changed since the last call.
  public borrowing func drain() throws(SystemError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var hasChanged = false
    while let count = try descriptor.read(into: &bytes, 0..<bytes.count), count > 0 {
      hasChanged = true
    }
    return hasChanged
  }
}
