import System

/// Bytes of a font file, whose numbers have the most significant byte first. Bytes beyond the end
/// read as 0.
struct FontBytes {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a part of a file, as far as it exists.
  init(_ file: borrowing PlainFile, _ range: Range<Int>) throws(FontError) {
    bytes = try FontError.wrapping(try file.bytes(at: range.lowerBound, count: range.count))
  }

  var count: Int { bytes.count }

  func short(at offset: Int) -> Int {
    guard offset >= 0, offset <= bytes.count - 2 else { return 0 }
    return unsafe Int(
      bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self).bigEndian)
  }

  func word(at offset: Int) -> Int {
    guard offset >= 0, offset <= bytes.count - 4 else { return 0 }
    return unsafe Int(
      bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
  }

  /// A name in UTF-16, or in the first half of an eight-bit encoding.
  func text(at offset: Int, count: Int, isWide: Bool) -> String {
    let units =
      isWide
      ? (0..<count / 2).map { UInt16(short(at: offset + 2 * $0)) }
      : (0..<count).map { UInt16(short(at: offset + $0) >> 8) }
    return String(decoding: units, as: UTF16.self)
  }
}
