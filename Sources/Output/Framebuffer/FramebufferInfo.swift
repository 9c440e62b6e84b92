import CLinux
import Geometry
import Raster

/// The properties of a framebuffer device.
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
  /// The column and the row of the memory whose pixel is at the screen's top left, unless the
  /// device was panned since.
  var shownColumn = 0
  var shownRow = 0
  /// True if another row can be shown as the first.
  var pans: Bool
  /// The width of the visible area; 0 if unknown.
  var widthMillimetres: Int
  /// Frames in a thousand seconds; nil if the driver does not know.
  var refreshMillihertz: Int?

  /// True if the memory holds two whole pictures to pan between.
  var holdsTwo: Bool {
    isConsistent && pans && virtualHeight >= 2 * size.height
      && memoryByteCount >= 2 * size.height * stride
  }

  /// Bytes from the first pixel of the memory to the one at the top left; 0 if the driver's values
  /// leave no space for a picture from there on.
  var shownByteOffset: Int {
    guard let format, shownColumn > 0 || shownRow > 0 else { return 0 }
    let rowEnd = (shownColumn + size.width) * format.byteCount
    guard rowEnd <= stride, rowEnd <= memoryByteCount,
      shownRow + size.height - 1 <= (memoryByteCount - rowEnd) / stride
    else { return 0 }
    return shownRow * stride + shownColumn * format.byteCount
  }

  /// The device's properties independent of its panning.
  var unpanned: FramebufferInfo {
    var info = self
    if pans { (info.shownColumn, info.shownRow) = (0, 0) }
    return info
  }

  /// True if the whole picture is in the memory, and rows do not overlap.
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
    // Some drivers report the significant bits of a pixel, and use a word of four bytes for each
    // all the same.
    let hasWords =
      info.bits == 16 && info.virtualWidth >= info.width
      && UInt64(info.lineLength) == 4 * UInt64(info.virtualWidth)
    let bits = hasWords ? 32 : Int(info.bits)
    var format: PixelFormat?
    if info.isDirect != 0, info.isGray == 0 {
      format = PixelPacking(
        bitsPerPixel: bits, red: field(info.red), green: field(info.green),
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
      virtualHeight: Int(info.virtualHeight), format: format, bitsPerPixel: bits,
      stride: Int(info.lineLength), memoryByteCount: Int(info.memorySize),
      memoryOffset: Int(info.memoryOffset),
      shownColumn: Int(info.shownColumn), shownRow: Int(info.shownRow),
      pans: info.panStep > 0 && info.height % info.panStep == 0,
      widthMillimetres: info.physicalWidth > 10_000 ? 0 : Int(info.physicalWidth),
      // Drivers without timings invent some.
      refreshMillihertz: refresh >= 20_000 && refresh <= 400_000 ? Int(refresh) : nil)
  }
}
