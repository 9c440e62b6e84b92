import Foundation
import System

/// Checks five times a second whether a file was saved. Editors that replace the file are noticed
/// like those that write into it.
struct FileWatch {
  private static let interval = 0.2
  private let path: String

  init(_ path: String) { self.path = path }

  /// Calls a function now, and again whenever the file was saved and no longer changes, until a
  /// signal ends the program. If the file is missing for a moment, the function waits for it.
  func follow(_ body: (_ isFirst: Bool) throws(ClientError) -> Void) throws(ClientError) {
    let signals = try EventStream.catchSignals()
    var loaded = FileStamp(path)
    guard loaded != nil else {
      throw ClientError(.noInput, "cannot read \(path): there is no such file")
    }
    try body(true)
    var last = loaded
    while true {
      let ready = Poll.wait(reading: [signals.descriptor.rawValue], timeout: Self.interval)
      if ready[0] { return }
      let now = FileStamp(path)
      defer { last = now }
      guard let now, now == last, now != loaded else { continue }
      loaded = now
      try body(false)
    }
  }
}

/// The attributes of a file that change when it is saved.
struct FileStamp: Equatable {
  private let device: UInt
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil for a file that is not there.
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
