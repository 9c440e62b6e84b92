/// The bytes of a QR code: data with their length and padding, in blocks that are interleaved, each
/// followed by its error correction.
enum QRData {
  /// - Parameter isASCII: false for UTF-8, which is declared.
  static func codewords(
    _ bytes: [UInt8], _ version: Int, _ level: QRStyle.Level, isASCII: Bool
  ) -> [UInt8] {
    let data = padded(bytes, version, QRTables.dataCount(version, level), isASCII)
    let count = QRTables.blockCount(version, level)
    let generator = generator(QRTables.correction(version, level))
    // The last blocks are a byte longer.
    let (length, longer) = (data.count / count, data.count % count)
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 0..<count {
      let end = start + length + (index >= count - longer ? 1 : 0)
      blocks.append(data[start..<end])
      start = end
    }
    // All that the remainders add: the generator times each element.
    var multiples: [UInt8] = []
    multiples.reserveCapacity(256 * generator.count)
    for factor in 0...UInt8.max {
      for part in generator { multiples.append(product(part, factor)) }
    }
    let corrections = blocks.map { remainder(of: $0, generator.count, multiples) }
    var result: [UInt8] = []
    for index in 0...length {
      for block in blocks where index < block.count {
        result.append(block[block.startIndex + index])
      }
    }
    for index in generator.indices {
      for correction in corrections { result.append(correction[index]) }
    }
    return result
  }

  /// The mode 4 and the number of bytes, then the bytes, all shifted by the mode's 4 bits. For
  /// UTF-8 the mode 7 and the number 26 come first (ECI), so that the bytes are not shifted. The
  /// mode 0 ends the data, if space is left for it.
  private static func padded(
    _ bytes: [UInt8], _ version: Int, _ count: Int, _ isASCII: Bool
  ) -> [UInt8] {
    let header =
      version < 10 ? [UInt8(bytes.count)] : [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    var result: [UInt8] = []
    if isASCII {
      var former: UInt8 = 4
      for byte in header + bytes {
        result.append(former << 4 | byte >> 4)
        former = byte
      }
      result.append(former << 4)
    } else {
      result = [7 << 4 | 26 >> 4, (26 & 15) << 4 | 4] + header + bytes
      if result.count < count { result.append(0) }
    }
    var padding: UInt8 = 0xEC
    while result.count < count {
      result.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return result
  }

  // MARK: Reed–Solomon

  /// The product of two elements of GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7 == 1 ? 0x1D : 0)
      if b >> bit & 1 == 1 { result ^= a }
    }
    return result
  }

  /// The product of x − 2ⁱ for i below the degree, without its leading 1.
  private static func generator(_ degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree)
    result[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        result[index] = product(result[index], root)
        if index + 1 < degree { result[index] ^= result[index + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  /// - Parameter multiples: of the generator, `degree` bytes for each factor.
  private static func remainder(
    of data: ArraySlice<UInt8>, _ degree: Int, _ multiples: [UInt8]
  ) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree)
    for byte in data {
      let multiple = Int(byte ^ result[0]) * degree
      for index in 0..<degree {
        let next = index + 1 < degree ? result[index + 1] : 0
        result[index] = next ^ multiples[multiple + index]
      }
    }
    return result
  }
}
