import CPNG

/// A PNG file being written: its signature and chunks.
struct PNGChunkWriter {
  private(set) var bytes: [UInt8]
  private var start = 0

  init(reusing memory: consuming [UInt8] = []) {
    bytes = memory
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: PNGChunks.signature)
  }

  /// A writer of chunks that go into other files.
  init(withoutSignature: Void) { bytes = [] }

  /// Appends a chunk that another writer made.
  mutating func append(chunk: [UInt8]) { bytes.append(contentsOf: chunk) }

  /// Appends a chunk whose content `body` appends.
  /// - Returns: the offset of the content.
  @discardableResult mutating func append<Failure: Error>(
    _ name: StaticString, _ body: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    let start = bytes.count
    Self.append(UInt32(0), to: &bytes)
    Self.append(PNGChunks.code(name), to: &bytes)
    try body(&bytes)
    let length = bytes.count - start - 8
    precondition(length < 1 << 31)
    store(UInt32(length), at: start)
    Self.append(checksum(from: start + 4, to: bytes.count), to: &bytes)
    return start + 8
  }

  /// Appends a chunk that has its length, name and checksum.
  mutating func append(whole chunk: ArraySlice<UInt8>) { bytes.append(contentsOf: chunk) }

  /// Changes a word in the chunk with `length` bytes of content at `content`.
  mutating func patch<Word: FixedWidthInteger>(
    _ word: Word, at offset: Int, inChunkAt content: Int, length: Int
  ) {
    store(word, at: content + offset)
    store(checksum(from: content - 4, to: content + length), at: content + length)
  }

  static func append<Word: FixedWidthInteger>(_ word: Word, to bytes: inout [UInt8]) {
    for index in 1...(Word.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> Word(Word.bitWidth - 8 * index)))
    }
  }

  /// Returns the bytes.
  consuming func finish() -> [UInt8] { bytes }

  private mutating func store<Word: FixedWidthInteger>(_ word: Word, at offset: Int) {
    let count = Word.bitWidth / 8
    for index in 0..<count {
      bytes[offset + index] = UInt8(
        truncatingIfNeeded: word >> Word(Word.bitWidth - 8 - 8 * index))
    }
  }

  private func checksum(from start: Int, to end: Int) -> UInt32 {
    let content = bytes.span.extracting(start..<end)
    return unsafe content.withUnsafeBytes { unsafe firstlight_crc32(0, $0.baseAddress, $0.count) }
  }
}
