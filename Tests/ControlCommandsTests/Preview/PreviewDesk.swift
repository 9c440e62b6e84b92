import Foundation
import Geometry
import Raster

@testable import ControlCommands

/// A session of a preview of 64×36 pixels, whose scene is in a file of its own.
final class PreviewDesk {
  static let size = PixelSize(width: 64, height: 36)

  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonc")
  let session: PreviewSession

  init(_ text: String) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
    session = PreviewSession(path: file.path, size: Self.size, scale: 1, requests: [], now: 0)
  }

  deinit { try? FileManager.default.removeItem(at: file) }

  /// All pixels at the present time.
  var pixels: [UInt8]? { session.picture(after: -1, now: 0)?.pixels }

  func seek(_ time: Int64) throws { try session.perform(.seek(time), now: 0) }

  /// Shows another text of the scene, as an editor saves it.
  func save(_ text: String) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
    session.refresh()
  }
}
