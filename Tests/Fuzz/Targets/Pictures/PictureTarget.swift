import Geometry
import Images
import JSON
import Raster
import Scene
import Stage
import System
import Wire

@testable import Server

/// The message that gives a control a picture: any parameters, with descriptors of files in memory
/// that are mostly PNG files. Each reply can be read, and the layers show what a full repaint
/// shows.
enum PictureTarget {
  private static let scene = """
    {"layers": [
      {"kind": "image", "name": "a", "frame": [0, 0, 20, 16], "transition": {"type": "fade"}},
      {"kind": "image", "name": "b", "frame": [8, 4, 20, 16], "gravity": "resizeAspectFill",
        "contentsRect": [0.25, 0, 0.5, 1], "opacity": 0.5}],
     "controls": {"a": {"kind": "image", "drives": "a"}, "b": {"kind": "image", "drives": "b"}}}
    """

  private static let limits = Limits(pictureBytes: 4096, picturePixels: 4096)

  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let harness: Harness
    let peer: Peer
    do {
      harness = try Harness(
        limits: limits, text: Self.scene, size: PixelSize(width: 32, height: 24))
      peer = try harness.connect()
    } catch {
      throw Finding("the daemon does not start: \(error)")
    }
    // The daemon's own output takes the damage of its stage; another stage gets the same pictures.
    guard
      let scene = try? SceneLoader.load(bytes: Array(Self.scene.utf8), name: "s", directory: nil)
    else { throw Finding("the scene cannot be read") }
    let stage = Stage(scene: scene, size: PixelSize(width: 32, height: 24), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    for index in 0..<2 {
      let call = DisplayInterface.Method.setImage.call(parameters(&source))
      let file = picture(&source)
      let reply = try send(call, file, copies: source.pick([1, 1, 1, 1, 0, 2]), peer, harness)
      if let reply, reply.error == nil { try show(file, by: call, on: stage) }
      for time in [0.05, 0.1, 1] {
        stage.draw(stage.advance(to: Double(index * 2) + time), into: screen.surface)
        try SceneTarget.requireWhole(screen, stage)
      }
    }
  }

  /// - Parameter copies: of the file's descriptor.
  /// - Returns: nil if the daemon has closed the connection.
  private static func send(
    _ call: Call, _ file: [UInt8], copies: Int, _ peer: Peer, _ harness: Harness
  ) throws(Finding) -> Reply? {
    let replies: [Reply]
    do {
      let memory = try MemoryFile.sealed(name: "fuzz", bytes: file.span)
      try peer.send(
        call.encoded(), descriptors: [Int32](repeating: memory.rawValue, count: copies))
      try harness.settle()
      replies = try peer.replies()
    } catch {
      throw Finding("the message or its reply cannot be passed on: \(error)")
    }
    try require(replies.count == 1 || peer.isClosed, "\(replies.count) replies to one call")
    return replies.first
  }

  private static func show(_ file: [UInt8], by call: Call, on stage: Stage) throws(Finding) {
    let read = ImageFileLimits(pixelCount: limits.picturePixels, byteCount: limits.pictureBytes)
    do {
      let image = try PNGDecoder.decode(file, limits: read)
      try stage.setImage(call.parameters["control"]?.stringValue, to: image)
    } catch {
      throw Finding("the daemon takes a picture that cannot be read: \(error)")
    }
  }

  private static func parameters(_ source: inout ByteSource) -> JSONObject {
    var parameters: JSONObject = [:]
    if !source.isOnce(in: 16) {
      parameters["fileDescriptor"] = source.pick([0, 0, 0, 0, 1, -1, "0", .integer(.max), .null])
    }
    switch source.choice(6) {
    case 0: break
    case 1: parameters["control"] = source.pick(["c", "", 3, .null, []])
    default: parameters["control"] = source.pick(["a", "b"])
    }
    if source.isOnce(in: 4) {
      let text = String(decoding: source.take(source.choice(16)), as: UTF8.self)
      parameters["text"] = .string(String(repeating: text, count: source.pick([1, 1, 2000])))
    }
    return parameters
  }

  /// A PNG file of pixels from the bytes, some of them with changed bytes behind right checksums.
  private static func picture(_ source: inout ByteSource) -> [UInt8] {
    let size = PixelSize(width: source.choice(70) + 1, height: source.choice(70) + 1)
    let color = UInt32(truncatingIfNeeded: source.bits(4))
    let alpha = color >> 24
    // Premultiplied: no component is above alpha.
    let pixel = alpha << 24 | min(color >> 16 & 255, alpha) << 16 | min(color & 255, alpha)
    guard
      var file = try? PNGEncoder().encode(
        [UInt32](repeating: pixel, count: size.width * size.height), size: size)
    else { return [] }
    for _ in 0..<source.choice(4) where file.count > 40 {
      file[source.choice(file.count)] = source.byte()
    }
    if source.isOnce(in: 8) { file.removeLast(source.choice(file.count)) }
    return source.isOnce(in: 4) ? file : PNGTarget.withChecksums(file)
  }
}
