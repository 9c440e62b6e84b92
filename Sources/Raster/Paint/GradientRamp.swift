/// A gradient's stops as premultiplied colours, from the first offset to the last.
struct GradientRamp {
  /// Offsets in 0…1, never falling.
  private(set) var offsets: [Double] = []
  /// Premultiplied components in 0…255, in the order red, green, blue, alpha.
  private(set) var colors: [SIMD4<Double>] = []

  init(_ stops: [GradientStop], opacity: Double) {
    var last = 0.0
    offsets.reserveCapacity(stops.count)
    colors.reserveCapacity(stops.count)
    for stop in stops {
      last = max(last, stop.offset > 0 ? min(stop.offset, 1) : 0)
      offsets.append(last)
      colors.append(stop.color.premultiplied(opacity: opacity))
    }
    if offsets.isEmpty {
      offsets = [0]
      colors = [SIMD4(repeating: 0)]
    }
  }

  /// Components, or their steps, with 24 fraction bits; bits beyond 32 are dropped.
  @inline(__always) static func fixed(_ values: SIMD4<Double>) -> SIMD4<UInt32> {
    // To convert a whole vector takes three times as long.
    @inline(__always) func fixed(_ value: Double) -> UInt32 {
      UInt32(truncatingIfNeeded: Fixed.roundedInt(value * 0x1p24))
    }
    return SIMD4(fixed(values.x), fixed(values.y), fixed(values.z), fixed(values.w))
  }

  var isOpaque: Bool { colors.allSatisfy { $0.w == 255 } }

  /// Levels a pixel from which on gradients are not dithered, since no level lasts for two pixels.
  static let leastDithered = 0.5

  /// The number of levels in a length of the ramp if all of it were like a segment, counted for the
  /// component that changes most.
  func steepness(ofSegment index: Int) -> Double {
    let change = colors[index + 1] - colors[index]
    let width = offsets[index + 1] - offsets[index]
    return max(abs(change.x), abs(change.y), abs(change.z), abs(change.w)) / width
  }

  /// The colour at an offset; at a place where two stops meet, the later one's.
  func color(at offset: Double) -> SIMD4<Double> {
    guard offset >= offsets[0] else { return colors[0] }
    var index = offsets.count - 1
    while index > 0, offsets[index] > offset { index -= 1 }
    guard index + 1 < offsets.count else { return colors[index] }
    let part = (offset - offsets[index]) / (offsets[index + 1] - offsets[index])
    return colors[index] + (colors[index + 1] - colors[index]) * part
  }

  /// The width of the narrowest segment, and true if two colours meet at one place.
  var edges: (narrowest: Double, areHard: Bool) {
    var (narrowest, areHard) = (1.0, false)
    for index in 0..<(offsets.count - 1) {
      let width = offsets[index + 1] - offsets[index]
      if width > 0 { narrowest = min(narrowest, width) } else { areHard = true }
    }
    return (narrowest, areHard)
  }

  /// The steepness of the steepest segment, and the least steepness above 0.
  var steepness: (most: Double, least: Double) {
    var (most, least) = (0.0, Double.infinity)
    for index in 0..<(offsets.count - 1) where offsets[index + 1] > offsets[index] {
      let levels = steepness(ofSegment: index)
      most = max(most, levels)
      if levels > 0 { least = min(least, levels) }
    }
    return (most, least)
  }
}

/// The shape of a gradient's tables of colours: pixels at evenly spaced offsets, the first at 0 and
/// the last at 1. One table rounds to the nearest level; several, one behind the other, are each
/// for some of the thresholds of `DitherMatrix`, so that a dithered pixel takes no longer than
/// another.
struct GradientTable: Equatable {
  /// All entries of all tables.
  static let mostEntries = 8192
  /// The most thresholds that are told apart, if there are enough entries: steps of 1/16 of a level
  /// are not seen.
  private static let mostTables = 16

