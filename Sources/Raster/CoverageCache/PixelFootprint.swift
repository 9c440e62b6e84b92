/// Tells in which rows the summed areas of a small outline are its coverage, from the pixels that
/// its parts go through.
///
/// A pixel's sum is exact as long as the windings that meet in it are two neighbouring numbers.
/// Windings are neighbours where the outline goes through the pixel in one piece that does not
/// cross itself, or in two pieces that do not cross and run there and back. An outline is cut into
/// runs, as long as possible, that go on to one side and up or down, or along an axis, so that
/// 1. none crosses itself, and goes through a pixel in one piece;
/// 2. two that follow each other lie in different quadrants around the point between them. So they
///    do not cross and, as they run into the pixels that both touch, do not wind twice. If their
///    directions are opposite they lie in one quadrant, where only two lines are sure not to cross;
/// 3. any other two are sure only where no pixel is touched by both.
/// A row with any other pixel is called ambiguous. A false alarm costs time and not accuracy.
@safe struct PixelFootprint: ~Copyable {
  /// The pixels of a run: a bit for each, 64 in a word, the words of one column of words together,
  /// from `place` on.
  private struct Run {
    var place = 0
    /// The rows from the first that counts, and the columns of words.
    var top = 0
    var bottom = 0
    var firstWord = 0
    var endWord = 0
    var direction = PixelFootprint.none
    var isLine = false
  }

  static let none = 8

  /// The words of four sets of pixels, in any order: all earlier runs, the subpath's first run, the
  /// last run and the present one.
  private var bits = Scratch<UInt64>(capacity: 256)
  private var height = 0
  /// Words of a column: up to an even number, as rows are compared in pairs.
  private var stride = 0
  private var firstRow = 0
  private var wordCount = 0
  private var older = 0
  private var first = Run()
  private var last = Run()
  private var run = Run()
  /// The number of runs of the subpath that have ended.
  private var count = 0
  /// True if the last run touched pixels of the first one. Another run between the two would make
  /// these rows ambiguous.
  private var meetsFirst = false
  private(set) var isAmbiguous = false
  /// For each row, true if it is ambiguous; valid if `isAmbiguous`.
  private var ambiguousRows = Scratch<Bool>(capacity: 64)
  private var startX = 0
  private var startY = 0
  private var endX = 0
  private var endY = 0

  /// Starts an outline within a width; only the given rows count.
  mutating func begin(width: Int, rows: Range<Int>) {
    height = rows.count
    firstRow = rows.lowerBound
    wordCount = (width &+ 63) &>> 6
    stride = (height &+ 1) & ~1
    let size = stride &* wordCount
    bits.removeAll()
    // With the padding that kernels need behind the words.
    bits.resize(size &* 4 &+ 7, filledWith: 0)
    older = 0
    first.place = size
    last.place = size &* 2
    run.place = size &* 3
    run.direction = PixelFootprint.none
    count = 0
    meetsFirst = false
    isAmbiguous = false
  }

  /// The way that a piece goes: one of four to a side and up or down, or one along an axis.
  @inline(__always) static func direction(dx: Int, dy: Int) -> Int {
    if dx != 0 && dy != 0 { return (dx &>> 62) & 2 | (dy &>> 63) & 1 }
    if dx | dy == 0 { return none }
    return dy == 0 ? (dx > 0 ? 4 : 5) : (dy > 0 ? 6 : 7)
  }

  /// True if pieces of a direction go along an axis.
  @inline(__always) static func isAlongAxis(_ direction: Int) -> Bool { direction > 3 }

  /// The way of the present run.
  var direction: Int { run.direction }

  /// Continues the present run with another piece in its direction.
  @inline(__always) mutating func goOn() { run.isLine = false }

  /// Ends the present run, and begins one with a line in another direction, before the pixels of
  /// the line are marked.
  mutating func beginRun(to direction: Int, atX x: Int, y: Int) {
    (endX, endY) = (x, y)
    if run.direction != PixelFootprint.none { endRun() }
    run.direction = direction
    run.isLine = true
    (startX, startY) = (x, y)
  }

  /// Moves the end of the present run.
  @inline(__always) mutating func moveEnd(x: Int, y: Int) { (endX, endY) = (x, y) }

