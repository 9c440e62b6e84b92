/// Tells in which rows the summed areas of a small outline are its coverage, from the pixels that its
/// parts go through.
///
/// A pixel's sum is exact as long as the windings that meet in it are two neighbouring numbers. That
/// holds where the outline goes through it in one piece that does not cross itself, or in two that do
/// not cross and run there and back. An outline is cut into runs, as long as possible, that go on to
/// one side and up or down, or along an axis, so that
/// 1. none crosses itself, and goes through a pixel in one piece;
/// 2. two that follow each other lie in different quadrants around the point between them, and so
///    neither cross nor, as they run into the pixels that both touch, wind twice; but those whose
///    directions are opposite lie in one, where only two lines are sure not to cross;
/// 3. any other two are sure only where no pixel is touched by both.
/// A row with any other pixel is called doubtful. It costs time and not accuracy.
@safe struct MaskTouches: ~Copyable {
  /// The pixels of a run: a bit for each, 64 in a word, the words of one column of words together.
  private struct Run {
    var place = 0
    var rows = 0..<0
    var words = 0..<0
    var direction = MaskTouches.none
    var isLine = false
  }

  private static let none = 4

  /// The words of all earlier runs, of the subpath's first one, of the last one and of the present
  /// one, in any order.
  private var bits = Scratch<UInt64>(capacity: 256)
  private var height = 0
  private var firstRow = 0
  private var wordCount = 0
  private var older = 0
  private var first = Run()
  private var last = Run()
  private var run = Run()
  /// How many runs of the subpath have ended.
  private var count = 0
  /// Whether the last run touched what the first one does: they have to follow each other.
  private var meetsFirst = false
  private(set) var isDoubtful = false
  /// For each row, where any is doubtful, whether it is.
  private var doubts = Scratch<Bool>(capacity: 64)
  private var startX = 0
  private var startY = 0
  private var endX = 0
  private var endY = 0

  /// Starts an outline within a width, of which some rows count.
  mutating func begin(width: Int, rows: Range<Int>) {
    height = rows.count
    firstRow = rows.lowerBound
    wordCount = (width &+ 63) &>> 6
    let size = height &* wordCount
    bits.removeAll()
    bits.resize(size &* 4, filledWith: 0)
    older = 0
    first.place = size
    last.place = size &* 2
    run.place = size &* 3
    run.direction = MaskTouches.none
    count = 0
    meetsFirst = false
    isDoubtful = false
  }

  /// Tells where the next piece goes before its pixels are marked.
  @inline(__always)
  mutating func goOn(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int, isLine: Bool) {
    let right = (x1 > x0 ? 1 : 0) &- (x1 < x0 ? 1 : 0)
    let down = (y1 > y0 ? 1 : 0) &- (y1 < y0 ? 1 : 0)
    let direction = 3 &* right &+ down &+ 4
    if direction == run.direction {
      run.isLine = false
    } else {
      if run.direction != MaskTouches.none { endRun() }
      run.direction = direction
      run.isLine = isLine
      startX = x0
      startY = y0
    }
    endX = x1
    endY = y1
  }

  /// Marks the pixels of the present run.
  @unsafe struct Marker {
    let words: UnsafeMutablePointer<UInt64>
    let height: Int
    let isNarrow: Bool

    /// Marks pixels of a row that counts, from one to another.
    @inline(__always)
    func mark(_ row: Int, from first: Int, through last: Int) {
      let words = unsafe words + row
      if unsafe isNarrow {
        let ones: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 63 &- last &+ first)
        unsafe words.pointee |= ones &<< UInt64(truncatingIfNeeded: first)
      } else {
        unsafe Marker.mark(words, height: height, from: first, through: last)
      }
    }