  /// The least entries of the narrowest segment, if there are enough.
  private static let leastOfSegment = 64.0
  /// Entries where colours meet at one place: each edge lies within half an entry of its place.
  private static let leastOfEdges = 2048

  /// Entries of one table, a power of two.
  let count: Int
  /// The number of tables, a power of two.
  let tables: Int

  /// Enough entries for the steepest segment to move half a level an entry, and for narrow segments
  /// and hard edges to stay where they are; from 512 on.
  ///
  /// - Parameters:
  ///   - ramp: without an opacity, so that a gradient that fades keeps its shape.
  ///   - pixelsPerLength: the framebuffer pixels that a length of the ramp covers.
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

  /// The most tables for which there are enough entries and no pixel is off by more than a level.
  /// Half an entry's step adds to the last threshold.
  private static func tables(of count: Int, _ levels: Double) -> Int {
    let most = min(Double(mostEntries / count), Double(count) / levels, Double(mostTables))
    var tables = 1
    while Double(2 * tables) <= most { tables *= 2 }
    return tables
  }

  /// Fills the tables, each as an axial gradient along its entries.
  func fill(_ table: inout Scratch<UInt32>, from ramp: borrowing GradientRamp) {
    table.reserve(count * tables)
    table.count = count * tables
    let offsets = ramp.offsets
    // The first entry at an offset or behind it.
    func entry(_ offset: Double) -> Int { Int((offset * Double(count - 1)).rounded(.up)) }
    let last = offsets.count - 1
    fill(&table, from: 0, to: entry(offsets[0]), ramp, segment: -1)
    for segment in 0..<last {
      fill(
        &table, from: entry(offsets[segment]), to: entry(offsets[segment + 1]), ramp,
        segment: segment)
    }
    fill(&table, from: entry(offsets[last]), to: count, ramp, segment: last)
  }

  /// Fills entries in a segment, before all segments or behind them.
  private func fill(
    _ table: inout Scratch<UInt32>, from start: Int, to end: Int, _ ramp: borrowing GradientRamp,
    segment: Int
  ) {
    if start >= end { return }
    let isInner =
      segment >= 0 && segment + 1 < ramp.offsets.count
      && ramp.offsets[segment + 1] - ramp.offsets[segment] >= AxialShader.narrowest
    var color = ramp.colors[max(segment, 0)]
    var step = SIMD4<Double>.zero
    if isInner {
      let offset = ramp.offsets[segment]
      let slope = (ramp.colors[segment + 1] - color) * (1 / (ramp.offsets[segment + 1] - offset))
      step = slope * (1 / Double(count - 1))
      color += step * (Double(start) - offset * Double(count - 1))
    }
    var line = AxialShader.Line(starts: .zero, steps: GradientRamp.fixed(step), thresholds: 0)
    for place in 0..<tables {
      // The first threshold is half a step, or half a level.
      line.starts = GradientRamp.fixed(color + (Double(place) + 0.5) / Double(tables))
      unsafe AxialShader.fillLinear(
        table.base + (place * count + start), count: end - start, line, isOpaque: ramp.isOpaque)
    }
  }

  /// For eight pixels from `x` on, the sum of 2²³ and the place where a pixel's table begins.
  func bases(x: Int, y: Int) -> SIMD8<Float> {
    let bytes = unsafe unsafeBitCast(DitherMatrix.thresholds(x: x, y: y), to: SIMD8<UInt8>.self)
    let thresholds = SIMD8<UInt32>(truncatingIfNeeded: bytes) &+ SIMD8(repeating: 1)
    let ranks = (thresholds &* SIMD8(repeating: UInt32(tables))) &>> 8
    // The mantissa's low bits are that number.
    let sums = SIMD8(repeating: 0x4B00_0000) | ranks &* SIMD8(repeating: UInt32(count))
    return unsafe unsafeBitCast(sums, to: SIMD8<Float>.self)
  }
}
