import Foundation
import Images

/// The frames that a daemon left in the directory of `--output=png:DIR`.
struct FrameFolder {
  struct Frame: Equatable {
    var path: String
    /// The time of its presentation, in microseconds from the first frame.
    var time: Int64
  }

  /// In the order of presentation.
  let frames: [Frame]

  /// - Parameter interval: microseconds between two frames; nil takes the files' times.
  init(path: String, interval: Int64?) throws(ClientError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw ClientError(
        .noInput, "cannot read the directory \(path): \(error.localizedDescription)")
    }
    let numbered = names.compactMap { name in Self.number(of: name).map { ($0, name) } }
      .sorted { $0.0 < $1.0 }
    guard !numbered.isEmpty else {
      throw ClientError(
        .noInput, "\(path) holds no frames",
        hint: "a directory that firstlightd wrote with --output=png:\(path)")
    }
    var frames: [Frame] = []
    var start: Int64?
    for (index, entry) in numbered.enumerated() {
      let file = path + "/" + entry.1
      let time: Int64
      if let interval {
        time = Int64(index) * interval
      } else {
        time = try Self.modificationTime(of: file)
      }
      let first = start ?? time
      start = first
      // The times of files that were touched since must not make time run back.
      frames.append(Frame(path: file, time: max(time - first, frames.last?.time ?? 0)))
    }
    self.frames = frames
  }

  /// `frame-000042.png` is number 42.
  static func number(of name: String) -> Int? {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png") else { return nil }
    let digits = name.dropFirst(6).dropLast(4)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }

  private static func modificationTime(of path: String) throws(ClientError) -> Int64 {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw ClientError(.noInput, "cannot read \(path): \(reason)")
    }
    // Some file systems have invalid times.
    let seconds = min(max(Int64(status.st_mtim.tv_sec), 0), 1 << 40)
    return seconds * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
  }
}
