/// The stretches of a row that no opaque span covers yet, from left to right.
@safe struct VisibleIntervals: ~Copyable {
  struct Interval: BitwiseCopyable, Equatable {
    var start: Int
    var end: Int
  }

  /// Opaque spans shorter than this leave their interval open: drawing the pixels under them costs
  /// less than another interval.
  private static let shortestClosing = 24

  private(set) var intervals = Scratch<Interval>(capacity: 16)
  private var next = Scratch<Interval>(capacity: 16)

  /// True if such a span of an opaque item closes its interval, whatever others the item has.
  @inline(__always) private static func isClosing(_ span: CoverageSpan) -> Bool {
    span.isFull && span.length >= shortestClosing
  }

  var count: Int { intervals.count }
  subscript(index: Int) -> Interval { intervals[index] }

  mutating func removeAll() { intervals.removeAll() }
  mutating func append(_ interval: Interval) { intervals.append(interval) }

  /// Opens the whole row.
  mutating func begin(minX: Int, maxX: Int) {
    intervals.removeAll()
    intervals.append(Interval(start: minX, end: maxX))
  }

  /// Opens some stretches of the row.
  mutating func begin(_ stretches: borrowing RowStretches) {
    intervals.removeAll()
    for index in 0..<stretches.count { intervals.append(stretches[index]) }
  }

  /// Removes the longer full spans of an opaque item from the intervals; its spans start at
  /// `firstSpan`.
  @inline(__always)
  mutating func close(by spans: borrowing Scratch<CoverageSpan>, since firstSpan: Int) {
    let all = unsafe spans.base
    let isOnly = spans.count - firstSpan == 1
    for index in firstSpan..<spans.count {
      let span = unsafe all[index]
      if VisibleIntervals.isClosing(span) || (isOnly && span.isFull) {
        return subtract(spans, since: firstSpan)
      }
    }
  }

  private mutating func subtract(_ spans: borrowing Scratch<CoverageSpan>, since firstSpan: Int) {
    next.removeAll()
    let isOnly = spans.count - firstSpan == 1
    var index = firstSpan
    for place in 0..<intervals.count {
      var interval = intervals[place]
      while index < spans.count {
        let span = spans[index]
        if span.x >= interval.end { break }
        if VisibleIntervals.isClosing(span) || (isOnly && span.isFull), span.end > interval.start {
          if span.x > interval.start { next.append(Interval(start: interval.start, end: span.x)) }
          interval.start = min(span.end, interval.end)
        }
        // A span may reach into the next interval too.
        if span.end > interval.end { break }
        index += 1
      }
      if interval.start < interval.end { next.append(interval) }
    }
    swap(&intervals, &next)
  }
}

/// Stretches of a row, apart and from left to right. One that is added close to another becomes
/// one with it.
@safe struct RowStretches: ~Copyable {
  /// Stretches this close are not worth being apart.
  private static let slack = 16
  /// With this many stretches, one that is added joins all of them to one.
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
    // The first stretch that reaches the new one, or lies behind it; then the end of those that
    // join it.
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
}
