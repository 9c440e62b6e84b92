/// A QR code of ISO/IEC 18004:2015, model 2, in byte mode: the smallest version that holds the
/// bytes, and the mask with the least penalty. Its quiet zone is not part of it.
///
/// Bytes beyond ASCII are declared to be UTF-8: without a declaration they are ISO 8859-1 by the
/// standard, and readers guess.
package struct QRCode: Equatable {
  /// Modules along a side: 21 to 177.
  package let side: Int
  /// The modules, by row and again by column: penalties count along both.
  private var rows: [QRLine]
  private var columns: [QRLine]
  /// The parts of the patterns, which are not masked.
  private var fixedRows: [QRLine]
  private var fixedColumns: [QRLine]

  /// The most bytes that a code of a level holds.
  package static func capacity(of level: QRStyle.Level, isASCII: Bool) -> Int {
    capacity(40, level, isASCII)
  }

  static var largestSide: Int { 177 }

  /// Modules along a side of the smallest code for a number of bytes; nil if they are too many.
  static func side(ofBytes count: Int, _ level: QRStyle.Level, isASCII: Bool) -> Int? {
    version(for: count, level, isASCII).map { $0 * 4 + 17 }
  }

  private static func version(for count: Int, _ level: QRStyle.Level, _ isASCII: Bool) -> Int? {
    (1...40).first { capacity($0, level, isASCII) >= count }
  }

  private static func capacity(_ version: Int, _ level: QRStyle.Level, _ isASCII: Bool) -> Int {
    // A mode of 4 bits, and the number of bytes in 8 or 16; before them 12 bits that declare UTF-8.
    QRTables.dataCount(version, level) - (version < 10 ? 2 : 3) - (isASCII ? 0 : 1)
  }

  /// - Parameter mask: 0…7; nil for the best one.
  /// - Returns: nil if the bytes are too many.
  package init?(_ bytes: [UInt8], level: QRStyle.Level, mask: Int? = nil) {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    guard let version = Self.version(for: bytes.count, level, isASCII) else { return nil }
    side = version * 4 + 17
    rows = Array(repeating: QRLine(), count: side)
    (columns, fixedRows, fixedColumns) = (rows, rows, rows)
    drawPatterns(version)
    place(QRData.codewords(bytes, version, level, isASCII: isASCII))
    var best = (mask: mask ?? 0, penalty: Int.max)
    for candidate in 0..<8 where mask == nil {
      toggle(candidate)
      drawFormat(level, candidate)
      let penalty = penalty
      if penalty < best.penalty { best = (candidate, penalty) }
      toggle(candidate)
    }
    toggle(best.mask)
    drawFormat(level, best.mask)
  }

  package func isDark(_ x: Int, _ y: Int) -> Bool { rows[y][x] }

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    rows[y][x] = isDark
    columns[x][y] = isDark
  }

  // MARK: Patterns

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard 0..<side ~= x, 0..<side ~= y else { return }
    set(x, y, isDark)
    fixedRows[y][x] = true
    fixedColumns[x][y] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<side {
      fix(6, index, index & 1 == 0)
      fix(index, 6, index & 1 == 0)
    }
    for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawRings(x, y, 4) }
    let places = QRTables.alignment(version)
    for x in places {
      for y in places {
        let isFinder = x == 6 && (y == 6 || y == side - 7) || x == side - 7 && y == 6
        if !isFinder { drawRings(x, y, 2) }
      }
    }
    // Reserves the places of the format.
    drawFormat(.low, 0)
    guard version >= 7 else { return }
    let bits = version << 12 | Self.remainder(of: version, 12, by: 0x1F25)
    for index in 0..<18 {
      let (along, across) = (side - 11 + index % 3, index / 3)
      fix(along, across, bits >> index & 1 == 1)
      fix(across, along, bits >> index & 1 == 1)
    }
  }

  /// Square rings around a module: all dark except for the second, and for the fourth of a finder.
  private mutating func drawRings(_ x: Int, _ y: Int, _ radius: Int) {
    for dy in -radius...radius {
      for dx in -radius...radius {
        let ring = max(abs(dx), abs(dy))
        fix(x + dx, y + dy, radius == 4 ? ring != 2 && ring != 4 : ring != 1)
      }
    }
  }

  private mutating func drawFormat(_ level: QRStyle.Level, _ mask: Int) {
    let data = [1, 0, 3, 2][level.rawValue] << 3 | mask
    let bits = (data << 10 | Self.remainder(of: data, 10, by: 0x537)) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits >> index & 1 == 1
      // Around the corner of the first finder, past the lines of timing.
      switch index {
      case 0..<6: fix(8, index, isDark)
      case 6, 7: fix(8, index + 1, isDark)
      case 8: fix(7, 8, isDark)
      default: fix(14 - index, 8, isDark)
      }
      if index < 8 { fix(side - 1 - index, 8, isDark) } else { fix(8, side - 15 + index, isDark) }
    }
    fix(8, side - 8, true)
  }

  /// The remainder of a polynomial over two elements, which is multiplied by x to the power of
  /// `degree` first.
  private static func remainder(of value: Int, _ degree: Int, by divisor: Int) -> Int {
    var rest = value
    for _ in 0..<degree { rest = rest << 1 ^ (rest >> (degree - 1)) * divisor }
    return rest
  }

  // MARK: Data

  /// Places the bits in columns of two modules, from the right, up and down in turn.
  private mutating func place(_ codewords: [UInt8]) {
    var next = 0
    var right = side - 1
    while right > 0 {
      if right == 6 { right = 5 }
      for step in 0..<side * 2 where next < codewords.count * 8 {
        let y = (right + 1) & 2 == 0 ? side - 1 - step / 2 : step / 2
        let x = right - step % 2
        guard !fixedRows[y][x] else { continue }
        set(x, y, codewords[next / 8] >> (7 - next % 8) & 1 == 1)
        next += 1
      }
      right -= 2
    }
  }

  private mutating func toggle(_ mask: Int) {
    // Twelve is a multiple of all periods of the masks.
    var (inRows, inColumns) = ([QRLine](), [QRLine]())
    for phase in 0..<min(12, side) {
      var (row, column) = (QRLine(), QRLine())
      for place in 0..<side {
        row[place] = Self.isMasked(place, phase, mask)
        column[place] = Self.isMasked(phase, place, mask)
      }
      inRows.append(row)
      inColumns.append(column)
    }
    for index in 0..<side {
      rows[index] = rows[index] ^ inRows[index % 12] & ~fixedRows[index]
      columns[index] = columns[index] ^ inColumns[index % 12] & ~fixedColumns[index]
    }
  }

  private static func isMasked(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    let product = x * y
    let value =
      switch mask {
      case 0: (x + y) % 2
      case 1: y % 2
      case 2: x % 3
      case 3: (x + y) % 3
      case 4: (x / 3 + y / 2) % 2
      case 5: product % 2 + product % 3
      case 6: (product % 2 + product % 3) % 2
      default: ((x + y) % 2 + product % 3) % 2
      }
    return value == 0
  }

  /// The penalty of 7.8.3: long lines, squares, patterns that look like a finder, and too many
  /// modules of one colour.
  private var penalty: Int {
    var penalty = 0
    var darkCount = 0
    for index in 0..<side {
      penalty += rows[index].penalty(side) + columns[index].penalty(side)
      if index > 0 { penalty += rows[index].squaresPenalty(after: rows[index - 1], side) }
      darkCount += rows[index].count
    }
    let total = side * side
    return penalty + abs(darkCount * 20 - total * 10) / total * 10
  }
}
