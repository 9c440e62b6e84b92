import Geometry
import Images
import Raster
import System

/// The tables `CBDT` with `CBLC`, or `sbix`, of a font: glyphs that are PNG pictures.
///
/// A font may have them at several sizes, in pixels a font size: the largest up to `largestSize` is
/// taken, and drawn larger or smaller.
@safe struct BitmapTables {
  private enum Source {
    /// `sizes` holds the places of pictures within `data`.
    case located(sizes: Range<Int>, data: Range<Int>)
    case standard(Range<Int>)
  }

  /// A PNG file in the font's file, and its place by the origin of the glyph.
  struct Picture: Equatable {
    /// In the font's file.
    var bytes: Range<Int>
    /// Pixels from the pen to the left side, and from the baseline up to the top; from the baseline
    /// up to the bottom where `hasBottom`.
    var left: Int
    var edge: Int
    var hasBottom: Bool
    /// Pixels a font size.
    var size: Int
  }

  private let file: MappedFile
  private let source: Source

  /// Pixels.
  private static var largestSize: Int { 256 }
  private static var mostSizes: Int { 64 }
  private static var mostSubtables: Int { 4_096 }
  private static var limits: ImageFileLimits {
    ImageFileLimits(side: 1024, pixelCount: 1 << 18, byteCount: 1 << 20)
  }

  static func exist(in directory: FontDirectory) -> Bool {
    directory.has("CBDT") && directory.has("CBLC") || directory.has("sbix")
  }

  /// Nil for a font without such glyphs.
  init?(_ file: MappedFile, _ directory: FontDirectory) {
    guard Self.exist(in: directory) else { return nil }
    self.file = file
    let (sizes, data) = (directory.range(of: "CBLC"), directory.range(of: "CBDT"))
    source =
      sizes.isEmpty || data.isEmpty
      ? .standard(directory.range(of: "sbix")) : .located(sizes: sizes, data: data)
  }

  /// Nil if the glyph has no picture, or a damaged one.
  func glyph(_ glyph: UInt32) -> ColorGlyph? {
    guard let picture = picture(of: Int(glyph)),
      let image = try? PNGDecoder.decode(bytes(picture.bytes), limits: Self.limits)
    else { return nil }
    let scale = 1 / Double(picture.size)
    let (width, height) = (Double(image.size.width), Double(image.size.height))
    let top = Double(picture.edge) + (picture.hasBottom ? height : 0)
    let place = AffineTransform.scale(x: scale, y: scale).followed(
      by: .translation(x: Double(picture.left) * scale, y: -top * scale))
    let area = Path.rect(Rect(x: 0, y: 0, width: width, height: height)).transformed(by: place)
    return ColorGlyph([ColorGlyph.Piece(areas: [area], fill: .image(image, place))])
  }

  func picture(of glyph: Int) -> Picture? {
    switch source {
    case .located(let sizes, let data): located(glyph, sizes, data)
    case .standard(let table): standard(glyph, table)
    }
  }

  // MARK: Bytes

  /// The existing bytes of a range of the file.
  private func bytes(_ range: Range<Int>) -> [UInt8] {
    unsafe Array(file.bytes[range.clamped(to: 0..<file.count)])
  }

  /// Bytes of a table; those beyond its end are left out.
  private func part(_ table: Range<Int>, _ offset: Int, _ count: Int) -> FontBytes {
    guard 0...table.count ~= offset else { return FontBytes(bytes: []) }
    let start = table.lowerBound + offset
    return FontBytes(bytes: bytes(start..<min(start + count, table.upperBound)))
  }

  private static func signedByte(_ bytes: FontBytes, at place: Int) -> Int {
    Int(Int8(truncatingIfNeeded: bytes.short(at: place) >> 8))
  }

  /// True for a size that is better than the one before.
  private static func isBetter(_ size: Int, than other: Int?) -> Bool {
    guard let other else { return size > 0 }
    return size <= largestSize ? size > other || other > largestSize : size > 0 && size < other
  }

  // MARK: CBLC

  /// OpenType 1.9, "CBLC" and "EBLC".
  private func located(_ glyph: Int, _ table: Range<Int>, _ data: Range<Int>) -> Picture? {
    var best: (size: Int, list: Int, count: Int)?
    let count = part(table, 4, 4).word(at: 0)
    for index in 0..<min(count, Self.mostSizes) {
      let record = part(table, 8 + 48 * index, 48)
      let size = record.short(at: 44) & 0xFF
      guard record.short(at: 40)...max(record.short(at: 40), record.short(at: 42)) ~= glyph,
        Self.isBetter(size, than: best?.size)
      else { continue }
      best = (size, record.word(at: 0), record.word(at: 8))
    }
    guard let best else { return nil }
    let list = part(table, best.list, 8 * min(best.count, Self.mostSubtables))
    for record in stride(from: 0, to: list.count - 7, by: 8) {
      let (first, last) = (list.short(at: record), list.short(at: record + 2))
      guard first <= glyph, glyph <= last else { continue }
      return located(
        glyph, first, table, at: best.list + list.word(at: record + 4), data, size: best.size)
    }
    return nil
  }

