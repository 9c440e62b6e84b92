import CLinux

/// Writes a file so that a reader sees either the old or the new content, whole.
///
/// The bytes are written to a hidden temporary file in the same directory, which is then renamed.
/// After a failure the temporary file is removed and the old file is unchanged.
/// - Parameters:
///   - mode: the new file's permission bits, less the umask.
///   - isDurable: true to wait for the disk: after a power cut there is then the old or the new
///     content, and otherwise the file may be empty.
public func writeFileAtomically(
  path: String, bytes: Span<UInt8>, mode: UInt32 = 0o644, isDurable: Bool = false
) throws(SystemError) {
  let temporary = temporaryPath(beside: path)
  let descriptor = try createReplacingLeftover(temporary, path: path, mode: mode)
  do throws(SystemError) {
    do throws(SystemError) {
      try descriptor.writeAll(bytes)
      if isDurable { try Syscalls.synchronize(descriptor.rawValue) }
      try descriptor.close()
    } catch {
      throw SystemError(error.operation, path: path, code: error.code)
    }
    try Syscalls.rename(temporary, to: path)
  } catch {
    removeIgnoringErrors(temporary)
    throw error
  }
  if isDurable { try synchronizeDirectory(of: path) }
}

/// Writes a file so that a reader sees either the old or the new content, whole.
public func writeFileAtomically(
  path: String, bytes: [UInt8], mode: UInt32 = 0o644, isDurable: Bool = false
) throws(SystemError) {
  try writeFileAtomically(path: path, bytes: bytes.span, mode: mode, isDurable: isDurable)
}

/// Waits until a file's new name is on the disk.
private func synchronizeDirectory(of path: String) throws(SystemError) {
  let (directory, _) = splitPath(path)
  let descriptor = try FileDescriptor.open(
    directory.isEmpty ? "." : directory, [.read, .directory])
  try Syscalls.synchronize(descriptor.rawValue)
}

/// A hidden name in the path's directory that no other thread of the system uses.
func temporaryPath(beside path: String) -> String {
  let (directory, name) = splitPath(path)
  return directory + "." + name + ".\(ProcessEnvironment.threadIdentifier).tmp"
}

/// The directory with its final slash, empty for none, and the last component.
func splitPath(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
  return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
}

/// Creates the temporary file. A leftover of a killed process that had the same number is removed.
private func createReplacingLeftover(
  _ temporary: String, path: String, mode: UInt32
) throws(SystemError) -> FileDescriptor {
  do throws(SystemError) {
    return try FileDescriptor.open(temporary, [.write, .createNew], mode: mode)
  } catch {
    guard error.code == EEXIST else {
      throw SystemError(.open, path: path, code: error.code)
    }
  }
  try Syscalls.unlink(temporary)
  return try FileDescriptor.open(temporary, [.write, .createNew], mode: mode)
}

/// Removes a file that does no harm if it stays.
func removeIgnoringErrors(_ path: String) {
  _ = unsafe path.withCString { unsafe firstlight_unlink($0) }
}
