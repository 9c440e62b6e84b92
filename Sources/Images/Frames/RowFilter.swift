/// PNG's row filters: a row is stored as its difference from a prediction (PNG specification, 9.2).
struct RowFilter {
  private let pixelByteCount: Int
  private let choosesFilters: Bool
  private var previous: [UInt8]
  private var candidate: [UInt8] = []
  /// The filtered row with its filter's number in front.
  private(set) var filtered: [UInt8]

  /// - Parameter byteCount: the bytes of a row.
  init(byteCount: Int, pixelByteCount: Int, choosesFilters: Bool) {
    self.pixelByteCount = pixelByteCount
    self.choosesFilters = choosesFilters
    previous = Array(repeating: 0, count: byteCount)
    filtered = Array(repeating: 0, count: byteCount + 1)
    if choosesFilters { candidate = filtered }
  }

  /// Filters the next row, which becomes the row above for the one after it.
  ///
  /// - Parameter isAlone: true for a row that is not predicted from the row above.
  mutating func filter(_ row: inout [UInt8], isAlone: Bool = false) {
    precondition(row.count == previous.count)
    if isAlone {
      Self.apply(1, row, above: previous, pixelByteCount, &filtered)
    } else if choosesFilters {
      chooseFilter(row)
    } else {
      Self.apply(2, row, above: previous, pixelByteCount, &filtered)
    }
    swap(&row, &previous)
  }

  /// The usual rule of thumb: the filter with the least sum of absolute signed differences.
  private mutating func chooseFilter(_ row: [UInt8]) {
    var best = Int.max
    for kind: UInt8 in 0...4 {
      Self.apply(kind, row, above: previous, pixelByteCount, &candidate)
      var sum = 0
      for index in 1..<candidate.count {
        sum += Int(Int8(bitPattern: candidate[index]).magnitude)
      }
      if sum < best {
        best = sum
        swap(&candidate, &filtered)
      }
    }
  }

  private static func apply(
    _ kind: UInt8, _ row: [UInt8], above: [UInt8], _ step: Int, _ output: inout [UInt8]
  ) {
    let row = row.span
    let above = above.span
    var output = output.mutableSpan
    output[0] = kind
    switch kind {
    case 0: for index in row.indices { output[index &+ 1] = row[index] }
    case 2: for index in row.indices { output[index &+ 1] = row[index] &- above[index] }
    default:
      for index in row.indices {
        let left = index < step ? 0 : row[index &- step]
        let up = above[index]
        let upLeft = index < step ? 0 : above[index &- step]
        let guess: UInt8 =
          switch kind {
          case 1: left
          case 3: UInt8(truncatingIfNeeded: (UInt16(left) &+ UInt16(up)) >> 1)
          default: paeth(left, up, upLeft)
          }
        output[index &+ 1] = row[index] &- guess
      }
    }
  }

  @inline(__always)
  private static func paeth(_ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8 {
    let estimate = Int(left) &+ Int(up) &- Int(upLeft)
    let toLeft = abs(estimate &- Int(left))
    let toUp = abs(estimate &- Int(up))
    let toUpLeft = abs(estimate &- Int(upLeft))
    if toLeft <= toUp, toLeft <= toUpLeft { return left }
    return toUp <= toUpLeft ? up : upLeft
  }
}
