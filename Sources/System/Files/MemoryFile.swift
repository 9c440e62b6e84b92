import CLinux

/// A file in memory that cannot be changed any more, to pass to another process.
public enum MemoryFile {
  /// Makes a file that holds the bytes, sealed against writing and resizing and rewound to its
  /// beginning.
  /// - Parameter name: the name that `/proc` shows.
  public static func sealed(
    name: String, bytes: Span<UInt8>
  ) throws(SystemError) -> FileDescriptor {
    let file = FileDescriptor(owning: try Syscalls.createMemoryFile(named: name))
    try file.writeAll(bytes)
    try Syscalls.seal(file.rawValue)
    try file.seek(to: 0)
    return file
  }
}
