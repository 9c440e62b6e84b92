/// A framebuffer's layout, named as in DRM: components from the most to the least significant bit
/// of a little-endian word. Alpha is premultiplied, as scanout wants it.
public enum PixelFormat: Sendable, Equatable, CaseIterable {
  case xrgb8888
  case argb8888
  case xbgr8888
  case abgr8888
  case rgb565
  case bgr565
  case xrgb2101010
  case xbgr2101010

  /// Bytes that a pixel takes.
  public var byteCount: Int {
    switch self {
    case .rgb565, .bgr565: 2
    default: 4
    }
  }

  /// Whether the format keeps alpha; without it nothing shows through and unpainted is black.
  public var hasAlpha: Bool { self == .argb8888 || self == .abgr8888 }

  /// Whether a composed pixel is already in this format.
  var isNative: Bool { self == .argb8888 || self == .xrgb8888 }

  /// A pixel of this format as premultiplied `0xAARRGGBB`; components are cut or widened to eight
  /// bits.
  public func premultiplied(_ word: UInt32) -> UInt32 {
    func widened5(_ shift: UInt32) -> UInt32 {
      let value = (word >> shift) & 31
      return value << 3 | value >> 2
    }
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
    case .rgb565: return color(widened5(11), green, widened5(0))
    case .bgr565: return color(widened5(0), green, widened5(11))
    case .xrgb2101010:
      return color((word >> 22) & 255, (word >> 12) & 255, (word >> 2) & 255)
    case .xbgr2101010:
      return color((word >> 2) & 255, (word >> 12) & 255, (word >> 22) & 255)
    }
  }

  static func swappingRedAndBlue(_ word: UInt32) -> UInt32 {
    (word & 0xFF00_FF00) | ((word >> 16) & 255) | ((word & 255) << 16)
  }
}
