import Geometry
import Raster

/// Pictures in SVG and Lottie files of formats that `Images` does not read: GIF and WebP.
enum StillPicture {
  /// The first picture; nil where the bytes are of another format, are damaged, or have more than
  /// `pixelCount` pixels.
  static func image(_ bytes: [UInt8], pixelCount: Int) -> Image? {
    GIFReader.isGIF(bytes)
      ? gif(bytes, pixelCount) : WebPStill.image(bytes, pixelCount: pixelCount)
  }

  private static func gif(_ bytes: [UInt8], _ pixelCount: Int) -> Image? {
    guard bytes.count >= 10 else { return nil }
    // The size comes first, for the reader takes memory for the whole picture.
    let width = Int(bytes[6]) | Int(bytes[7]) << 8
    let height = Int(bytes[8]) | Int(bytes[9]) << 8
    guard width * height <= pixelCount, let reader = try? GIFReader(bytes, "a picture"),
      let (pixels, _) = try? reader.next()
    else { return nil }
    return Image(size: reader.size, premultipliedPixels: pixels)
  }
}
