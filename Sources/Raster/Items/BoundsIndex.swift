import Geometry

/// Finds the commands of a list that may touch a rectangle without looking at all of them.
///
/// The surface is cut into strips of rows and strips of columns; each has a bit for every command
/// whose bounds reach into it. A command in a rectangle has its bit in one of the rectangle's
/// strips of rows and in one of its strips of columns. So 64 commands are found at a time, and in
/// order.
@safe struct BoundsIndex: ~Copyable {
  /// Strips of 2⁶ rows or columns.
  private static let stripShift = 6

  /// The strips of rows from the top down, then those of columns from the left.
  private var bits = Scratch<UInt64>(capacity: 64)
  private var rowStrips = 0
  private var columnStrips = 0
  /// Words in a strip.
  private var wordCount = 0

  private static func strips(_ length: Int) -> Int {
    (max(length, 0) + (1 << stripShift) - 1) >> stripShift
  }

  /// Starts a list of so many commands; none of them touches anything yet.
  mutating func reset(count: Int, size: PixelSize) {
    rowStrips = BoundsIndex.strips(size.height)
    columnStrips = BoundsIndex.strips(size.width)
    wordCount = (count + 63) >> 6
    bits.removeAll()
    bits.resize((rowStrips + columnStrips) * wordCount, filledWith: 0)
  }

  /// Enters a command's bounds.
  mutating func insert(_ bounds: PixelRect, of index: Int) { set(true, bounds, of: index) }

  /// Takes a command's bounds out.
  mutating func remove(_ bounds: PixelRect, of index: Int) { set(false, bounds, of: index) }

  private mutating func set(_ isIn: Bool, _ bounds: PixelRect, of index: Int) {
    let (rows, columns) = strips(of: bounds)
    if rows.isEmpty || columns.isEmpty { return }
    let bit = UInt64(1) << UInt64(index & 63)
    let word = index >> 6
    for strip in rows { set(isIn, bit, at: strip * wordCount + word) }
    for strip in columns { set(isIn, bit, at: strip * wordCount + word) }
  }

  private mutating func set(_ isIn: Bool, _ bit: UInt64, at place: Int) {
    bits[place] = isIn ? bits[place] | bit : bits[place] & ~bit
  }

  /// Calls `body` with the commands whose bounds may touch a rectangle, from back to front.
  @inline(__always)
  func forEach(in rect: PixelRect, _ body: (_ index: Int) -> Void) {
    let (rows, columns) = strips(of: rect)
    if rows.isEmpty || columns.isEmpty { return }
    for word in 0..<wordCount {
      var inRows: UInt64 = 0
      for strip in rows { inRows |= bits[strip * wordCount + word] }
      if inRows == 0 { continue }
      var inColumns: UInt64 = 0
      for strip in columns { inColumns |= bits[strip * wordCount + word] }
      var found = inRows & inColumns
      while found != 0 {
        body(word * 64 + found.trailingZeroBitCount)
        found &= found &- 1
      }
    }
  }

  /// The strips that a rectangle reaches into, numbered as in `bits`.
  private func strips(of rect: PixelRect) -> (rows: Range<Int>, columns: Range<Int>) {
    let none = 0..<0
    if rect.isEmpty { return (none, none) }
    func range(_ start: Int, _ end: Int, _ count: Int, _ first: Int) -> Range<Int> {
      let from = max(start, 0) >> BoundsIndex.stripShift
      let to = min(
        (max(end, 0) + (1 << BoundsIndex.stripShift) - 1) >> BoundsIndex.stripShift, count)
      return from < to ? (first + from)..<(first + to) : none
    }
    return (
      range(rect.minY, rect.maxY, rowStrips, 0),
      range(rect.minX, rect.maxX, columnStrips, rowStrips)
    )
  }
}
