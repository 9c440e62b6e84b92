public import Geometry
public import Raster
import System

/// Reads picture files: PNG and JPEG, told apart by their first bytes.
public enum ImageDecoder {
  /// Decodes a file in memory.
  public static func decode(
    _ bytes: consuming [UInt8], limits: ImageFileLimits = ImageFileLimits()
  ) throws(ImageFileError) -> Image {
    if bytes.starts(with: JPEGHeader.signature) {
      return try JPEGDecoder.decode(bytes, limits: limits)
    }
    return try PNGDecoder.decode(bytes, limits: limits)
  }

  /// The size in a file's header, even if the file is damaged behind it; nil for a file that
  /// `decode` refuses before unpacking.
  public static func size(
    of bytes: borrowing [UInt8], limits: ImageFileLimits = ImageFileLimits()
  ) -> PixelSize? {
    if bytes.starts(with: JPEGHeader.signature) {
      return try? JPEGHeader(bytes, limits: limits).seenSize
    }
    guard bytes.starts(with: PNGChunks.signature) else { return nil }
    return try? PNGChunks.size(in: bytes, limits: limits)
  }

  /// Reads and decodes a file. The file's size is checked before it is read.
  public static func decode(
    atPath path: String, limits: ImageFileLimits = ImageFileLimits()
  ) throws(ImageFileError) -> Image {
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(atPath: path, limit: limits.byteCount)
    } catch {
      throw .notRead(error)
    }
    return try decode(bytes, limits: limits)
  }
}