  /// A picture by a subtable of the glyphs from `first` on.
  private func located(
    _ glyph: Int, _ first: Int, _ table: Range<Int>, at subtable: Int, _ data: Range<Int>,
    size: Int
  ) -> Picture? {
    let header = part(table, subtable, 20)
    let start = header.word(at: 4)
    let place = glyph - first
    var range: Range<Int>?
    /// The metrics of glyphs that all have the same ones.
    var metrics: FontBytes?
    func offsets(_ low: Int, _ high: Int) { if low < high { range = start + low..<start + high } }
    switch header.short(at: 0) {
    case 1:
      let pair = part(table, subtable + 8 + 4 * place, 8)
      offsets(pair.word(at: 0), pair.word(at: 4))
    case 2:
      let length = header.word(at: 8)
      metrics = part(table, subtable + 12, 8)
      offsets(place * length, (place + 1) * length)
    case 3:
      let pair = part(table, subtable + 8 + 2 * place, 4)
      offsets(pair.short(at: 0), pair.short(at: 2))
    case 4:
      // Pairs of a glyph and an offset.
      let count = min(header.word(at: 8), 1 << 16)
      let pairs = part(table, subtable + 12, 4 * (count + 1))
      for index in 0..<count where pairs.short(at: 4 * index) == glyph {
        offsets(pairs.short(at: 4 * index + 2), pairs.short(at: 4 * index + 6))
        break
      }
    case 5:
      let length = header.word(at: 8)
      let count = min(part(table, subtable + 20, 4).word(at: 0), 1 << 16)
      metrics = part(table, subtable + 12, 8)
      let glyphs = part(table, subtable + 24, 2 * count)
      for index in 0..<count where glyphs.short(at: 2 * index) == glyph {
        offsets(index * length, (index + 1) * length)
        break
      }
    default: break
    }
    guard let range else { return nil }
    return picture(header.short(at: 2), range, data, metrics, size)
  }

  /// - Parameter range: in the table of data.
  private func picture(
    _ format: Int, _ range: Range<Int>, _ data: Range<Int>, _ shared: FontBytes?, _ size: Int
  ) -> Picture? {
    let header = part(data, range.lowerBound, 12)
    /// Height, width, left side, top, and more.
    let metrics: FontBytes
    let length: Int
    switch format {
    case 17: (metrics, length) = (header, 5)
    case 18: (metrics, length) = (header, 8)
    case 19:
      guard let shared else { return nil }
      (metrics, length) = (shared, 0)
    default: return nil
    }
    let count = header.word(at: length)
    let start = range.lowerBound + length + 4
    guard count > 0, start + count <= range.upperBound, range.upperBound <= data.count else {
      return nil
    }
    return Picture(
      bytes: data.lowerBound + start..<data.lowerBound + start + count,
      left: Self.signedByte(metrics, at: 2), edge: Self.signedByte(metrics, at: 3),
      hasBottom: false, size: size)
  }

  // MARK: sbix

  /// OpenType 1.9, "sbix".
  private func standard(_ glyph: Int, _ table: Range<Int>) -> Picture? {
    var best: (size: Int, offset: Int)?
    let count = min(part(table, 4, 4).word(at: 0), Self.mostSizes)
    let offsets = part(table, 8, 4 * count)
    for index in 0..<count {
      let offset = offsets.word(at: 4 * index)
      let size = part(table, offset, 2).short(at: 0)
      if Self.isBetter(size, than: best?.size) { best = (size, offset) }
    }
    guard let best else { return nil }
    return standard(glyph, table, best.offset, size: best.size, isRepeated: false)
  }

  private func standard(
    _ glyph: Int, _ table: Range<Int>, _ strike: Int, size: Int, isRepeated: Bool
  ) -> Picture? {
    let pair = part(table, strike + 4 + 4 * glyph, 8)
    let (low, high) = (strike + pair.word(at: 0), strike + pair.word(at: 4))
    guard low + 8 < high, high <= table.count else { return nil }
    let header = part(table, low, 10)
    switch header.word(at: 4) {
    case 0x706E_6720:  // 'png '
      func signed(_ place: Int) -> Int { Int(Int16(truncatingIfNeeded: header.short(at: place))) }
      return Picture(
        bytes: table.lowerBound + low + 8..<table.lowerBound + high, left: signed(0),
        edge: signed(2), hasBottom: true, size: size)
    case 0x6475_7065 where !isRepeated:  // 'dupe'
      return standard(header.short(at: 8), table, strike, size: size, isRepeated: true)
    default: return nil
    }
  }
}
