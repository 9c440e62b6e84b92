import Foundation
import Geometry

@testable import ControlCommands

/// Requests of the preview's page, a line each, while its time goes on. A picture depends only on
/// its requests, its size and its time, unless keys or fingers were used.
enum PreviewTarget {
  private static let path = NSTemporaryDirectory() + "/firstlight-fuzz-\(getpid()).jsonc"
  private static let isWritten = FileManager.default.createFile(
    atPath: path, contents: Data(MessageTarget.scene.utf8))

  static func run(_ bytes: [UInt8]) throws(Finding) {
    try require(isWritten, "\(path) cannot be written")
    let session = PreviewSession(
      path: path, size: PixelSize(width: 32, height: 24), scale: 1, requests: [], now: 0)
    var (now, isHandled) = (Int64(0), false)
    for line in bytes.split(separator: 0x0A).prefix(32) {
      now += Int64(line.count) * 10_000
      guard let action = try? PreviewAction(Array(line)) else { continue }
      switch action {
      // Large ones only take longer.
      case .resize(let size, _) where size.width * size.height > 4096: continue
      case .keys, .pointer, .press, .ask, .hidePrompt: isHandled = true
      default: break
      }
      try? session.perform(action, now: now)
      _ = session.picture(after: session.sequence, now: now)
    }
    _ = (session.state, session.lists)
    let shown = session.picture(after: -1, now: now)
    try require(
      shown.map { $0.pixels.count == session.size.width * session.size.height * 4 } ?? true,
      "a whole picture has \(shown?.pixels.count ?? 0) bytes")
    guard !isHandled else { return }
    session.restart()
    let again = session.picture(after: -1, now: now)
    try require(again?.pixels == shown?.pixels, "a new player shows another picture")
  }
}
