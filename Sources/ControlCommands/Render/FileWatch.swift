import Foundation
import System

/// Checks five times a second whether a file, or a file that it includes, was saved. Both editors
/// that replace the file and editors that write into it are noticed, and so is a missing part once
/// it exists.
struct FileWatch {
  private static let interval = 0.2
  private let path: String
  private let parts: () -> [String]

  /// - Parameter parts: the paths of the other files that the file is made of at present.
  init(_ path: String, parts: @escaping () -> [String] = { [] }) {
    self.path = path
    self.parts = parts
  }

  /// Calls a function now, and again whenever a file was saved and no file changes any longer,
  /// until a signal ends the program. While the file is missing the function is not called.
  func follow(_ body: (_ isFirst: Bool) throws(ClientError) -> Void) throws(ClientError) {
    let signals = try EventStream.catchSignals()
    // Taken before the list of parts, so that a save in between is noticed.
    let first = FileStamps([path])
    guard first[path] != nil else {
      throw ClientError(
        .noInput, "cannot read \(path): there is no such file", hint: ForeignFile.hint(path))
    }
    var loaded = FileStamps([path] + parts(), known: first)
    try body(true)
    var last = loaded
    while true {
      let ready = Poll.wait(reading: [signals.descriptor.rawValue], timeout: Self.interval)
      if ready[0] { return }
      let now = last.renewed()
      guard now[path] != nil, now == last, now != loaded else {
        last = now
        continue
      }
      loaded = FileStamps([path] + parts(), known: now)
      last = loaded
      try body(false)
    }
  }
}

/// The attributes of several files.
struct FileStamps: Equatable {
  private struct Entry: Equatable {
    var path: String
    var stamp: FileStamp?
  }

  private let entries: [Entry]

  /// - Parameter known: stamps that are reused, and not read again.
  init(_ paths: [String], known: FileStamps? = nil) {
    entries = paths.map { path in
      let entry = known?.entries.first { $0.path == path }
      return entry ?? Entry(path: path, stamp: FileStamp(path))
    }
  }

  /// The stamps of the same files now.
  func renewed() -> FileStamps { FileStamps(entries.map { $0.path }) }

  /// Nil for a missing file, and for a file that is not among these.
  subscript(path: String) -> FileStamp? { entries.first { $0.path == path }?.stamp }
}

/// The attributes of a file that change when it is saved.
struct FileStamp: Equatable {
  private let device: UInt
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil for a missing file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
