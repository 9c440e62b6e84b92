/// The shape of a gradient's tables of colours: pixels at evenly spaced offsets, the first at 0 and the last
/// at 1. One table rounds to the nearest level; several, one behind the other, are each for some of the
/// thresholds of `DitherMatrix`, so that a dithered pixel takes no longer than another.
struct GradientTable: Equatable {
  /// All entries of all tables.
  static let mostEntries = 8192
  /// The thresholds that are told apart where there is room: steps of 1/16 of a level are not seen.
  private static let mostTables = 16

  /// Entries that the narrowest segment has, if there is room.
  private static let leastOfSegment = 64.0
  /// Entries where colours meet at one place: each edge lies within half an entry of its place.
  private static let leastOfEdges = 2048

  /// Entries of one, a power of two.
  let count: Int
  /// A power of two.
  let tables: Int

  /// Enough entries for the steepest segment to move half a level an entry, and for narrow segments and hard edges
  /// to stay where they are; from 512 on.
  ///
  /// - Parameters:
  ///   - ramp: without an opacity, so that what fades has one shape.
  ///   - pixelsPerLength: how far a length of the ramp reaches on the framebuffer.
  init(_ ramp: borrowing GradientRamp, pixelsPerLength: Double) {
    let levels = ramp.steepness
    let edges = ramp.edges
    var count = edges.areHard ? GradientTable.leastOfEdges : 512
    let least = max(2 * levels.most, GradientTable.leastOfSegment / edges.narrowest)
    while count < GradientTable.mostEntries, Double(count) < least { count *= 2 }
    // At a quarter of the opacity a level lasts four times as long.
    guard levels.least < 4 * GradientRamp.leastDithered * pixelsPerLength else {
      (self.count, tables) = (count, 1)
      return
    }
    var best = (count: count, tables: GradientTable.tables(of: count, levels.most))
    while count < GradientTable.mostEntries {
      count *= 2
      let tables = GradientTable.tables(of: count, levels.most)
      if tables > best.tables { best = (count, tables) }
    }
    (self.count, tables) = best
  }

  /// The tables that there is room for, and with which no pixel is off by more than a level: half an entry's
  /// step comes to the last threshold.
  private static func tables(of count: Int, _ levels: Double) -> Int {
    let most = min(Double(mostEntries / count), Double(count) / levels, Double(mostTables))
    var tables = 1
    while Double(2 * tables) <= most { tables *= 2 }
    return tables
  }

  /// Fills the tables.
  func fill(_ table: inout Scratch<UInt32>, from ramp: borrowing GradientRamp) {
    table.reserve(count * tables)
    table.count = count * tables
    let last = 1 / Double(count - 1)
    // To convert a whole vector took three times as long as all the rest.
    @inline(__always) func fixed(_ value: Double) -> UInt32 {
      UInt32(truncatingIfNeeded: Int(value))
    }
    // Sixteen fraction bits; the first threshold is half a step, or half a level.
    let step = SIMD4<UInt32>(repeating: UInt32(0x1_0000 / tables))
    for index in 0..<count {
      let color = ramp.color(at: Double(index) * last) * 0x1p16
      // As they lie in a pixel. No component is above alpha, or is rounded otherwise.
      var levels =
        SIMD4(fixed(color.z), fixed(color.y), fixed(color.x), fixed(color.w)) &+ step &>> 1
      for place in 0..<tables {
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: levels &>> 16)
        unsafe table.base[place &* count &+ index] = unsafeBitCast(bytes, to: UInt32.self)
        levels &+= step
      }
    }
  }

  /// For eight pixels from `x` on the sum of 2²³ and the place where their table begins.
  func bases(x: Int, y: Int) -> SIMD8<Float> {
    let bytes = unsafe unsafeBitCast(DitherMatrix.thresholds(x: x, y: y), to: SIMD8<UInt8>.self)
    let thresholds = SIMD8<UInt32>(truncatingIfNeeded: bytes) &+ SIMD8(repeating: 1)
    let ranks = (thresholds &* SIMD8(repeating: UInt32(tables))) &>> 8
    // The mantissa's low bits are that number.
    let sums = SIMD8(repeating: 0x4B00_0000) | ranks &* SIMD8(repeating: UInt32(count))
    return unsafe unsafeBitCast(sums, to: SIMD8<Float>.self)
  }
}
