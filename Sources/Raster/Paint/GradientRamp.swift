/// A gradient's stops as premultiplied colours, from the first offset to the last.
struct GradientRamp {
  /// Offsets in 0…1, never falling.
  private(set) var offsets: [Double] = []
  /// Premultiplied components in 0…255, in the order red, green, blue, alpha.
  private(set) var colors: [SIMD4<Double>] = []

  init(_ stops: [GradientStop], opacity: Double) {
    var last = 0.0
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

  var isOpaque: Bool { colors.allSatisfy { $0.w == 255 } }

  /// The colour at an offset; at a place where two stops meet, the later one's.
  func color(at offset: Double) -> SIMD4<Double> {
    guard offset >= offsets[0] else { return colors[0] }
    var index = offsets.count - 1
    while index > 0, offsets[index] > offset { index -= 1 }
    guard index + 1 < offsets.count else { return colors[index] }
    let part = (offset - offsets[index]) / (offsets[index + 1] - offsets[index])
    return colors[index] + (colors[index + 1] - colors[index]) * part
  }

  /// Fills a table with pixels at evenly spaced offsets, the first at 0 and the last at 1.
  ///
  /// The table is long enough for the narrowest segment to move half a level an entry, within
  /// 512…8192 entries.
  func fillTable(_ table: inout Scratch<UInt32>) {
    var narrowest = 1.0
    for (a, b) in zip(offsets, offsets.dropFirst()) where b > a {
      narrowest = min(narrowest, b - a)
    }
    var count = 512
    while count < 8192, Double(count) * narrowest < 512 { count *= 2 }
    table.removeAll()
    table.reserve(count)
    for index in 0..<count {
      table.append(Color.pixel(color(at: Double(index) / Double(count - 1))))
    }
  }
}
