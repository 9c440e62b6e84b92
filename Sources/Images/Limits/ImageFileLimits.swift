import Geometry

/// The limits of a picture file, checked before memory is allocated.
public struct ImageFileLimits: Equatable, Sendable {
  /// The most pixels along a side.
  public var side: Int
  /// The most pixels in all; decoding takes four bytes for each.
  public var pixelCount: Int
  /// The most pixels of several pictures together, with `pixelCount` left of them; nil for one
  /// picture alone.
  public var sharedPixelCount: Int?
  /// The most bytes of the file.
  public var byteCount: Int

  public init(
    side: Int = 16384, pixelCount: Int = 64 << 20, of sharedPixelCount: Int? = nil,
    byteCount: Int = 64 << 20
  ) {
    self.side = side
    self.pixelCount = pixelCount
    self.sharedPixelCount = sharedPixelCount
    self.byteCount = byteCount
  }

  /// Checks a size of at least one pixel.
  func check(_ size: PixelSize) throws(ImageFileError) {
    guard size.width <= side, size.height <= side else {
      throw .sideTooLong(width: size.width, height: size.height, limit: side)
    }
    guard size.width * size.height <= pixelCount else {
      if let sharedPixelCount {
        throw .tooManyPixelsTogether(
          width: size.width, height: size.height, left: pixelCount, limit: sharedPixelCount)
      }
      throw .tooManyPixels(width: size.width, height: size.height, limit: pixelCount)
    }
  }
}
