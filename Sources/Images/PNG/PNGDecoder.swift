import CPNG
import Geometry
public import Raster

/// Reads PNG files: every colour type and depth, palettes, transparency and interlacing.
///
/// The header is checked against the limits before memory is allocated for pixels, and a picture
/// that unpacks to more than its rows is refused at their end. Colours are returned in the sRGB
/// encoding; a file's gamma is applied, colour profiles are not. From an animation the still
/// picture is decoded.
public enum PNGDecoder {
  /// Decodes a file in memory.
  ///
  /// Premultiplication rounds to the nearest, exactly.
  public static func decode(
    _ bytes: consuming [UInt8], limits: ImageFileLimits = ImageFileLimits()
  ) throws(ImageFileError) -> Image {
    try decode(PNGChunks(bytes, limits: limits))
  }

  /// Unpacks a file whose chunks were checked.
  static func decode(_ file: PNGChunks) throws(ImageFileError) -> Image {
    let memory = PixelMemory(count: file.size.width * file.size.height)
    var message = [UInt8](repeating: 0, count: firstlight_png_message_capacity)
    let isDone = memory.withPixels { pixels in
      let isDone = unsafe pixels.withUnsafeMutableBufferPointer { words in
        unsafe firstlight_png_decode(
          file.bytes, file.bytes.count, UInt32(file.size.width), UInt32(file.size.height),
          words.baseAddress, &message)
      }
      if isDone == 1 { premultiply(&pixels) }
      return isDone == 1
    }
    guard isDone else { throw .undecodable(text(message)) }
    return Image(size: file.size, premultiplied: memory)
  }

  private static func text(_ message: [UInt8]) -> String {
    String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Multiplies the colour of straight `0xAARRGGBB` words by their alpha; rounds to the nearest.
  static func premultiply(_ pixels: inout MutableSpan<UInt32>) {
    for index in pixels.indices {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      if alpha == 255 { continue }
      // Two components in a word, with sixteen bits each. (t + 128 + ((t + 128) >> 8)) >> 8 is t /
      // 255 rounded to the nearest for every t to 255².
      var redBlue = (pixel & 0x00FF_00FF) &* alpha &+ 0x0080_0080
      redBlue = (redBlue &+ (redBlue >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
      var green = (pixel >> 8 & 0xFF) &* alpha &+ 0x80
      green = (green &+ (green >> 8)) >> 8
      pixels[index] = alpha << 24 | redBlue | green << 8
    }
  }
}
