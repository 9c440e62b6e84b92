import Foundation

/// A temporary folder with files of an image, at their paths in it. It goes with this object, and
/// when a signal ends the program.
final class ImageFolder {
  /// More folders in one another hold no file that the daemon would find.
  private static let deepest = 64
  private let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("firstlight-\(UUID().uuidString)")
  private var endings: [(number: Int32, source: any DispatchSourceSignal)] = []
  /// Held while something is written, and for good once a signal ends the program.
  private let writing = NSLock()

  /// Makes the folder, for this user alone: others may not be allowed to read the image.
  init() {
    let place = place
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(number, SIG_IGN)
      // A signal that the caller ignores stays ignored.
      if isIgnoring(former) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [writing] in
        // A file that would be written from now on would be left behind.
        writing.lock()
        try? FileManager.default.removeItem(at: place)
        _ = signal(number, SIG_DFL)
        // Not raise(): this thread blocks all signals.
        kill(getpid(), number)
      }
      source.resume()
      endings.append((number, source))
    }
    writing.lock()
    defer { writing.unlock() }
    try? FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: place)
    for (number, source) in endings {
      source.cancel()
      _ = signal(number, SIG_DFL)
    }
  }

  /// Writes files. A path that leads out of the image is left out, and a file that is here already
  /// stays: a scene may have it mapped.
  func add(_ paths: some Sequence<String>, of image: InitramfsImage) {
    for path in paths {
      let names = path.split(separator: "/")
      guard names.count <= Self.deepest, !names.contains("..") else { continue }
      guard let entry = image[path], entry.isFile else { continue }
      let file = place.appendingPathComponent(path)
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      writing.withLock {
        try? FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(entry.content).write(to: file)
      }
    }
  }

  /// The path here of a path in the image.
  func path(_ path: String) -> String { place.appendingPathComponent(path).path }
}
