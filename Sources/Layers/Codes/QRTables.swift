/// Tables and formulas of ISO/IEC 18004:2015 for the versions 1 to 40.
enum QRTables {
  /// Bytes of error correction in each block, of the versions 1 to 40 at each level: table 9.
  private static let corrections: [UInt8] = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
    26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
    28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
    30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]

  /// Blocks of the versions 1 to 40 at each level: table 9.
  private static let blocks: [UInt8] = [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
    8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
    17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
    23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
    25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ]

  static func correction(_ version: Int, _ level: QRStyle.Level) -> Int {
    Int(corrections[level.rawValue * 40 + version - 1])
  }

  static func blockCount(_ version: Int, _ level: QRStyle.Level) -> Int {
    Int(blocks[level.rawValue * 40 + version - 1])
  }

  /// Bytes of data and of error correction together: all modules that belong to no pattern.
  static func byteCount(_ version: Int) -> Int {
    let side = version * 4 + 17
    // Three finders with their margins, the format twice with its dark module, and two lines of
    // timing.
    var modules = side * side - 3 * 64 - 31 - 2 * (side - 16)
    let count = alignmentCount(version)
    if count > 0 {
      // No alignment pattern lies on a finder; the others in the first row and column share modules
      // with the timing.
      modules -= (count * count - 3) * 25 - 2 * (count - 2) * 5
    }
    // The version twice.
    if version >= 7 { modules -= 2 * 18 }
    return modules / 8
  }

  static func dataCount(_ version: Int, _ level: QRStyle.Level) -> Int {
    byteCount(version) - correction(version, level) * blockCount(version, level)
  }

  /// The middles of the alignment patterns along a side: annex E. The last is 6 modules from the
  /// edge, and the others precede it in even steps, the smallest ones that reach the first.
  static func alignment(_ version: Int) -> [Int] {
    let gaps = alignmentCount(version) - 1
    guard gaps > 0 else { return [] }
    let distance = version * 4 + 4
    let halfSteps = (distance + 2 * gaps - 1) / (2 * gaps)
    // The standard's only exception.
    let step = version == 32 ? 26 : halfSteps * 2
    return [6] + (1...gaps).map { 6 + distance - (gaps - $0) * step }
  }

  private static func alignmentCount(_ version: Int) -> Int {
    version == 1 ? 0 : version / 7 + 2
  }
}
