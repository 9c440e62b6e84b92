import System

/// Bytes of a font file, whose numbers have the most significant byte first. Bytes beyond the end
/// read as 0.
struct FontBytes {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the existing bytes of a part of a file.
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
    var units = (isWide ? stride(from: 0, to: count - 1, by: 2) : stride(from: 0, to: count, by: 1))
      .makeIterator()
    func next() -> UInt32? {
      units.next().map { UInt32(short(at: offset + $0) >> (isWide ? 0 : 8)) }
    }
    // The library's decoder looks types up for each character.
    var text = ""
    var current = next()
    while let unit = current {
      current = next()
      var code = unit
      if unit & 0xFC00 == 0xD800, let low = current, low & 0xFC00 == 0xDC00 {
        code = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
        current = next()
      }
      text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    return text
  }
}
