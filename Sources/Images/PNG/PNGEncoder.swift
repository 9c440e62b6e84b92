public import Geometry
public import Raster
import System

/// Writes PNG files: red, green and blue, with straight alpha unless every pixel is opaque.
///
/// An encoder keeps its working memory, so that a sequence of frames needs no allocations except
/// for the results. Colours are marked as sRGB.
public final class PNGEncoder {
  private let compression: PNGCompression
  private let deflater: Deflater
  private var pixels: [UInt32] = []
  private var row: [UInt8] = []

  /// - Throws: `outOfMemory`.
  public init(compression: PNGCompression = .fast) throws(ImageFileError) {
    self.compression = compression
    deflater = try Deflater(level: compression.level)
  }

  /// Encodes a surface, which is only read.
  public func encode(_ surface: Surface) -> [UInt8] {
    let area = PixelRect(PixelSize(width: surface.width, height: surface.height))
    let isOpaque = isOpaque(surface)
    var writer = PNGChunkWriter()
    Self.appendHeader(PixelSize(width: area.width, height: area.height), isOpaque, to: &writer)
    writer.append("IDAT") { appendPixels(of: surface, area, isOpaque: isOpaque, to: &$0) }
    writer.append("IEND") { _ in }
    return writer.finish()
  }

  /// Encodes an image.
  public func encode(_ image: Image) -> [UInt8] {
    encode(image.premultipliedPixels, size: image.size)
  }

  /// Encodes premultiplied `0xAARRGGBB` pixels, row after row.
  public func encode(_ premultipliedPixels: [UInt32], size: PixelSize) -> [UInt8] {
    precondition(
      premultipliedPixels.count == size.width * size.height && !premultipliedPixels.isEmpty)
    return unsafe premultipliedPixels.span.withUnsafeBytes { bytes -> [UInt8] in
      guard let base = bytes.baseAddress else { return [] }
      return unsafe encode(
        Surface(
          base: UnsafeMutableRawPointer(mutating: base), width: size.width, height: size.height,
          stride: size.width * 4, format: .argb8888))
    }
  }

  /// Encodes a surface to a file, whole or not at all.
  public func write(_ surface: Surface, toPath path: String) throws(ImageFileError) {
    try Self.write(encode(surface), toPath: path)
  }

  /// Encodes an image to a file, whole or not at all.
  public func write(_ image: Image, toPath path: String) throws(ImageFileError) {
    try Self.write(encode(image), toPath: path)
  }

  static func write(_ bytes: [UInt8], toPath path: String) throws(ImageFileError) {
    do throws(SystemError) {
      try writeFileAtomically(path: path, bytes: bytes)
    } catch {
      throw .notWritten(error)
    }
  }

  // MARK: Parts that animations share

  /// Appends IHDR and sRGB.
  static func appendHeader(_ size: PixelSize, _ isOpaque: Bool, to writer: inout PNGChunkWriter) {
    writer.append("IHDR") {
      PNGChunkWriter.append(UInt32(size.width), to: &$0)
      PNGChunkWriter.append(UInt32(size.height), to: &$0)
      $0.append(8)
      $0.append(isOpaque ? 2 : 6)
      $0.append(contentsOf: [0, 0, 0])
    }
    // Perceptual intent.
    writer.append("sRGB") { $0.append(0) }
  }

  /// Appends the area's zlib stream.
  func appendPixels(
    of surface: Surface, _ area: PixelRect, isOpaque: Bool, to bytes: inout [UInt8]
  ) {
    precondition(!area.isEmpty)
    let pixelByteCount = isOpaque ? 3 : 4
    prepare(width: area.width, byteCount: area.width * pixelByteCount)
    var filter = RowFilter(
      byteCount: row.count, pixelByteCount: pixelByteCount,
      choosesFilters: compression.choosesFilters)
    deflater.reset()
    for y in area.minY..<area.maxY {
      PixelRow.read(surface, x: area.minX, y: y, into: &pixels)
      PixelRow.pack(pixels, isOpaque: isOpaque, into: &row)
      filter.filter(&row)
      deflater.compress(filter.filtered, isLast: y == area.maxY - 1, to: &bytes)
    }
  }

  /// True if every pixel is opaque.
  private func isOpaque(_ surface: Surface) -> Bool {
    guard surface.format.hasAlpha else { return true }
    prepare(width: surface.width, byteCount: 0)
    for y in 0..<surface.height {
      PixelRow.read(surface, x: 0, y: y, into: &pixels)
      let all = pixels.reduce(.max, &)
      if all >> 24 != 255 { return false }
    }
    return true
  }

  private func prepare(width: Int, byteCount: Int) {
    if pixels.count != width { pixels = Array(repeating: 0, count: width) }
    if row.count != byteCount { row = Array(repeating: 0, count: byteCount) }
  }
}
