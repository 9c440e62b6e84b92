/// The stretches of a row that no opaque span covers yet, from left to right.
@safe struct RowGaps: ~Copyable {
  struct Gap: BitwiseCopyable, Equatable {
    var start: Int
    var end: Int
  }

  /// Opaque spans shorter than this leave their gap open: drawing what lies under them costs less
  /// than another gap.
  private static let shortestClosing = 24

  private(set) var gaps = Scratch<Gap>(capacity: 16)
  private var next = Scratch<Gap>(capacity: 16)

  /// True if such a span of an opaque item closes its gap, whatever others the item has.
  @inline(__always) static func isClosing(_ span: CoverageSpan) -> Bool {
    span.isFull && span.length >= shortestClosing
  }

  var count: Int { gaps.count }
  subscript(index: Int) -> Gap { gaps[index] }

  mutating func removeAll() { gaps.removeAll() }
  mutating func append(_ gap: Gap) { gaps.append(gap) }

  /// Opens the whole row.
  mutating func begin(minX: Int, maxX: Int) {
    gaps.removeAll()
    gaps.append(Gap(start: minX, end: maxX))
  }

  /// Opens some stretches of the row.
  mutating func begin(_ stretches: borrowing RowStretches) {
    gaps.removeAll()
    for index in 0..<stretches.count { gaps.append(stretches[index]) }
  }

  /// Takes the longer full spans of an opaque item, those from `firstSpan` on, out of the gaps.
  @inline(__always)
  mutating func close(by spans: borrowing Scratch<CoverageSpan>, since firstSpan: Int) {
    let all = unsafe spans.base
    let isOnly = spans.count - firstSpan == 1
    for index in firstSpan..<spans.count {
      let span = unsafe all[index]
      if RowGaps.isClosing(span) || (isOnly && span.isFull) {
        return takeOut(spans, since: firstSpan)
      }
    }
  }

  private mutating func takeOut(_ spans: borrowing Scratch<CoverageSpan>, since firstSpan: Int) {
    next.removeAll()
    let isOnly = spans.count - firstSpan == 1
    var index = firstSpan
    for place in 0..<gaps.count {
      var gap = gaps[place]
      while index < spans.count {
        let span = spans[index]
        if span.x >= gap.end { break }
        if RowGaps.isClosing(span) || (isOnly && span.isFull), span.end > gap.start {
          if span.x > gap.start { next.append(Gap(start: gap.start, end: span.x)) }
          gap.start = min(span.end, gap.end)
        }
        // A span may reach into the next gap too.
        if span.end > gap.end { break }
        index += 1
      }
      if gap.start < gap.end { next.append(gap) }
    }
    swap(&gaps, &next)
  }
}
