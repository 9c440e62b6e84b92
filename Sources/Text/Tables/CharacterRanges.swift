/// The characters that a face has by its `cmap` table, found without opening it for shaping.
///
/// Ranges may include characters whose glyph is the sign for a missing one: the font itself has to
/// be asked about contained characters. A table in an unusual format counts as containing all.
struct CharacterRanges {
  /// First and last characters in turn, ascending.
  private var bounds: [UInt32] = []
  /// True for a table in an unusual format.
  private(set) var containsAll = false

  /// The characters of several faces together, except for faces that contain all.
  init(union ranges: [CharacterRanges]) {
    var pairs: [(first: UInt32, last: UInt32)] = []
    for part in ranges where !part.containsAll {
      for place in stride(from: 0, to: part.bounds.count - 1, by: 2) {
        pairs.append((part.bounds[place], part.bounds[place + 1]))
      }
    }
    pairs.sort { $0.first < $1.first }
    for pair in pairs {
      let end = bounds.count - 1
      if end > 0, pair.first <= bounds[end] || pair.first == bounds[end] + 1 {
        bounds[end] = max(bounds[end], pair.last)
      } else {
        bounds.append(pair.first)
        bounds.append(pair.last)
      }
    }
  }

  init(_ table: FontBytes) {
    // The rank, offset and format of the best part.
    var best = (rank: 0, start: 0, format: 0)
    for index in 0..<min(table.short(at: 2), 64) {
      let record = 4 + 8 * index
      let (platform, encoding) = (table.short(at: record), table.short(at: record + 2))
      let start = table.word(at: record + 4)
      // A table of all of Unicode is preferred to one of its first plane.
      let rank =
        switch (platform, encoding) {
        case (3, 10), (0, 4), (0, 6): 3
        case (3, 1), (0, 0...3): 2
        default: 1
        }
      let format = table.short(at: start)
      if rank > best.rank, format != 14 { best = (rank, start, format) }
    }
    switch (best.rank, best.format) {
    case (2..., 4): addSegments(table, best.start)
    case (2..., 12), (2..., 13): addGroups(table, best.start)
    default: containsAll = best.rank > 0
    }
  }

  private mutating func addSegments(_ table: FontBytes, _ start: Int) {
    let size = min(table.short(at: start + 6), table.count) & ~1
    for place in stride(from: start + 14, to: start + 14 + size, by: 2) {
      // After the last characters and two more bytes come the first ones.
      add(table.short(at: place + size + 2), table.short(at: place))
    }
  }

  private mutating func addGroups(_ table: FontBytes, _ start: Int) {
    let end = min(start + 16 + 12 * table.word(at: start + 12), table.count - 11)
    for place in stride(from: start + 16, to: end, by: 12) {
      add(table.word(at: place), table.word(at: place + 4))
    }
  }

  private mutating func add(_ first: Int, _ last: Int) {
    guard first <= last, last <= 0x10FFFF else { return }
    let end = bounds.count - 1
    if end > 0, first == Int(bounds[end]) + 1 {
      bounds[end] = UInt32(last)
    } else {
      bounds.append(UInt32(first))
      bounds.append(UInt32(last))
    }
  }

  func contains(_ scalar: UInt32) -> Bool {
    // Finds the first range that ends at the character or after it.
    var low = 0
    var high = bounds.count / 2
    while low < high {
      let middle = (low + high) / 2
      if bounds[2 * middle + 1] < scalar { low = middle + 1 } else { high = middle }
    }
    return containsAll || 2 * low < bounds.count && bounds[2 * low] <= scalar
  }
}