  /// Continues with a part of a circle, in the present run or in a new one, before its pixels are
  /// marked.
  mutating func goOn(alongArcFromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    let direction = PixelFootprint.direction(dx: x1 &- x0, dy: y1 &- y0)
    if direction != run.direction { beginRun(to: direction, atX: x0, y: y0) }
    goOn()
    moveEnd(x: x1, y: y1)
  }

  /// The pixels of the present run, to be marked.
  @unsafe struct Marks {
    /// The word of the first row in the first column; `stride` leads from one column to the next.
    let words: UnsafeMutablePointer<UInt64>
    let stride: Int

    /// The first word of a counted row.
    @inline(__always) func row(_ row: Int) -> UnsafeMutablePointer<UInt64> {
      unsafe words + row
    }

    /// Marks a pixel of a row.
    @inline(__always) func mark(_ row: UnsafeMutablePointer<UInt64>, at pixel: Int) {
      unsafe row[(pixel &>> 6) &* stride] |= 1 &<< UInt64(truncatingIfNeeded: pixel)
    }

    /// Marks pixels of a row, from one to another.
    @inline(__always)
    func mark(_ row: UnsafeMutablePointer<UInt64>, from first: Int, through last: Int) {
      let words = unsafe row + (first &>> 6) &* stride
      if (first ^ last) &>> 6 == 0 {
        // The subtraction borrows from the bit behind the last one, down to the first one.
        let end: UInt64 = 2 &<< UInt64(truncatingIfNeeded: last)
        unsafe words.pointee |= end &- 1 &<< UInt64(truncatingIfNeeded: first)
      } else {
        unsafe Marks.mark(words, stride: stride, from: first & 63, through: last &- (first & ~63))
      }
    }

    /// Marks pixels of several words, counted from the first word's.
    @inline(never)
    private static func mark(
      _ words: UnsafeMutablePointer<UInt64>, stride: Int, from first: Int, through last: Int
    ) {
      var words = unsafe words
      unsafe words.pointee |= ~0 &<< UInt64(truncatingIfNeeded: first)
      for _ in 1..<max(last &>> 6, 1) {
        unsafe words += stride
        unsafe words.pointee = ~0
      }
      unsafe words[stride] |= ~(~1 &<< UInt64(truncatingIfNeeded: last))
    }
  }

  @inline(__always) var marks: Marks {
    unsafe Marks(words: bits.base + (run.place &- firstRow), stride: stride)
  }

  /// Ends a subpath.
  mutating func endSubpath() {
    if run.direction != PixelFootprint.none { endRun() }
    if count > 2, meetsFirst, !cannotCross(last, first) { markAmbiguous(last, first.place) }
    if count > 0 { merge(first) }
    if count > 1 { merge(last) }
    count = 0
    meetsFirst = false
    run.direction = PixelFootprint.none
  }

  /// True if two runs that follow each other are sure not to cross.
  private func cannotCross(_ a: Run, _ b: Run) -> Bool {
    PixelFootprint.isAlongAxis(a.direction) || a.direction ^ b.direction != 3
      || (a.isLine && b.isLine)
  }

  private mutating func endRun() {
    var ended = run
    ended.top = min(max((min(startY, endY) &>> 16) &- firstRow, 0), height)
    ended.bottom = min((max(startY, endY) &>> 16) &+ 1 &- firstRow, height)
    // Arcs may reach a little beyond their ends.
    ended.firstWord = max(min(startX, endX) &- 65536, 0) &>> 22
    ended.endWord = min((max(startX, endX) &+ 65536) &>> 22 &+ 1, wordCount)
    if meetsFirst { markAmbiguous(last, first.place) }
    let met = meetings(ended)
    if met.older { markAmbiguous(ended, older) }
    if count == 0 {
      run.place = first.place
      first = ended
    } else {
      if count == 1 {
        if met.first, !cannotCross(first, ended) { markAmbiguous(ended, first.place) }
      } else {
        meetsFirst = met.first
        if met.last, !cannotCross(last, ended) { markAmbiguous(ended, last.place) }
        merge(last)
      }
      run.place = last.place
      last = ended
    }
    count &+= 1
  }

  private typealias Pair = SIMD2<UInt64>

