internal import CKernels

/// Signed area accumulators for all pixels of a small outline, as those of a `CellRow` are for one
/// row: pixel by pixel the same numbers.
@safe struct CellGrid: ~Copyable {
  private(set) var cells: Scratch<Int32>
  private(set) var height = 0
  /// Cells in a row.
  private(set) var stride = 0

  init(capacity: Int = 4096) { cells = Scratch(capacity: capacity) }

  /// Cells in a row of so many pixels: one more, and up to a multiple of four.
  @inline(__always) static func stride(forWidth width: Int) -> Int { (width &+ 4) & ~3 }

  /// Sets the size; all cells are zero before, and have to be after.
  mutating func begin(width: Int, height: Int) {
    self.height = height
    stride = CellGrid.stride(forWidth: width)
    // With the padding that kernels want behind.
    let count = stride &* (height &+ 6) &+ 32
    if cells.count < count { cells.resize(count, filledWith: 0) }
  }

  /// Empties the cells.
  mutating func clear() {
    unsafe cells.base.update(repeating: 0, count: stride &* height)
  }

  /// Adds a piece inside a pixel: `cover` is its height, `area` the part of the pixel right of it,
  /// both to be negated where `negation` is −1 and not 0.
  @inline(__always)
  static func add(
    _ cell: UnsafeMutablePointer<Int32>, cover: Int, area: Int, negation: Int
  ) {
    let area = (area ^ negation) &- negation
    let cover = (cover ^ negation) &- negation
    unsafe cell[0] &+= Int32(truncatingIfNeeded: area)
    unsafe cell[1] &+= Int32(truncatingIfNeeded: cover &- area)
  }

  /// Adds a piece of a line inside a row, from its left end to its right one.
  ///
  /// - Parameter inverse: |dy/dx| of the line.
  @inline(__always)
  static func addLine(
    _ row: UnsafeMutablePointer<Int32>, startX: Int, endX: Int, height: Int, negation: Int,
    inverse: Double
  ) {
    if (startX ^ endX) &>> 16 == 0 {
      unsafe addInside(row, fromX: startX, toX: endX, height: height, negation: negation)
    } else {
      unsafe addAcross(
        row, startX: startX, endX: endX, height: height, inverse: inverse, negation: negation)
    }
  }

  /// Adds a piece of a line inside a pixel.
  @inline(__always)
  static func addInside(
    _ row: UnsafeMutablePointer<Int32>, fromX x0: Int, toX x1: Int, height: Int, negation: Int
  ) {
    let cell = unsafe row + x0 &>> 16
    let height = (height ^ negation) &- negation
    // A half is rounded as without a sign.
    let area =
      (height &* (131072 &- (x0 & 0xFFFF) &- (x1 & 0xFFFF)) &+ (65536 &+ negation)) &>> 17
    unsafe cell[0] &+= Int32(truncatingIfNeeded: area)
    unsafe cell[1] &+= Int32(truncatingIfNeeded: height &- area)
  }

  /// Adds a piece of a line over the borders of pixels, from its left end to its right one.
  @inline(__always)
  static func addAcross(
    _ row: UnsafeMutablePointer<Int32>, startX: Int, endX: Int, height: Int, inverse: Double,
    negation: Int
  ) {
    let half = 65536 &+ negation
    let limit = Double(height)
    var cell = unsafe row + startX &>> 16
    let last = unsafe row + endX &>> 16
    let part = 65536 &- (startX & 0xFFFF)
    // Whole numbers, so that adding to them is exact.
    var distance = Double(part)
    var before = Fixed.roundedInt(min(distance * inverse, limit))
    var cover = (before ^ negation) &- negation
    var area = (cover &* part &+ half) &>> 17
    unsafe cell[0] &+= Int32(truncatingIfNeeded: area)
    /// The height that the last pixel leaves to the next.
    var rest = cover &- area
    unsafe cell += 1
    while unsafe cell < last {
      distance += 65536
      let after = Fixed.roundedInt(min(distance * inverse, limit))
      cover = ((after &- before) ^ negation) &- negation
      area = (cover &+ 1 &+ negation) &>> 1
      unsafe cell[0] &+= Int32(truncatingIfNeeded: area &+ rest)
      rest = cover &- area
      before = after
      unsafe cell += 1
    }
    cover = ((height &- before) ^ negation) &- negation
    area = (cover &* (131072 &- (endX & 0xFFFF)) &+ half) &>> 17
    unsafe cell[0] &+= Int32(truncatingIfNeeded: area &+ rest)
    unsafe cell[1] &+= Int32(truncatingIfNeeded: cover &- area)
  }

  /// Adds a piece of an arc inside a row, from its left end to its right one.
  @inline(__always)
  static func addArc(
    _ edge: borrowing Edge, _ row: UnsafeMutablePointer<Int32>, startX: Int, endX: Int,
    startY: Int, height: Int, negation: Int
  ) {
    let first = startX &>> 16
    let last = endX &>> 16
    var cell = unsafe row + first
    var before = 0
    var from = startX & 0xFFFF
    var pixel = first
    while pixel < last {
      pixel &+= 1
      let distance = edge.arcY(at: Double(pixel)) &- startY
      let after = max(min(max(distance, 0 &- distance), height), before)
      let cover = after &- before
      var area = (cover &* (65536 &- from) &+ 65536) &>> 17
      if edge.isBulging { area = area &- edge.bulge(dx: 65536 &- from, dy: cover) }
      unsafe add(cell, cover: cover, area: area, negation: negation)
      before = after
      from = 0
      unsafe cell += 1
    }
    let to = endX & 0xFFFF
    let cover = height &- before
    var area = (cover &* (131072 &- from &- to) &+ 65536) &>> 17
    if edge.isBulging { area = area &- edge.bulge(dx: to &- from, dy: cover) }
    unsafe add(cell, cover: cover, area: area, negation: negation)
  }

  /// Sums the cells of a row up to coverage, and empties them.
  ///
  /// Around the pixels from one to another, the only ones with an edge, up to three before them and four
  /// behind may be written too: with what follows from their cells, which is nothing.
  static func takeCoverage(
    _ row: UnsafeMutablePointer<Int32>, from first: Int, through last: Int, isEvenOdd: Bool,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_take_coverage_avx2(row, first, last, isEvenOdd ? 1 : 0, target)
    }
    typealias Four = SIMD4<Int32>
    var area = Four(repeating: 0)
    var index = first & ~3
    // The cell behind the last pixel takes back what is left.
    while index <= last &+ 1 {
      let cells = unsafe UnsafeMutableRawPointer(row + index)
      var sums = unsafe cells.loadUnaligned(as: Four.self)
      unsafe cells.storeBytes(of: Four(repeating: 0), as: Four.self)
      sums = sums &+ Four(0, sums[0], sums[1], sums[2])
      sums = sums &+ Four(0, 0, sums[0], sums[1])
      sums = sums &+ area
      area = Four(repeating: sums[3])
      let sign = sums &>> 31
      var amount = (sums ^ sign) &- sign
      let one = Four(repeating: 65536)
      if isEvenOdd {
        amount = amount & Four(repeating: 131071)
        amount = amount.replacing(
          with: Four(repeating: 131072) &- amount, where: amount .> one)
      } else {
        amount = amount.replacing(with: one, where: amount .> one)
      }
      let levels = ((amount &<< 8) &- amount &+ Four(repeating: 32768)) &>> 16
      unsafe UnsafeMutableRawPointer(target + index).storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: levels), as: SIMD4<UInt8>.self)
      index &+= 4
    }
  }
}