    @inline(never)
    private static func mark(
      _ words: UnsafeMutablePointer<UInt64>, height: Int, from first: Int, through last: Int
    ) {
      var index = first
      while index <= last {
        let end = min(last, index | 63)
        let ones: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 63 &- (end &- index))
        unsafe words[(index &>> 6) &* height] |=
          ones &<< UInt64(truncatingIfNeeded: index & 63)
        index = end &+ 1
      }
    }
  }

  @inline(__always) var marker: Marker {
    unsafe Marker(
      words: bits.base + (run.place &- firstRow), height: height, isNarrow: wordCount == 1)
  }

  /// Ends a subpath.
  mutating func endSubpath() {
    if run.direction != MaskTouches.none { endRun() }
    if count > 2, meetsFirst, !areApart(last, first) { doubt(last, first.place) }
    if count > 0 { merge(first) }
    if count > 1 { merge(last) }
    count = 0
    meetsFirst = false
    run.direction = MaskTouches.none
  }

  /// Whether two runs that follow each other are sure not to cross.
  private func areApart(_ a: Run, _ b: Run) -> Bool {
    let isDiagonal = b.direction & 1 == 0
    return !isDiagonal || a.direction &+ b.direction != 8 || (a.isLine && b.isLine)
  }

  private mutating func endRun() {
    let top = min(max((min(startY, endY) &>> 16) &- firstRow, 0), height)
    run.rows = top..<max(min((max(startY, endY) &>> 16) &+ 1 &- firstRow, height), top)
    // Arcs may reach a little beyond their ends.
    let left = max(min(startX, endX) &- 65536, 0)
    let right = max(startX, endX) &+ 65536
    run.words = (left &>> 22)..<min((right &>> 22) &+ 1, wordCount)
    if meetsFirst { doubt(last, first.place) }
    let met = meetings()
    if met.older { doubt(run, older) }
    if count == 0 {
      swap(&first, &run)
    } else {
      if count == 1 {
        if met.first, !areApart(first, run) { doubt(run, first.place) }
      } else {
        meetsFirst = met.first
        if met.last, !areApart(last, run) { doubt(run, last.place) }
        merge(last)
      }
      swap(&last, &run)
    }
    count &+= 1
  }

  /// Whether the present run touches pixels of others; of those that are not there it does not.
  @inline(__always)
  private func meetings() -> (older: Bool, first: Bool, last: Bool) {
    var (withOlder, withFirst, withLast): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var word = run.words.lowerBound
    while word < run.words.upperBound {
      let start = unsafe bits.base + (word &* height &+ run.rows.lowerBound)
      let mine = unsafe start + run.place
      let older = unsafe start + older
      let first = unsafe start + first.place
      let last = unsafe start + last.place
      for row in 0..<run.rows.count {
        let bits = unsafe mine[row]
        unsafe withOlder |= bits & older[row]
        unsafe withFirst |= bits & first[row]
        unsafe withLast |= bits & last[row]
      }
      word &+= 1
    }
    return (withOlder != 0, withFirst != 0, withLast != 0)
  }

  /// Calls the rows doubtful in which a run touches pixels of others.
  @inline(never)
  private mutating func doubt(_ run: Run, _ place: Int) {
    if !isDoubtful {
      isDoubtful = true
      doubts.removeAll()
      doubts.resize(height, filledWith: false)
    }
    for word in run.words {
      let start = word &* height
      for row in run.rows where bits[run.place + start + row] & bits[place + start + row] != 0 {
        doubts[row] = true
      }
    }
  }

  /// Whether a row's coverage has to be found in another way.
  @inline(__always) func isDoubtful(row: Int) -> Bool { isDoubtful && doubts[row &- firstRow] }

  /// Adds a run to the earlier ones, and empties its place.
  @inline(__always)
  private func merge(_ run: Run) {
    var word = run.words.lowerBound
    while word < run.words.upperBound {
      let start = word &* height &+ run.rows.lowerBound
      let bits = unsafe bits.base + (run.place &+ start)
      let all = unsafe self.bits.base + (older &+ start)
      for row in 0..<run.rows.count {
        unsafe all[row] |= bits[row]
        unsafe bits[row] = 0
      }
      word &+= 1
    }
  }

  /// The first and the last pixel touched in a row; nil where there is none.
  @inline(__always)
  func reach(ofRow row: Int) -> (first: Int, last: Int)? {
    let words = unsafe bits.base + (older &+ row &- firstRow)
    var low = 0
    while low < wordCount, unsafe words[low &* height] == 0 { low &+= 1 }
    if low == wordCount { return nil }
    var high = wordCount &- 1
    while unsafe words[high &* height] == 0 { high &-= 1 }
    return unsafe (
      low &* 64 &+ words[low &* height].trailingZeroBitCount,
      high &* 64 &+ 63 &- words[high &* height].leadingZeroBitCount
    )
  }
}
