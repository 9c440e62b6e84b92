import CWebP
import Geometry
import Images
import Raster

/// The first picture of a WebP file in memory, which other files have in them.
enum WebPStill {
  private static let longestSide = Int32(ImageFileLimits().side)
  /// The decoder holds two canvases beside the picture: 12 bytes a pixel.
  private static let mostPixels = 16 * 1024 * 1024

  /// Nil where the bytes are no WebP file, are cut off, or where the picture has more than
  /// `pixelCount` or 16 Mi pixels in all, or more to a side than pictures of other formats may
  /// have.
  static func image(_ bytes: [UInt8], pixelCount: Int) -> Image? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var (width, height): (Int32, Int32) = (0, 0)
      // The size comes first, for the decoder takes memory for the whole picture.
      guard unsafe WebPGetInfo(base, bytes.count, &width, &height) != 0,
        1...longestSide ~= width, 1...longestSide ~= height,
        Int(width) * Int(height) <= min(pixelCount, mostPixels),
        let decoder = unsafe firstlight_webp_open(base, bytes.count)
      else { return nil }
      defer { unsafe WebPAnimDecoderDelete(decoder) }
      var info = WebPAnimInfo()
      var pixels: UnsafeMutablePointer<UInt8>?
      var end: Int32 = 0
      guard unsafe WebPAnimDecoderGetInfo(decoder, &info) != 0, info.canvas_width == width,
        info.canvas_height == height,
        unsafe WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels = unsafe pixels
      else { return nil }
      let size = PixelSize(width: Int(width), height: Int(height))
      let words = unsafe Array(
        UnsafeRawBufferPointer(start: pixels, count: size.width * size.height * 4)
          .bindMemory(to: UInt32.self))
      return Image(size: size, premultipliedPixels: words)
    }
  }
}
