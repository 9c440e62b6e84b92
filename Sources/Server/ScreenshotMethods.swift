import Geometry
import Images
import JSON
import System
import Wire

/// What takes pictures.
enum ScreenshotMethods {
  static func screenshot(_ request: Request, _ display: Display) throws(CallError) -> Outcome {
    try request.parameters.allow("inline")
    let isInline = try request.parameters.nullableBool("inline") ?? false
    let file: [UInt8]
    do throws(PNGError) {
      file = try display.picture()
    } catch {
      throw .systemFailed("encode a picture", reason: error.description)
    }
    var reply = JSONObject()
    reply["width"] = .integer(Int64(display.size.width))
    reply["height"] = .integer(Int64(display.size.height))
    reply["size"] = .integer(Int64(file.count))
    if isInline {
      reply["data"] = .string(Base64.encode(file.span))
      return .reply(reply)
    }
    reply["fileDescriptor"] = 0
    do throws(SystemError) {
      let descriptor = try MemoryFile.sealed(name: "firstlight-screenshot", bytes: file.span)
      return .replyWithDescriptor(reply, descriptor)
    } catch {
      throw .systemFailed(error.operation.verb, reason: error.reason)
    }
  }
}
