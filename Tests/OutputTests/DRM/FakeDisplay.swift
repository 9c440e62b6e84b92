import CDRM
import Geometry
@testable import Output
import Raster

/// The state of the kernel's display objects, and the conditions under which it refuses requests.
@safe struct FakeDisplay {
  /// A code of the kernel's.
  struct Refusal: Error { var code: Int32 }

  struct Buffer {
    var buffer: DRMBuffer
    var size: PixelSize
    var format: PixelFormat
    /// The driver's copy of the pixels, if the driver copies.
    var copy: [UInt8]
  }

  struct CRTC: Equatable {
    var mode: DRMMode?
    var isActive = false
    /// The framebuffer on the screen, or 0.
    var framebuffer: UInt32 = 0
    /// The framebuffer of the pending frame.
    var pending: UInt32?
  }

  enum Blob {
    case mode(DRMMode)
    case rects([PixelRect])
  }

  /// A framebuffer of the former program.
  static let foreignFramebuffer: UInt32 = 1
  static let propertyNames = [
    "CRTC_ID", "MODE_ID", "ACTIVE", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X",
    "CRTC_Y", "CRTC_W", "CRTC_H", "FB_DAMAGE_CLIPS", "type",
  ]

  var driver: FakeDriver
  var connectors: [DRMConnector]
  var planes: [DRMPlane]
  let crtcIdentifiers: [UInt32]
  var crtcs: [UInt32: CRTC] = [:]
  var buffers: [UInt32: Buffer] = [:]
  var blobs: [UInt32: Blob] = [:]
  /// The number of modesets of each CRTC; each darkens it for a moment.
  var modesetCounts: [UInt32: Int] = [:]
  /// The damage of each frame as a driver gets it, oldest first; nil for all of it.
  var damages: [[PixelRect]?] = []
  /// CRTCs that went dark because their framebuffer was removed.
  var robbed: [UInt32] = []

  init(_ device: FakeDevice) {
    driver = device.driver
    connectors = device.connectors
    crtcIdentifiers = device.crtcs
    planes = device.planes.map { plane in
      var plane = plane
      if plane.formats.isEmpty { plane.formats = device.driver.formats.map(\.fourCC) }
      return plane
    }
    for identifier in device.crtcs {
      guard let mode = device.lit[identifier] else {
        crtcs[identifier] = CRTC()
        continue
      }
      crtcs[identifier] = CRTC(
        mode: mode, isActive: !device.inactive.contains(identifier),
        framebuffer: Self.foreignFramebuffer)
    }
  }

  func connectors(on crtc: UInt32) -> [UInt32] {
    connectors.filter { $0.crtc == crtc }.map(\.identifier)
  }

  /// The rows that a monitor shows, without padding between them; nil while it is dark.
  func picture(on crtc: UInt32) -> [UInt8]? {
    guard let state = crtcs[crtc], state.isActive, let shown = buffers[state.framebuffer] else {
      return nil
    }
    return contents(of: shown, asSeen: true)
  }

  func contents(of buffer: Buffer, asSeen: Bool) -> [UInt8] {
    if asSeen, driver.copies { return buffer.copy }
    var bytes: [UInt8] = []
    let row = buffer.size.width * buffer.format.byteCount
    for y in 0..<buffer.size.height {
      let start = unsafe buffer.buffer.memory + y * buffer.buffer.stride
      unsafe bytes += UnsafeRawBufferPointer(start: start, count: row)
    }
    return bytes
  }

  /// Copies the changes, as a driver with memory of its own does.
  mutating func upload(_ framebuffer: UInt32, _ rects: [PixelRect]?) {
    guard driver.copies, var buffer = buffers[framebuffer] else { return }
    let contents = contents(of: buffer, asSeen: false)
    for rect in rects ?? [PixelRect(buffer.size)] {
      for y in rect.minY..<rect.maxY {
        let row = y * buffer.size.width
        let from = (row + rect.minX) * buffer.format.byteCount
        let to = (row + rect.maxX) * buffer.format.byteCount
        buffer.copy[from..<to] = contents[from..<to]
      }
    }
    buffers[framebuffer] = buffer
  }

  /// A mode is set on a CRTC, to begin with a framebuffer.
  mutating func noteMode(on crtc: UInt32, _ framebuffer: UInt32?) {
    modesetCounts[crtc, default: 0] += 1
    guard driver.clearsWithMode, let shown = framebuffer.flatMap({ buffers[$0] }) else { return }
    unsafe shown.buffer.memory.initializeMemory(
      as: UInt8.self, repeating: 0, count: shown.buffer.stride * shown.size.height)
  }

  /// Shows the pending frames.
  /// - Returns: the CRTCs that had one.
  mutating func blank() -> [UInt32] {
    var shown: [UInt32] = []
    for identifier in crtcIdentifiers {
      guard let pending = crtcs[identifier]?.pending else { continue }
      crtcs[identifier]?.framebuffer = pending
      crtcs[identifier]?.pending = nil
      shown.append(identifier)
    }
    return shown
  }

  mutating func turnOff(_ crtc: UInt32) {
    crtcs[crtc] = CRTC()
    for index in connectors.indices where connectors[index].crtc == crtc {
      connectors[index].crtc = 0
    }
    for index in planes.indices where planes[index].crtc == crtc { planes[index].crtc = 0 }
  }
}
