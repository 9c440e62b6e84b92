/// Notices changes of a path.
public struct PathWatch: ~Copyable {
  /// Readable after a change. It does not block.
  public let descriptor: FileDescriptor

  /// Notices when an entry of a directory gets another owner or mode, as a device does after it
  /// appears.
  public init(modesIn directory: String) throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.watchModes(in: directory))
  }

  /// Notices when a file loses one of its names, or gets another owner or mode.
  public init(namesOf path: String) throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.watchNames(of: path))
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
