import Geometry

/// The parts of an image's rows that are clear, opaque or neither, in blocks of 16 pixels.
final class ImageRuns {
  enum Kind { case opaque, mixed, seen }

  private static let blockShift = 4
  /// The least pixels a row that need no blending, on average. Otherwise rows are blended whole:
  /// each row of a logo 400 pixels wide took 50 ns more in parts.
  private static let leastPlain = 512
  /// The most parts a row, on average. Rows of more parts are blended whole, too.
  private static let mostParts = 24

  /// Words of 64 blocks that a row takes; a row has the words of `seen` and then those of `opaque`.
  private let wordCount: Int
  private let words: [UInt64]
  /// The image's pixels outside which all is clear.
  let seenBounds: PixelRect

  private init(wordCount: Int, words: [UInt64], seenBounds: PixelRect) {
    self.wordCount = wordCount
    self.words = words
    self.seenBounds = seenBounds
  }

  /// The runs of an image's level; nil if drawing would gain nothing.
  ///
  /// A function and not a failable initializer, since Embedded Swift leaks the object of one that
  /// fails.
  static func find(in level: Image.Level) -> ImageRuns? {
    let width = level.size.width
    let height = level.size.height
    if width < ImageRuns.leastPlain { return nil }
    let wordCount = (width + 1023) >> 10
    var words: [UInt64] = []
    words.reserveCapacity(2 * wordCount * height)
    var plainCount = 0
    var partCount = 0
    var bounds = PixelRect(minX: width, minY: height, maxX: 0, maxY: 0)
    let base = unsafe level.pixels.base
    for row in 0..<height {
      var seen = [UInt64](repeating: 0, count: wordCount)
      var opaque = seen
      var last: Kind?
      var start = 0
      while start < width {
        let end = min(start + 1 << ImageRuns.blockShift, width)
        var all = UInt32.max
        var any: UInt32 = 0
        for column in start..<end {
          let pixel = unsafe base[row &* width &+ column]
          all &= pixel
          any |= pixel
        }
        let bit = UInt64(1) << UInt64(start >> ImageRuns.blockShift & 63)
        let word = start >> (ImageRuns.blockShift + 6)
        if any != 0 {
          seen[word] |= bit
          bounds.minX = min(bounds.minX, start)
          bounds.maxX = max(bounds.maxX, end)
          bounds.minY = min(bounds.minY, row)
          bounds.maxY = row + 1
        }
        if all >> 24 == 255 { opaque[word] |= bit }
        let kind = all >> 24 == 255 ? Kind.opaque : any == 0 ? nil : .mixed
        if kind != .mixed { plainCount += end - start }
        if kind != last { partCount += 1 }
        last = kind
        start = end
      }
      words += seen
      words += opaque
    }
    if plainCount < ImageRuns.leastPlain * height || partCount > ImageRuns.mostParts * height {
      return nil
    }
    return ImageRuns(wordCount: wordCount, words: words, seenBounds: bounds)
  }

  /// Appends the parts of one kind in a stretch of an image's row.
  ///
  /// - Parameters:
  ///   - span: of the surface's row, without a mask.
  ///   - offset: from the image's columns to the surface's.
  func append(
    _ kind: Kind, of span: CoverageSpan, row: Int, offset: Int,
    to spans: inout Scratch<CoverageSpan>
  ) {
    let first = (span.x &- offset) >> ImageRuns.blockShift
    let last = (span.end &- offset &- 1) >> ImageRuns.blockShift
    unsafe words.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return }
      let seen = unsafe base + 2 &* wordCount &* row
      let opaque = unsafe seen + wordCount
      // The beginning of a part that reaches the end of its word, or −1.
      var open = -1
      func append(from start: Int, to end: Int) {
        let left = max(start &<< ImageRuns.blockShift &+ offset, span.x)
        let right = min(end &<< ImageRuns.blockShift &+ offset, span.end)
        spans.append(
          CoverageSpan(x: left, length: right &- left, mask: -1, value: span.value))
      }
      for word in first >> 6...last >> 6 {
        var bits =
          switch kind {
          case .opaque: unsafe opaque[word]
          case .mixed: unsafe seen[word] & ~opaque[word]
          case .seen: unsafe seen[word]
          }
        let low = max(first &- word &* 64, 0)
        let high = min(last &- word &* 64, 63)
        bits &= (~0 &<< UInt64(low)) & (~0 &>> UInt64(63 &- high))
        if open >= 0, bits & 1 == 0 {
          append(from: open, to: word &* 64)
          open = -1
        }
        while bits != 0 {
          let shift = UInt64(truncatingIfNeeded: bits.trailingZeroBitCount)
          let length = (~(bits &>> shift)).trailingZeroBitCount
          let end = word &* 64 &+ Int(shift) &+ length
          let start = open >= 0 ? open : word &* 64 &+ Int(shift)
          open = -1
          bits &= bits &+ (bits & (0 &- bits))
          if end & 63 == 0 && end <= last {
            open = start
          } else {
            append(from: start, to: min(end, last &+ 1))
          }
        }
      }
    }
  }
}
