public import Geometry
public import Raster
import System

/// A PNG file in memory whose structure was checked; it is unpacked on request.
public struct PackedPNG {
  private let chunks: PNGChunks

  public init(_ bytes: consuming [UInt8], limits: ImageFileLimits = ImageFileLimits())
    throws(ImageFileError)
  {
    chunks = try PNGChunks(bytes, limits: limits)
  }

  /// Reads a file, whose size is checked first.
  public init(atPath path: String, limits: ImageFileLimits = ImageFileLimits())
    throws(ImageFileError)
  {
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(atPath: path, limit: limits.byteCount)
    } catch {
      throw .notRead(error)
    }
    try self.init(bytes, limits: limits)
  }

  public var size: PixelSize { chunks.size }
  /// The bytes in memory.
  public var byteCount: Int { chunks.bytes.count }

  /// The picture.
  /// - Throws: an error for damaged pixels, which the check of the structure does not find.
  public func unpacked() throws(ImageFileError) -> Image { try PNGDecoder.decode(chunks) }
}
