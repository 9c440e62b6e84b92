/// Stretches of a row, apart and from left to right. One that is added close to another becomes
/// one with it.
@safe struct RowStretches: ~Copyable {
  /// Stretches this close are not worth being apart.
  private static let slack = 16
  /// From this many on, all that are added become one with the others.
  private static let most = 16

  private var stretches = Scratch<VisibleIntervals.Interval>(capacity: most + 1)

  var count: Int { stretches.count }
  @inline(__always) subscript(index: Int) -> VisibleIntervals.Interval {
    unsafe stretches.base[index]
  }

  mutating func removeAll() { stretches.removeAll() }

  mutating func add(from start: Int, to end: Int) {
    let slack = count < RowStretches.most ? RowStretches.slack : 1 << 30
    let all = unsafe stretches.base
    // The first that reaches the new one, or lies behind it; then those that are one with it.
    var first = count
    while first > 0, unsafe all[first &- 1].end &+ slack >= start { first &-= 1 }
    var last = first
    while last < count, unsafe all[last].start <= end &+ slack { last &+= 1 }
    var stretch = VisibleIntervals.Interval(start: start, end: end)
    if first < last {
      stretch.start = unsafe min(start, all[first].start)
      stretch.end = unsafe max(end, all[last &- 1].end)
    }
    // There is capacity for one more than ever stays.
    unsafe (all + (first &+ 1)).copy(from: all + last, count: count &- last)
    stretches.count &-= last &- first &- 1
    unsafe all[first] = stretch
  }

  /// Calls with the parts of `start..<end` from left to right, and whether each is in a stretch.
  @inline(__always)
  func forEachPart(from start: Int, to end: Int, _ body: (Int, Int, _ isInside: Bool) -> Void) {
    var place = start
    for index in 0..<count {
      let stretch = self[index]
      if stretch.end <= place { continue }
      if stretch.start >= end { break }
      if stretch.start > place { body(place, stretch.start, false) }
      let inside = max(place, stretch.start)
      place = min(stretch.end, end)
      body(inside, place, true)
    }
    if place < end { body(place, end, false) }
  }
}
