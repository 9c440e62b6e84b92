import Geometry

/// The framebuffer that every case draws to.
enum Frame {
  static let size = PixelSize(width: 1920, height: 1080)
  static let bounds = Rect(x: 0, y: 0, width: 1920, height: 1080)
  static let pixels = PixelRect(size)
  static let byteCount = size.width * size.height * 4
  /// The centre is off the pixel grid, so that no engine profits from a symmetry.
  static let center = Point(x: 960.3, y: 540.7)
}
