import Geometry
import Raster
import System

/// A framebuffer device: one screen with a fixed mode.
final class FramebufferBackend: Backend {
  private let calls: FramebufferCalls
  private let request: DisplayRequest
  private var info: FramebufferInfo
  private var output: FramebufferOutput?

  /// - Throws: `unknownPacking` for a layout of pixels that cannot be drawn.
  init(_ calls: FramebufferCalls, _ request: DisplayRequest) throws(OutputError) {
    self.calls = calls
    self.request = request
    info = try Self.info(calls)
    super.init(name: "fbdev")
    try open()
  }

  private static func info(_ calls: FramebufferCalls) throws(OutputError) -> FramebufferInfo {
    do throws(SystemError) {
      return try calls.info()
    } catch {
      throw .displayLost(error)
    }
  }

  private func open() throws(OutputError) {
    guard let format = info.format, info.isConsistent else {
      throw .unknownPacking(path: calls.path, bitsPerPixel: info.bitsPerPixel)
    }
    let rotation = request.rotation ?? calls.consoleRotation() ?? .upright
    let mode = OutputMode(
      size: rotation.rotated(info.size),
      scale: request.scale
        ?? displayScale(pixels: info.size.width, millimetres: info.widthMillimetres),
      format: format, refreshMillihertz: info.refreshMillihertz ?? 60_000, rotation: rotation)
    let name = String(calls.path.split(separator: "/").last ?? "fb")
    do throws(SystemError) {
      let opened = try FramebufferOutput(calls, info, name: name, mode: mode)
      output = opened
      outputs = [opened]
    } catch {
      throw .displayLost(error)
    }
  }

  /// Another driver may have replaced the device's, or its mode may have changed.
  override func rescan() throws(OutputError) {
    let now = try Self.info(calls)
    guard now.unpanned != info.unpanned else { return }
    info = now
    try open()
  }

  /// The memory keeps the picture by itself.
  override func close(retaining retention: Retention?) -> RetainedPicture {
    guard retention != nil, let output, output.state != .suspended, output.frameCount > 0 else {
      return .none
    }
    return .byMemory
  }

  override func suspend() { output?.state = .suspended }

  override func resume() throws(OutputError) {
    output?.forget()
    output?.state = .enabled
  }
}
