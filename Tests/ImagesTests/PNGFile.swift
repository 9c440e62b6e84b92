@testable import Images

/// A PNG file built or taken apart by its chunks.
struct PNGFile {
  struct Chunk: Equatable {
    var name: String
    var content: [UInt8]
  }

  var chunks: [Chunk] = []

  init(_ chunks: [Chunk]) { self.chunks = chunks }

  /// Takes a file apart; nil where lengths or checksums are wrong.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGChunks.signature) else { return nil }
    var offset = 8
    while offset < bytes.count {
      guard offset + 12 <= bytes.count else { return nil }
      let length = Int(Self.word(bytes, offset))
      guard offset + 12 + length <= bytes.count else { return nil }
      let named = bytes[(offset + 4)..<(offset + 8 + length)]
      guard Self.word(bytes, offset + 8 + length) == Self.checksum(named) else { return nil }
      chunks.append(
        Chunk(
          name: String(decoding: named.prefix(4), as: UTF8.self),
          content: [UInt8](named.dropFirst(4))))
      offset += 12 + length
    }
  }

  var bytes: [UInt8] {
    var bytes = PNGChunks.signature
    for chunk in chunks {
      let named = [UInt8](chunk.name.utf8) + chunk.content
      bytes += Self.bigEndian(UInt32(chunk.content.count)) + named
      bytes += Self.bigEndian(Self.checksum(named[...]))
    }
    return bytes
  }

  static func bigEndian(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// CRC-32, bit by bit.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  static func header(
    width: UInt32, height: UInt32, depth: UInt8 = 8, color: UInt8 = 2, interlaced: Bool = false
  ) -> Chunk {
    Chunk(
      name: "IHDR",
      content: bigEndian(width) + bigEndian(height) + [depth, color, 0, 0, interlaced ? 1 : 0])
  }

  /// Scanlines, each with its filter's number, in a zlib stream.
  static func pixels(_ scanlines: [UInt8]) throws -> Chunk {
    var content: [UInt8] = []
    try Deflater(level: 9).compress(scanlines, isLast: true, to: &content)
    return Chunk(name: "IDAT", content: content)
  }

  static let end = Chunk(name: "IEND", content: [])
}
