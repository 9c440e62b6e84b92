import Geometry
public import Raster

/// Reads the bitmaps that firmware leaves in memory: 24 or 32 bits a pixel, not compressed, with
/// Windows' header or a longer one (ACPI 6.5, 5.2.23.4). The fourth byte of a pixel is unused.
public enum BMPDecoder {
  /// Decodes a file in memory.
  /// - Parameter limits: the sides and pixels are checked before memory is allocated.
  /// - Returns: nil for anything else, or a file that is cut off.
  public static func decode(_ bytes: [UInt8], limits: ImageFileLimits = ImageFileLimits()) -> Image?
  {
    guard let header = Header(bytes), header.fits(limits), header.end <= bytes.count else {
      return nil
    }
    let (width, height) = (header.size.width, header.size.height)
    let memory = PixelMemory(count: width * height)
    memory.withPixels { pixels in
      for y in 0..<height {
        var place = header.offset + (header.isTopDown ? y : height - 1 - y) * header.stride
        for x in 0..<width {
          pixels[y * width + x] =
            0xFF00_0000 | UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
            | UInt32(bytes[place + 2]) << 16
          place += header.bytesPerPixel
        }
      }
    }
    return Image(size: header.size, premultiplied: memory)
  }

  /// The part of a file before its pixels.
  private struct Header {
    let size: PixelSize
    let isTopDown: Bool
    let bytesPerPixel: Int
    /// The place of the first row.
    let offset: Int
    /// Bytes from a row to the next: whole words.
    let stride: Int

    var end: Int { offset + stride * size.height }

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 54, bytes[0] == 0x42, bytes[1] == 0x4D else { return nil }
      func word(_ place: Int) -> Int32 {
        Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) })
      }
      let (width, height) = (Int(word(18)), Int(word(22)))
      let bits = Int(word(28)) & 0xFFFF
      guard word(14) >= 40, width > 0, height != 0, bits == 24 || bits == 32, word(30) == 0,
        word(10) >= 54
      else { return nil }
      size = PixelSize(width: width, height: abs(height))
      isTopDown = height < 0
      bytesPerPixel = bits / 8
      offset = Int(word(10))
      stride = (width * bytesPerPixel + 3) & ~3
    }

    func fits(_ limits: ImageFileLimits) -> Bool {
      size.width <= limits.side && size.height <= limits.side
        && size.width * size.height <= limits.pixelCount
    }
  }
}
