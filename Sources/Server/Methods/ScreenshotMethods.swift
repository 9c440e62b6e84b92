import Geometry
import Images
import JSON
import Output
import System
import Wire

/// Methods that take pictures.
enum ScreenshotMethods {
  static func screenshot(
    _ request: Request, _ shows: Shows
  ) throws(CallError) -> Outcome {
    try request.parameters.allow("inline")
    let isInline = try request.parameters.nullableBool("inline") ?? false
    // Answers must only be visible on the screen.
    guard shows.prompt == nil else {
      throw .notSupported("pictures while a question is answered")
    }
    let presenter =
      if let name = request.screen { try shows.presenter(onScreen: name) } else {
        shows.main.lead
      }
    let file: [UInt8]
    do throws(ImageFileError) {
      file = try shows.picture(of: presenter)
    } catch {
      throw .systemFailed("encode a picture", reason: error.description)
    }
    var reply = JSONObject()
    reply["width"] = .integer(Int64(presenter.output.size.width))
    reply["height"] = .integer(Int64(presenter.output.size.height))
    reply["size"] = .integer(Int64(file.count))
    if isInline {
      guard file.count <= request.limits.inlineBytes else {
        throw .limitExceeded("inlineBytes", maximum: request.limits.inlineBytes)
      }
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
