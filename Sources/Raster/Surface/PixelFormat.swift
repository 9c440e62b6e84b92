/// A framebuffer's layout, named as in DRM: components from the most to the least significant bit
/// of a little-endian word of two, three or four bytes. Alpha is premultiplied, as scanout wants
/// it; X bits are written as ones.
public enum PixelFormat: Sendable, Equatable {
  case xrgb8888
  case argb8888
  case xbgr8888
  case abgr8888
  case rgb565
  case bgr565
  case xrgb2101010
  case xbgr2101010
  /// Three bytes a pixel, blue first in memory.
  case rgb888
  /// Three bytes a pixel, red first in memory.
  case bgr888
  /// A layout that has no name here. Alpha is written as opaque, bits of no component as zeroes.
  case packed(PixelPacking)

  /// The format for a packing: a named one where its components lie so and the packing's alpha, if
  /// any, is among the X bits.
  public init(_ packing: PixelPacking) {
    let layout = (
      packing.bitsPerPixel, packing.red.mask, packing.green.mask, packing.blue.mask
    )
    self =
      switch layout {
      case (32, 0xFF_0000, 0xFF00, 0xFF): .xrgb8888
      case (32, 0xFF, 0xFF00, 0xFF_0000): .xbgr8888
      case (24, 0xFF_0000, 0xFF00, 0xFF): .rgb888
      case (24, 0xFF, 0xFF00, 0xFF_0000): .bgr888
      case (32, 0x3FF0_0000, 0xF_FC00, 0x3FF): .xrgb2101010
      case (32, 0x3FF, 0xF_FC00, 0x3FF0_0000): .xbgr2101010
      case (16, 0xF800, 0x7E0, 0x1F): .rgb565
      case (16, 0x1F, 0x7E0, 0xF800): .bgr565
      default: .packed(packing)
      }
  }

  /// Bytes that a pixel takes.
  public var byteCount: Int {
    switch self {
    case .rgb565, .bgr565: 2
    case .rgb888, .bgr888: 3
    case .packed(let packing): packing.bitsPerPixel / 8
    default: 4
    }
  }

  /// True if the format keeps alpha; without it nothing shows through and unpainted is black.
  public var hasAlpha: Bool {
    switch self {
    case .argb8888, .abgr8888: true
    default: false
    }
  }

  /// The composed pixel of what is left unpainted.
  var background: UInt32 { hasAlpha ? 0 : 0xFF00_0000 }

  /// True if a composed pixel is already in this format.
  var isNative: Bool {
    switch self {
    case .argb8888, .xrgb8888: true
    default: false
    }
  }

  /// The format of words whose lower bytes are pixels of this one, where those have three bytes.
  var inWords: PixelFormat {
    switch self {
    case .rgb888: .xrgb8888
    case .bgr888: .xbgr8888
    case .packed(let packing) where packing.bitsPerPixel == 24: .packed(packing.inWords)
    default: self
    }
  }

  /// Reads a pixel's word, from any address.
  @unsafe public func word(at pixel: UnsafeRawPointer) -> UInt32 {
    switch byteCount {
    case 2: unsafe UInt32(pixel.loadUnaligned(as: UInt16.self))
    case 3:
      unsafe UInt32(pixel.loadUnaligned(as: UInt16.self))
        | UInt32(pixel.load(fromByteOffset: 2, as: UInt8.self)) << 16
    default: unsafe pixel.loadUnaligned(as: UInt32.self)
    }
  }

  /// A pixel of this format as premultiplied `0xAARRGGBB`: components of fewer bits repeat their
  /// high ones, those of more are rounded to the nearest.
  public func premultiplied(_ word: UInt32) -> UInt32 {
    func widened5(_ shift: UInt32) -> UInt32 {
      let value = (word >> shift) & 31
      return value << 3 | value >> 2
    }
    func narrowed10(_ shift: UInt32) -> UInt32 { ((word >> shift & 1023) * 255 + 511) / 1023 }
    func color(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
      0xFF00_0000 | red << 16 | green << 8 | blue
    }
    let green6 = (word >> 5) & 63
    let green = green6 << 2 | green6 >> 4
    switch self {
    case .argb8888: return word
    case .xrgb8888: return word | 0xFF00_0000
    case .abgr8888: return PixelFormat.swappingRedAndBlue(word)
    case .xbgr8888: return PixelFormat.swappingRedAndBlue(word) | 0xFF00_0000
    case .rgb888: return word | 0xFF00_0000
    case .bgr888: return PixelFormat.swappingRedAndBlue(word) | 0xFF00_0000
    case .rgb565: return color(widened5(11), green, widened5(0))
    case .bgr565: return color(widened5(0), green, widened5(11))
    case .xrgb2101010: return color(narrowed10(20), narrowed10(10), narrowed10(0))
    case .xbgr2101010: return color(narrowed10(0), narrowed10(10), narrowed10(20))
    case .packed(let packing):
      return color(
        packing.red.widened(word), packing.green.widened(word), packing.blue.widened(word))
    }
  }

  static func swappingRedAndBlue(_ word: UInt32) -> UInt32 {
    (word & 0xFF00_FF00) | ((word >> 16) & 255) | ((word & 255) << 16)
  }
}

extension PixelFormat: CaseIterable {
  /// The formats that have a name.
  public static var allCases: [PixelFormat] {
    [
      .xrgb8888, .argb8888, .xbgr8888, .abgr8888, .rgb565, .bgr565, .xrgb2101010, .xbgr2101010,
      .rgb888, .bgr888,
    ]
  }

  /// The name that DRM gives the format. Of a packing, the pixel's bits and each component's length
  /// and offset, as in `16 bits, rgba 5/10,5/5,5/0,1/15`.
  public var name: String {
    switch self {
    case .xrgb8888: "XRGB8888"
    case .argb8888: "ARGB8888"
    case .xbgr8888: "XBGR8888"
    case .abgr8888: "ABGR8888"
    case .rgb565: "RGB565"
    case .bgr565: "BGR565"
    case .xrgb2101010: "XRGB2101010"
    case .xbgr2101010: "XBGR2101010"
    case .rgb888: "RGB888"
    case .bgr888: "BGR888"
    case .packed(let packing): packing.name
    }
  }
}

extension PixelPacking {
  fileprivate var name: String {
    var name = String(bitsPerPixel) + " bits, rgba"
    var separator = " "
    for field in [red, green, blue, transp ?? Field(offset: 0, length: 0)] {
      name += separator + String(field.length) + "/" + String(field.offset)
      separator = ","
    }
    return name
  }
}
