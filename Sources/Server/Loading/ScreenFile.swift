import Geometry
import Images
import JSON
import Raster
import System
import Wire

/// A picture of a screen, which another thread may encode.
final class ScreenPixels {
  private(set) var buffer: PixelBuffer
  /// True if the file is a part of the reply.
  let isInline: Bool

  init(size: PixelSize, format: PixelFormat, isInline: Bool) {
    buffer = PixelBuffer(size: size, format: format)
    self.isInline = isInline
  }

  /// Gives the memory back, which takes a third of a second for a gigabyte: the thread does it, and
  /// not the loop.
  func free() {
    buffer = PixelBuffer(size: PixelSize(width: 0, height: 0), format: buffer.format)
  }
}

/// A picture of a screen as a PNG file for a client.
final class ScreenFile {
  private let size: PixelSize
  private let byteCount: Int
  private let content: Content

  private enum Content {
    /// In Base64.
    case text(String)
    case file(SceneLoad.FileSlot)
  }

  /// - Parameter isInline: true for a text instead of a descriptor.
  init(_ bytes: [UInt8], size: PixelSize, isInline: Bool, limits: Limits) throws(CallError) {
    self.size = size
    byteCount = bytes.count
    if isInline {
      guard bytes.count <= limits.inlineBytes else {
        throw .limitExceeded("inlineBytes", maximum: limits.inlineBytes)
      }
      content = .text(Base64.encode(bytes.span))
      return
    }
    do throws(SystemError) {
      let file = try MemoryFile.sealed(name: "firstlight-screenshot", bytes: bytes.span)
      content = .file(SceneLoad.FileSlot(own: file))
    } catch {
      throw .systemFailed(error.operation.verb, reason: error.reason)
    }
  }

  /// Encodes a picture.
  convenience init(_ pixels: ScreenPixels, limits: Limits) throws(CallError) {
    let bytes = try Self.encoded { () throws(ImageFileError) in
      try PNGEncoder().encode(pixels.buffer.surface)
    }
    try self.init(bytes, size: pixels.buffer.size, isInline: pixels.isInline, limits: limits)
  }

  /// A picture's file.
  static func encoded(
    _ body: () throws(ImageFileError) -> [UInt8]
  ) throws(CallError) -> [UInt8] {
    do throws(ImageFileError) {
      return try body()
    } catch {
      throw .systemFailed("encode a picture", reason: error.description)
    }
  }

  /// The descriptor that goes with the reply; nil for a text.
  var slot: SceneLoad.FileSlot? { if case .file(let slot) = content { slot } else { nil } }

  /// The reply's parameters.
  var parameters: JSONObject {
    var reply = JSONObject()
    reply["width"] = .integer(Int64(size.width))
    reply["height"] = .integer(Int64(size.height))
    reply["size"] = .integer(Int64(byteCount))
    switch content {
    case .text(let text): reply["data"] = .string(text)
    case .file: reply["fileDescriptor"] = 0
    }
    return reply
  }
}