  /// The start and end of a run's row pairs in a column of words, relative to the run's position.
  @inline(__always) private func pairs(of run: Run, word: Int) -> (start: Int, end: Int) {
    let start = word &* stride
    return (start &+ run.top & ~1, start &+ run.bottom)
  }

  @inline(__always)
  private static func pair(_ words: UnsafeMutablePointer<UInt64>, _ index: Int) -> Pair {
    unsafe UnsafeRawPointer(words + index).loadUnaligned(as: Pair.self)
  }

  /// True if a run touches pixels of other runs. A run that does not exist has no pixels.
  @inline(__always)
  private func meetings(_ run: Run) -> (older: Bool, first: Bool, last: Bool) {
    var (withOlder, withFirst, withLast) = (Pair(), Pair(), Pair())
    let mine = unsafe bits.base + run.place
    let older = unsafe bits.base + older
    let first = unsafe bits.base + first.place
    let last = unsafe bits.base + last.place
    var word = run.firstWord
    while word < run.endWord {
      var (row, end) = pairs(of: run, word: word)
      while row < end {
        let bits = unsafe PixelFootprint.pair(mine, row)
        unsafe withOlder |= bits & PixelFootprint.pair(older, row)
        unsafe withFirst |= bits & PixelFootprint.pair(first, row)
        unsafe withLast |= bits & PixelFootprint.pair(last, row)
        row &+= 2
      }
      word &+= 1
    }
    return (
      withOlder[0] | withOlder[1] != 0, withFirst[0] | withFirst[1] != 0,
      withLast[0] | withLast[1] != 0
    )
  }

  /// Marks the rows as ambiguous in which a run touches pixels of other runs.
  @inline(never)
  private mutating func markAmbiguous(_ run: Run, _ place: Int) {
    if !isAmbiguous {
      isAmbiguous = true
      ambiguousRows.removeAll()
      ambiguousRows.resize(height, filledWith: false)
    }
    for word in run.firstWord..<max(run.endWord, run.firstWord) {
      let start = word &* stride
      for row in run.top..<max(run.bottom, run.top)
      where bits[run.place + start + row] & bits[place + start + row] != 0 {
        ambiguousRows[row] = true
      }
    }
  }

  /// True if a row's coverage has to be found in another way.
  @inline(__always) func isAmbiguous(row: Int) -> Bool {
    isAmbiguous && ambiguousRows[row &- firstRow]
  }

  /// The row behind the last one whose coverage has to be found in another way.
  var ambiguousEnd: Int {
    var end = isAmbiguous ? height : 0
    while end > 0, !ambiguousRows[end - 1] { end -= 1 }
    return end + firstRow
  }

  /// Adds a run to the earlier ones, and empties its place.
  @inline(__always) private func merge(_ run: Run) {
    let mine = unsafe bits.base + run.place
    let all = unsafe bits.base + older
    var word = run.firstWord
    while word < run.endWord {
      var (row, end) = pairs(of: run, word: word)
      while row < end {
        let sum = unsafe PixelFootprint.pair(all, row) | PixelFootprint.pair(mine, row)
        unsafe UnsafeMutableRawPointer(all + row).storeBytes(of: sum, as: Pair.self)
        unsafe UnsafeMutableRawPointer(mine + row).storeBytes(of: Pair(), as: Pair.self)
        row &+= 2
      }
      word &+= 1
    }
  }

  /// The first and the last touched pixel of a row; nil if there is none.
  @inline(__always)
  func extent(ofRow row: Int) -> (first: Int, last: Int)? {
    let words = unsafe bits.base + (older &+ row &- firstRow)
    if wordCount == 1 {
      let word = unsafe words.pointee
      return word == 0 ? nil : (word.trailingZeroBitCount, 63 &- word.leadingZeroBitCount)
    }
    var low = 0
    while low < wordCount, unsafe words[low &* stride] == 0 { low &+= 1 }
    if low == wordCount { return nil }
    var high = wordCount &- 1
    while unsafe words[high &* stride] == 0 { high &-= 1 }
    return unsafe (
      low &* 64 &+ words[low &* stride].trailingZeroBitCount,
      high &* 64 &+ 63 &- words[high &* stride].leadingZeroBitCount
    )
  }
}
