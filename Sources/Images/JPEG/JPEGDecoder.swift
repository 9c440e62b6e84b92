import CJPEG
import Geometry
public import Raster

/// Reads JPEG files: baseline and progressive, grey, in colour, and of four inks. Progressive and
/// rotated ones temporarily take up to four times the memory of their pixels.
///
/// The header is checked against the limits before memory is allocated for pixels. Files that end
/// before the picture does, or whose codes are broken, are refused; colour profiles are not
/// applied. A photograph is rotated according to its orientation in Exif.
public enum JPEGDecoder {
  /// Decodes a file in memory.
  public static func decode(
    _ bytes: [UInt8], limits: ImageFileLimits = ImageFileLimits()
  ) throws(ImageFileError) -> Image {
    guard bytes.count <= limits.byteCount else {
      throw .tooManyBytes(count: bytes.count, limit: limits.byteCount)
    }
    return try decode(bytes, JPEGHeader(bytes, limits: limits))
  }

  static func decode(_ bytes: [UInt8], _ header: JPEGHeader) throws(ImageFileError) -> Image {
    let size = header.size
    let memory = PixelMemory(count: size.width * size.height)
    var isInks: Int32 = 0
    let result = memory.withPixels { pixels in
      unsafe pixels.withUnsafeMutableBufferPointer { words in
        unsafe firstlight_jpeg_decode(
          bytes, bytes.count, UInt32(size.width), UInt32(size.height), words.baseAddress, &isInks)
      }
    }
    switch result {
    case firstlight_jpeg_done: break
    case firstlight_jpeg_no_memory: throw .outOfMemory
    case firstlight_jpeg_truncated: throw .jpeg(.truncated)
    case firstlight_jpeg_unsupported: throw .jpeg(.unsupported)
    case firstlight_jpeg_too_many_scans: throw .jpeg(.tooManyScans)
    default: throw .jpeg(.damaged)
    }
    if isInks == 1 { memory.withPixels { mixInks(&$0) } }
    return turned(memory, header)
  }

  /// Turns words of cyan, magenta, yellow and black into colours. All four are inverted in files, a
  /// custom that Adobe's programs began: 255 is no ink.
  private static func mixInks(_ pixels: inout MutableSpan<UInt32>) {
    for index in pixels.indices {
      let inks = pixels[index]
      let light = inks >> 24
      var color: UInt32 = 0xFF
      // In memory cyan comes first, and red is the highest of a word's colours.
      for shift: UInt32 in [0, 8, 16] {
        color = color << 8 | ((inks >> shift & 0xFF) * light + 127) / 255
      }
      pixels[index] = color
    }
  }

  /// The picture as it was seen by a camera that stored it in one of Exif's orientations.
  private static func turned(
    _ memory: PixelMemory, _ header: JPEGHeader
  ) -> Image {
    let (size, orientation) = (header.size, header.orientation)
    if orientation == 1 { return Image(size: size, premultiplied: memory) }
    let (swapsSides, seen) = (orientation >= 5, header.seenSize)
    let reversesColumns = [2, 3, 6, 7].contains(orientation)
    let reversesRows = [3, 4, 7, 8].contains(orientation)
    let turned = PixelMemory(count: seen.width * seen.height)
    memory.withPixels { stored in
      turned.withPixels { pixels in
        for y in 0..<seen.height {
          let row = reversesRows ? seen.height - 1 - y : y
          for x in 0..<seen.width {
            let column = reversesColumns ? seen.width - 1 - x : x
            pixels[y * seen.width + x] =
              swapsSides ? stored[column * size.width + row] : stored[row * size.width + column]
          }
        }
      }
    }
    return Image(size: seen, premultiplied: turned)
  }
}
