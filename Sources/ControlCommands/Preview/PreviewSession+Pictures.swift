import Foundation
import System

/// The files that requests of the page may show.
extension PreviewSession {
  /// The path of a picture in the scene's folder or below, without links in it.
  ///
  /// Other users of the machine reach the page, too: it shows them no file of another folder, and
  /// does not even reveal if one exists. `--set` takes all files.
  /// - Parameter name: relative to the scene's folder, or from the root.
  func picture(named name: String) throws(PreviewError) -> String {
    let folder = parentDirectory(of: path)
    if let folder = Self.withoutLinks(folder),
      let file = Self.withoutLinks(
        name.utf8.first == UInt8(ascii: "/") ? name : folder + "/" + name),
      file.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    {
      return file
    }
    throw PreviewError(
      "the page shows pictures in the folder of the scene or below, and '\(name)' is none there")
  }

  /// Nil if there is no such file.
  private static func withoutLinks(_ path: String) -> String? {
    guard let buffer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer)
  }
}
