import Geometry

@testable import Layers

/// QR codes of bytes of any number, at any level: a code is made up to the capacity and not beyond
/// it, and what its modules hold is what was given.
///
/// The first bytes are the level, the mask and how often the rest is repeated.
enum QRTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let level = source.pick(QRStyle.Level.allCases)
    let mask = source.pick([nil, 0, 1, 2, 3, 4, 5, 6, 7])
    let repeats = source.pick([1, 1, 1, 2, 7, 64])
    let part = Array(source.rest())
    var text: [UInt8] = []
    for _ in 0..<repeats where text.count < 4096 { text += part }
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let capacity = QRCode.capacity(of: level, isASCII: isASCII)
    guard let code = QRCode(text, level: level, mask: mask) else {
      return try require(text.count > capacity, "no code of \(text.count) bytes at \(level)")
    }
    try require(text.count <= capacity, "a code of \(text.count) bytes at \(level)")
    let version = (code.side - 17) / 4
    try require(
      code.side % 4 == 1 && 1...40 ~= version, "a code has \(code.side) modules along a side")
    try require(read(code, version, level, isASCII) == text, "a code holds something else")
    let outline = QRStyle(level: level).outline(of: String(decoding: text, as: UTF8.self))
    try require(
      outline.map { $0.path.bounds.width <= Double($0.side) } ?? true, "the outline is too wide")
  }

  /// The bytes that a code holds, without regard to their error correction: those beyond ASCII
  /// after a declaration of UTF-8. Empty for another header.
  private static func read(
    _ code: QRCode, _ version: Int, _ level: QRStyle.Level, _ isASCII: Bool
  ) -> [UInt8] {
    // Another code of the version: where the two differ with the masks there is data.
    let codewords = codewords(code, version)
    let count = QRTables.dataCount(version, level)
    let blocks = QRTables.blockCount(version, level)
    let (length, longer) = (count / blocks, count % blocks)
    var data = [[UInt8]](repeating: [], count: blocks)
    var next = 0
    for index in 0...length {
      for block in 0..<blocks where index < length + (block >= blocks - longer ? 1 : 0) {
        data[block].append(codewords[next])
        next += 1
      }
    }
    let bytes = data.flatMap { $0 }
    // Four bits of the mode, then the number of bytes. The declaration has twelve.
    guard isASCII ? bytes[0] >> 4 == 4 : bytes.starts(with: [0x71, 0xA4]) else { return [] }
    func byte(_ index: Int) -> UInt8 {
      isASCII ? bytes[index] << 4 | bytes[index + 1] >> 4 : bytes[index + 2]
    }
    let size = version < 10 ? Int(byte(0)) : Int(byte(0)) << 8 | Int(byte(1))
    let start = version < 10 ? 1 : 2
    guard start + size + (isASCII ? 1 : 2) <= bytes.count else { return [] }
    return (start..<start + size).map { byte($0) }
  }

  /// All bytes in the order of the modules, without the mask that the format names.
  private static func codewords(_ code: QRCode, _ version: Int) -> [UInt8] {
    let side = code.side
    var format = 0
    for index in 0..<5 {
      // The three bits of the mask are the lowest of the five that come first.
      let bit = code.isDark(index < 6 ? index : 7, 8)
      format = format << 1 | (bit ? 1 : 0)
    }
    let mask = (format ^ 0b10101) & 7
    var bits: [Bool] = []
    var right = side - 1
    while right > 0 {
      if right == 6 { right = 5 }
      for step in 0..<side * 2 {
        let y = (right + 1) & 2 == 0 ? side - 1 - step / 2 : step / 2
        let x = right - step % 2
        guard !isPattern(x, y, version) else { continue }
        bits.append(code.isDark(x, y) != isMasked(x, y, mask))
      }
      right -= 2
    }
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// Conditions of table 10 of ISO/IEC 18004:2015.
  private static func isMasked(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (x + y).isMultiple(of: 2)
    case 1: y.isMultiple(of: 2)
    case 2: x.isMultiple(of: 3)
    case 3: (x + y).isMultiple(of: 3)
    case 4: (y / 2 + x / 3).isMultiple(of: 2)
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3).isMultiple(of: 2)
    default: ((x + y) % 2 + x * y % 3).isMultiple(of: 2)
    }
  }

  /// True for finders with their margins and the format, lines of timing, alignment and the
  /// version.
  private static func isPattern(_ x: Int, _ y: Int, _ version: Int) -> Bool {
    let side = version * 4 + 17
    if x == 6 || y == 6 { return true }
    if x < 9, y < 9 || y >= side - 8 { return true }
    if y < 9, x >= side - 8 { return true }
    if version >= 7, x < 6 && y >= side - 11 || y < 6 && x >= side - 11 { return true }
    let places = QRTables.alignment(version)
    return places.contains { middleX in
      places.contains { middleY in
        let isFinder =
          middleX == 6 && (middleY == 6 || middleY == side - 7)
          || middleX == side - 7 && middleY == 6
        return !isFinder && abs(x - middleX) <= 2 && abs(y - middleY) <= 2
      }
    }
  }
}
