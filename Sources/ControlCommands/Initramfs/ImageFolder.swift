import Foundation

/// A temporary folder with files of an image, at their paths in it. It goes with this object.
final class ImageFolder {
  private let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("firstlight-\(UUID().uuidString)")

  /// Makes the folder, for this user alone: others may not be allowed to read the image.
  init() {
    try? FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  /// Writes files. A path that leads out of the image is left out, and a file that is here already
  /// stays: a scene may have it mapped.
  func add(_ paths: some Sequence<String>, of image: InitramfsImage) {
    for path in paths where !path.split(separator: "/").contains("..") {
      guard let entry = image[path], entry.isFile else { continue }
      let file = place.appendingPathComponent(path)
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      try? FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data(entry.content).write(to: file)
    }
  }

  /// The path here of a path in the image.
  func path(_ path: String) -> String { place.appendingPathComponent(path).path }
}
