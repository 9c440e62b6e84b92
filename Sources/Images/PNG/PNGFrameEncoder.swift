import CPNG
import Geometry
public import Raster

/// Writes the frames of an opaque surface as PNG files: rows that did not change keep the bytes
/// that they had in the file before.
///
/// Rows are compressed in bands that do not depend on each other, each in a chunk of its own: the
/// first row of a band is not predicted from the one above, and a full flush ends the band. This
/// makes files larger by some percent.
public final class PNGFrameEncoder {
  private static let bandHeight = 32

  private struct Band {
    /// The chunk; empty where it has to be made.
    var chunk: [UInt8] = []
    /// The checksum and the bytes of the filtered rows.
    var checksum: UInt32 = 1
    var byteCount = 0
  }

  private let deflater: Deflater
  private var bands: [Band] = []
  private var size = PixelSize(width: 0, height: 0)
  private var pixels: [UInt32] = []
  private var row: [UInt8] = []

  /// - Throws: `outOfMemory`.
  public init(compression: PNGCompression = .fast) throws(ImageFileError) {
    deflater = try Deflater(level: compression.level, isRaw: true)
  }

  /// Forgets the last frame: the next one is compressed as a whole.
  public func forget() { bands = [] }

  /// Encodes a surface, which is only read and has a format without alpha.
  /// - Parameter changed: the rows of the surface that may differ from those of the frame before.
  public func encode(_ surface: Surface, changed: Range<Int>) -> [UInt8] {
    precondition(!surface.format.hasAlpha && surface.width > 0 && surface.height > 0)
    let height = Self.bandHeight
    if size != surface.size || bands.isEmpty {
      size = surface.size
      bands = Array(repeating: Band(), count: (size.height + height - 1) / height)
      pixels = Array(repeating: 0, count: size.width)
      row = Array(repeating: 0, count: 3 * size.width)
    }
    var writer = PNGChunkWriter()
    PNGEncoder.appendHeader(size, true, to: &writer)
    // The header of a zlib stream: a window of 32 KiB, compressed fast.
    writer.append("IDAT") { $0.append(contentsOf: [0x78, 0x01]) }
    var checksum: UInt32 = 1
    for index in bands.indices {
      let rows = index * height..<min((index + 1) * height, size.height)
      if bands[index].chunk.isEmpty || rows.overlaps(changed) {
        bands[index] = band(rows, of: surface)
      }
      writer.append(chunk: bands[index].chunk)
      checksum = firstlight_adler32_combine(
        checksum, bands[index].checksum, Int(bands[index].byteCount))
    }
    writer.append("IDAT") {
      // An empty last block.
      $0.append(contentsOf: [3, 0])
      PNGChunkWriter.append(checksum, to: &$0)
    }
    writer.append("IEND") { _ in }
    return writer.finish()
  }

  /// Encodes a surface to a file, whole or not at all.
  public func write(
    _ surface: Surface, changed: Range<Int>, toPath path: String
  ) throws(ImageFileError) {
    try PNGEncoder.write(encode(surface, changed: changed), toPath: path)
  }

  private func band(_ rows: Range<Int>, of surface: Surface) -> Band {
    var filter = RowFilter(byteCount: row.count, pixelByteCount: 3, choosesFilters: false)
    var result = Band()
    var writer = PNGChunkWriter(withoutSignature: ())
    deflater.reset()
    writer.append("IDAT") { bytes in
      for y in rows {
        PixelRow.read(surface, x: 0, y: y, into: &pixels)
        PixelRow.pack(pixels, isOpaque: true, into: &row)
        filter.filter(&row, isAlone: y == rows.lowerBound)
        let filtered = filter.filtered.span
        result.byteCount += filtered.count
        result.checksum = unsafe filtered.withUnsafeBytes {
          unsafe firstlight_adler32(result.checksum, $0.baseAddress, $0.count)
        }
        deflater.compress(
          filter.filtered, isLast: false, flushes: y == rows.upperBound - 1, to: &bytes)
      }
    }
    result.chunk = writer.finish()
    return result
  }
}
