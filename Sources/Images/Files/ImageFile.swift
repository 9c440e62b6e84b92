public import Geometry
public import Raster
import System

/// A PNG or JPEG file on the disk whose header was read and checked, to be read whole and unpacked
/// later, perhaps on another thread.
public struct ImageFile: Equatable, Sendable {
  public let path: String
  /// The picture's size, by the header.
  public let size: PixelSize
  /// Bytes of the file.
  public let byteCount: Int
  private let isJPEG: Bool

  /// Reads the header, and checks it and the file's size against the limits.
  public init(atPath path: String, limits: ImageFileLimits = ImageFileLimits())
    throws(ImageFileError)
  {
    var start: [UInt8]
    do throws(ReadFileError) {
      let file = try PlainFile(path: path, limit: limits.byteCount)
      byteCount = file.count
      start = try file.bytes(at: 0, count: PNGChunks.headerLength)
      isJPEG = start.starts(with: JPEGHeader.signature)
      // Previews, colour profiles and maps of depth may come before the size.
      if isJPEG { start = try file.bytes(at: 0, count: Self.usualLength) }
      if isJPEG, JPEGHeader.isCut(start) { start = try file.bytes(at: 0, count: byteCount) }
    } catch {
      throw .notRead(error)
    }
    if isJPEG {
      size = try JPEGHeader(start, limits: limits).seenSize
    } else {
      guard start.starts(with: PNGChunks.signature) else { throw .unknownFormat }
      size = try PNGChunks.size(in: start, limits: limits)
    }
    self.path = path
  }

  /// Bytes in which a JPEG file tells its size, as a rule.
  private static let usualLength = 1 << 16

  /// Microseconds that unpacking takes about: 10 ns a pixel and 8 ns a byte of the file, measured
  /// with libpng 1.6 at 2.0 GHz: a flat logo of 400 × 400 took 1.5 ms, a photo of that size 2.9 ms,
  /// and one of 3840 × 2160 130 ms.
  public var cost: Int { (size.width * size.height * 10 + byteCount * 8) / 1000 }

  /// Reads and unpacks the file.
  /// - Throws: `changed` if the file is another one now, with a picture of another size.
  public func unpacked() throws(ImageFileError) -> Image {
    // There is memory for the size in the header, and for no other.
    let limits = ImageFileLimits(
      side: max(size.width, size.height), pixelCount: size.width * size.height,
      byteCount: max(byteCount, 1))
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(atPath: path, limit: limits.byteCount)
    } catch {
      throw .notRead(error)
    }
    let image = try ImageDecoder.decode(bytes, limits: limits)
    guard image.size == size else { throw .changed }
    return image
  }
}
