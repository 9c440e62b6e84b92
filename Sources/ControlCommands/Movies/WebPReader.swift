import CWebP
import Geometry

/// Reads WebP files by libwebp: stills are animations of one picture.
@safe final class WebPReader: MovieReader {
  let size: PixelSize
  let runCount: Int
  private let path: String
  private let bytes: FixedBytes
  private let decoder: OpaquePointer
  /// The time of the last picture's end, in milliseconds.
  private var time: Int32 = 0

  static func isWebP(_ bytes: [UInt8]) -> Bool {
    bytes.count > 12 && bytes.starts(with: Array("RIFF".utf8))
      && bytes[8..<12].elementsEqual("WEBP".utf8)
  }

  init(_ bytes: [UInt8], _ path: String) throws(ClientError) {
    self.path = path
    self.bytes = FixedBytes(bytes)
    // The size comes first, for the decoder takes memory for whole pictures.
    var (width, height): (Int32, Int32) = (0, 0)
    guard unsafe WebPGetInfo(self.bytes.base, self.bytes.count, &width, &height) != 0 else {
      throw ClientError(.refused, "\(path) is not a valid WebP file")
    }
    size = PixelSize(width: Int(width), height: Int(height))
    try MovieSize.check(size, path)
    guard let decoder = unsafe firstlight_webp_open(self.bytes.base, self.bytes.count) else {
      throw ClientError(.refused, "\(path): the WebP file is damaged or cut off")
    }
    var info = WebPAnimInfo()
    guard unsafe WebPAnimDecoderGetInfo(decoder, &info) != 0, info.canvas_width == width,
      info.canvas_height == height
    else {
      unsafe WebPAnimDecoderDelete(decoder)
      throw ClientError(.refused, "\(path) is not a valid WebP file")
    }
    unsafe self.decoder = decoder
    runCount = Int(info.loop_count)
  }

  deinit { unsafe WebPAnimDecoderDelete(decoder) }

  func next() throws(ClientError) -> (pixels: [UInt32], duration: Int64)? {
    guard unsafe WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return nil }
    var pixels: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    guard unsafe WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels = unsafe pixels
    else { throw ClientError(.refused, "\(path): the WebP file is damaged or cut off") }
    defer { time = end }
    let count = size.width * size.height
    let words = unsafe Array(
      UnsafeRawBufferPointer(start: pixels, count: count * 4).bindMemory(to: UInt32.self))
    return (words, MovieTime.shown(Int64(max(end &- time, 0)) * 1000))
  }
}
