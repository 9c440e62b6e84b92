/// A framebuffer's layout, named as in DRM: components from the most to the least significant bit
/// of a little-endian word of two, three or four bytes. Alpha is premultiplied, as for scanout; X
/// bits are written as ones.
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

  /// The composed pixel of unpainted areas.
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

/// The places of a pixel's components in its word, for layouts that no name covers: all that the
/// kernel's `fb_var_screeninfo` can describe at 16, 24 and 32 bits.
///
/// Bit 0 is the lowest of the pixel's little-endian word of two, three or four bytes.
public struct PixelPacking: Equatable, Sendable {
  /// The bits of one component, as in the kernel's `fb_bitfield`.
  public struct Field: Equatable, Sendable {
    /// The lowest bit of the component.
    public var offset: UInt32
    /// The number of bits of the component.
    public var length: UInt32
    /// True if the most significant bit is the lowest one, so that the bits are in reverse.
    public var isReversed: Bool

    public init(offset: UInt32, length: UInt32, isReversed: Bool = false) {
      self.offset = offset
      self.length = length
      self.isReversed = isReversed
    }

    /// The field's bits; zero for a field of no bits.
    var mask: UInt32 { greatest << offset }

    private var greatest: UInt32 { (1 << length) - 1 }

    /// The component of a pixel's word in eight bits. Fewer bits are repeated, more are rounded.
    func widened(_ word: UInt32) -> UInt32 {
      let value = (word >> offset) & greatest
      if length > 8 { return (value * 255 + greatest / 2) / greatest }
      var wide = value << (8 - length)
      var filled = length
      while filled < 8 {
        wide |= wide >> filled
        filled *= 2
      }
      return wide
    }

    /// A component of eight bits, in its place in the word. More bits repeat the top ones.
    ///
    /// - Parameter threshold: the dither's, 0…251, for fewer bits.
    @inline(__always) func narrowed(_ value: UInt32, threshold: UInt32) -> UInt32 {
      if length < 8 { return ((value &* greatest &+ threshold) / 255) &<< offset }
      return ((value &* 0x0101) &>> (16 &- length)) &<< offset
    }
  }

  /// A number for each packing: six bits of the pixel's size, then five of offset and five of
  /// length for each component.
  public let code: UInt64

  /// Fails unless a pixel has 16, 24 or 32 bits, red, green and blue 1…16 bits each, all fields lie
  /// in the pixel and apart from one another, and none is in reverse.
  ///
  /// - Parameter transp: alpha, which is written as opaque. Nil or no bits: there is none.
  public init?(
    bitsPerPixel: Int, red: Field, green: Field, blue: Field, transp: Field? = nil
  ) {
    guard bitsPerPixel == 16 || bitsPerPixel == 24 || bitsPerPixel == 32 else { return nil }
    let alpha = transp ?? Field(offset: 0, length: 0)
    var code = UInt64(bitsPerPixel)
    var used: UInt32 = 0
    var shift: UInt64 = 6
    for field in [red, green, blue, alpha] {
      let isPresent = field.length > 0
      guard isPresent || shift == 36 else { return nil }
      if isPresent {
        guard field.length <= 16, field.offset < 32,
          field.offset + field.length <= UInt32(bitsPerPixel), !field.isReversed,
          used & field.mask == 0
        else { return nil }
        used |= field.mask
        code |= UInt64(field.offset | field.length << 5) << shift
      }
      shift += 10
    }
    self.code = code
  }

  private init(code: UInt64) { self.code = code }

  /// The components in pixels of 32 bits.
  var inWords: PixelPacking { PixelPacking(code: code & ~63 | 32) }

  public var bitsPerPixel: Int { Int(truncatingIfNeeded: code & 63) }
  public var red: Field { field(0) }
  public var green: Field { field(1) }
  public var blue: Field { field(2) }
  /// Alpha, or nil.
  public var transp: Field? {
    let alpha = field(3)
    return alpha.length > 0 ? alpha : nil
  }

  private func field(_ index: UInt64) -> Field {
    let bits = UInt32(truncatingIfNeeded: code >> (6 + 10 * index))
    return Field(offset: bits & 31, length: (bits >> 5) & 31)
  }
}
