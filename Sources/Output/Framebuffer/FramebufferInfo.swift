import CLinux
import Geometry
import Raster

/// What a framebuffer device is like.
struct FramebufferInfo: Equatable {
  var name: String
  var size: PixelSize
  /// Rows of memory that can be panned to.
  var virtualHeight: Int
  /// Nil for palettes, grays, planes and other depths.
  var format: PixelFormat?
  var bitsPerPixel: Int
  /// Bytes from one row to the next.
  var stride: Int
  var memoryByteCount: Int
  /// Bytes from the beginning of the mapped memory to the first pixel.
  var memoryOffset = 0
  /// Whether another row can be shown as the first.
  var pans: Bool
  /// Of the width; 0 where it is not known.
  var widthMillimetres: Int
  /// Frames in a thousand seconds; nil where the driver does not know.
  var refreshMillihertz: Int?

  /// Whether the memory holds two whole pictures between which can be panned.
  var holdsTwo: Bool {
    isConsistent && pans && virtualHeight >= 2 * size.height
      && memoryByteCount >= 2 * size.height * stride
  }

  /// Whether all of the picture is in the memory, and each row in its own bytes.
  var isConsistent: Bool {
    guard let format, size.width > 0, size.height > 0, size.width <= Output.sideLimit,
      size.height <= Output.sideLimit, stride > 0
    else { return false }
    return stride >= size.width * format.byteCount
      && memoryByteCount >= (size.height - 1) * stride + size.width * format.byteCount
  }
}

extension FramebufferInfo {
  init(_ info: firstlight_framebuffer) {
    func field(_ field: firstlight_bitfield) -> PixelPacking.Field {
      PixelPacking.Field(
        offset: field.offset, length: field.length, isReversed: field.reversed != 0)
    }
    var format: PixelFormat?
    if info.isDirect != 0, info.isGray == 0 {
      format = PixelPacking(
        bitsPerPixel: Int(info.bits), red: field(info.red), green: field(info.green),
        blue: field(info.blue), transp: field(info.transp)
      ).map { PixelFormat($0) }
    }
    let name = info.name
    let frame = Double(info.totalWidth) * Double(info.totalHeight) * Double(info.pixelClock)
    let refresh = frame > 0 ? 1e15 / frame : 0
    self.init(
      name: unsafe withUnsafeBytes(of: name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      },
      size: PixelSize(width: Int(info.width), height: Int(info.height)),
      virtualHeight: Int(info.virtualHeight), format: format, bitsPerPixel: Int(info.bits),
      stride: Int(info.lineLength), memoryByteCount: Int(info.memorySize),
      memoryOffset: Int(info.memoryOffset),
      pans: info.panStep > 0 && info.height % info.panStep == 0,
      widthMillimetres: info.physicalWidth > 10_000 ? 0 : Int(info.physicalWidth),
      // Drivers without timings make some up.
      refreshMillihertz: refresh >= 20_000 && refresh <= 400_000 ? Int(refresh) : nil)
  }
}
