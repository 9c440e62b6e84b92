public import Geometry

/// An immutable picture in memory: rows of premultiplied `0xAARRGGBB` words without padding,
/// top row first. Compared by identity.
public final class Image: Equatable {
  public let size: PixelSize
  /// True when every pixel's alpha is 255.
  public let isOpaque: Bool
  @usableFromInline let pixels: [UInt32]

  /// Takes `size.width * size.height` premultiplied pixels.
  public init(size: PixelSize, premultipliedPixels: [UInt32]) {
    precondition(premultipliedPixels.count == size.width * size.height)
    self.size = size
    self.pixels = premultipliedPixels
    self.isOpaque = premultipliedPixels.allSatisfy { $0 >> 24 == 255 }
  }

  public static func == (a: Image, b: Image) -> Bool { a === b }
}
