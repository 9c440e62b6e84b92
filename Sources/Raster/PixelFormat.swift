/// A framebuffer's layout, named as in DRM: components from the most to the least significant bit
/// of a little-endian word.
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
}
