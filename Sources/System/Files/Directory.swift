import CLinux

/// Creates a directory and the missing ones above it.
/// - Parameter mode: the permission bits of new directories, less the umask.
/// - Throws: `ENOTDIR` if there is something else at the path.
public func createDirectory(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
  if let status = try statusUnlessBelowFile(path) {
    guard status.kind == .directory else {
      throw SystemError(.makeDirectory, path: path, code: ENOTDIR)
    }
    return
  }
  let parent = parentDirectory(of: path)
  if parent != path { try createDirectory(parent, mode: mode) }
  do throws(SystemError) {
    try Syscalls.makeDirectory(path, mode: mode)
  } catch {
    // Another process may have been faster.
    guard error.code == EEXIST, try FileStatus.of(path)?.kind == .directory else { throw error }
  }
}

/// Nil also if a part of the path is not a directory; the search upwards then reports it.
private func statusUnlessBelowFile(_ path: String) throws(SystemError) -> FileStatus? {
  do throws(SystemError) {
    return try FileStatus.of(path)
  } catch {
    if error.code == ENOTDIR { return nil }
    throw error
  }
}

/// The directory that holds the path's last component: "." for a bare name, "/" at the top.
public func parentDirectory(of path: String) -> String {
  var end = path.utf8.endIndex
  let slash = UInt8(ascii: "/")
  func dropSlashes() {
    while end > path.utf8.startIndex {
      let last = path.utf8.index(before: end)
      guard path.utf8[last] == slash else { return }
      end = last
    }
  }
  dropSlashes()
  while end > path.utf8.startIndex {
    let last = path.utf8.index(before: end)
    if path.utf8[last] == slash { break }
    end = last
  }
  guard end > path.utf8.startIndex else { return path.utf8.first == slash ? "/" : "." }
  dropSlashes()
  return end == path.utf8.startIndex ? "/" : String(path[..<end])
}

/// The entries of a directory, or of a folder in an archive, without `.` and `..`, sorted by the
/// names' bytes.
public func listEntries(_ path: String) throws(SystemError) -> [DirectoryEntry] {
  var entries: [DirectoryEntry]
  do throws(SystemError) {
    entries = try Syscalls.listDirectory(path)
  } catch {
    guard error.code == ENOTDIR, let place = Archive.split(path),
      let file = try? PlainFile(path: place.archive, limit: .max),
      let list = try LastArchive.shared.list(
        of: file.descriptor.rawValue, try Syscalls.status(of: file.descriptor.rawValue),
        path: place.archive)
    else { throw error }
    entries = Archive.entries(of: list, in: place.name)
  }
  entries.removeAll { $0.name == "." || $0.name == ".." }
  entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  return entries
}

/// The names in a directory, sorted by their bytes, without `.` and `..`.
public func listDirectory(_ path: String) throws(SystemError) -> [String] {
  try listEntries(path).map { $0.name }
}
