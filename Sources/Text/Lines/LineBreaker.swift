/// Divides a text into lines of a width, and ends it with an ellipsis if it does not fit.
struct LineBreaker {
  let text: ShapedText
  let attributes: TextAttributes
  /// Points.
  let width: Double

  init(_ text: ShapedText, _ attributes: TextAttributes, width: Double) {
    self.text = text
    self.attributes = attributes
    self.width = width
  }

  /// The content of a line: a part of a paragraph.
  struct Piece {
    var paragraph: Int
    var range: Range<Int>
  }

  /// The excess of a width that counts as a rounding error.
  static var slack: Double { 1e-6 }

  // MARK: Size

  /// The greatest size that fits, in steps of a point down from the requested one; if none does,
  /// the least one for a text that may be truncated, and nil for any other.
  func fittingSize(height: Double, font: Font) -> Double? {
    guard let least = attributes.minimumSize else { return attributes.size }
    // A bound on the number of steps.
    var size = min(attributes.size, 10_000)
    // Sizes that are certainly too great are skipped; all others are tried.
    let limit = greatestSize(height: height, font: font)
    if size > limit { size -= (size - limit).rounded(.down) }
    while size >= least, size > 0 {
      if fits(size: size, height: height, font: font) { return size }
      size -= 1
    }
    return attributes.truncation == .none ? nil : min(attributes.size, least)
  }

  /// No greater size fits: the width limits one line, and the height of the largest run of each
  /// paragraph limits wrapped ones.
  private func greatestSize(height: Double, font: Font) -> Double {
    if attributes.isWrapped {
      let least = max(text.leastHeight, text.leastScale)
      return max(height + 0.01, 0) / attributes.lineHeight(of: font, size: 1) / least
    }
    let width = text.naturalWidth(size: 1)
    guard attributes.letterSpacing >= 0, width > 0 else { return .infinity }
    return max(self.width + LineBreaker.slack, 0) / width
  }

  private func fits(size: Double, height: Double, font: Font) -> Bool {
    guard attributes.isWrapped else {
      return text.naturalWidth(size: size, letterSpacing: attributes.letterSpacing)
        <= width + LineBreaker.slack
    }
    let lineHeight = attributes.lineHeight(of: font, size: size) * text.leastScale
    var most = Int(((height + 0.01) / lineHeight).clamped(to: 0...Double(TextLimits.lines)))
    if attributes.maximumLines > 0 { most = min(most, attributes.maximumLines) }
    guard text.paragraphs.count <= most else { return false }
    var total = 0.0
    let pieces = pieces(size: size, limit: most) { piece in
      if text.styles.isEmpty { return true }
      total += attributes.lineHeight(of: font, size: size) * scale(of: piece)
      return total <= height + 0.01
    }
    guard pieces.count <= most, total <= height + 0.01 else { return false }
    return pieces.allSatisfy { width(of: $0, size) <= width + LineBreaker.slack }
  }

  /// The lines that fit a height, of any number; at least one.
  func lineCount(height: Double, size: Double, font: Font) -> Int {
    let lineHeight = attributes.lineHeight(of: font, size: size)
    if text.styles.isEmpty {
      return max(1, Int(((height + 0.01) / lineHeight).clamped(to: 1...1e6)))
    }
    var (count, total) = (0, 0.0)
    for piece in pieces(size: size) {
      total += lineHeight * scale(of: piece)
      if total > height + 0.01 { break }
      count += 1
    }
    return max(count, 1)
  }

  func scale(of piece: Piece) -> Double {
    let paragraph = text.paragraphs[piece.paragraph]
    return paragraph.scale(of: paragraph.trimmed(piece.range))
  }

  func width(of piece: Piece, _ size: Double) -> Double {
    let paragraph = text.paragraphs[piece.paragraph]
    return paragraph.width(
      of: paragraph.trimmed(piece.range), size: size, letterSpacing: attributes.letterSpacing)
  }

  // MARK: Lines

  /// The text's lines.
  /// - Parameter limit: the most lines that fit; 0 for any number.
  func lines(size: Double, limit: Int) -> (lines: [TextLine], isTruncated: Bool) {
    var pieces = pieces(size: size)
    var most = attributes.maximumLines > 0 ? attributes.maximumLines : TextLimits.lines
    if limit > 0 { most = min(most, limit) }
    var isCut = false
    if pieces.count > most {
      isCut = true
      pieces.removeLast(pieces.count - most)
    } else if attributes.isBalanced {
      pieces = balanced(pieces, size: size)
    }
    var lines: [TextLine] = []
    var isTruncated = isCut
    for (index, piece) in pieces.enumerated() {
      let isLast = isCut && index == pieces.count - 1
      let isTooWide = width(of: piece, size) > width + LineBreaker.slack
      if attributes.truncation != .none, isLast || isTooWide && !attributes.isWrapped {
        lines.append(truncated(piece, size, continues: isLast))
        isTruncated = true
      } else {
        lines.append(line(piece, size))
      }
    }
    return (lines, isTruncated)
  }

  /// The characters of each line of a wrapped text.
  func texts(size: Double) -> [String] {
    pieces(size: size).map { piece in
      let paragraph = text.paragraphs[piece.paragraph]
      var scalars = String.UnicodeScalarView()
      for scalar in paragraph.text[paragraph.trimmed(piece.range)] {
        scalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
      }
      return String(scalars)
    }
  }

  /// The parts of the text in each line; at most one more than a limit, and none after one that
  /// does not fit.
  private func pieces(
    size: Double, limit: Int = TextLimits.lines, while fits: (Piece) -> Bool = { _ in true }
  ) -> [Piece] {
    var result: [Piece] = []
    for index in text.paragraphs.indices {
      let paragraph = text.paragraphs[index]
      guard attributes.isWrapped else {
        result.append(Piece(paragraph: index, range: paragraph.text.indices))
        continue
      }
      var start = 0
      repeat {
        let end = lineEnd(of: paragraph, from: start, size: size, width: width)
        let piece = Piece(paragraph: index, range: start..<end)
        result.append(piece)
        guard fits(piece) else { return result }
        start = end
      } while start < paragraph.text.count && result.count <= limit
      if result.count > limit { break }
    }
    return result
  }

  /// The end of the line that begins at a character: the last opportunity at which the line is
  /// narrow enough, or within a word that is wider than a line.
  func lineEnd(
    of paragraph: ShapedParagraph, from start: Int, size: Double, width: Double
  ) -> Int {
    let count = paragraph.text.count
    var opportunity: Int?
    var boundary: Int?
    // The end of the visible part: spaces may extend beyond the line.
    var end = start
    var index = start + 1
    while index <= count {
      text.shaper.workCount += 1
      if !LineBreaks.isSpace(paragraph.text[index - 1]) { end = index }
      let isOpportunity = index == count || paragraph.breaks[index]
      if isOpportunity || paragraph.isBoundary[index] {
        let seen = paragraph.width(
          of: start..<end, size: size, letterSpacing: attributes.letterSpacing)
        let isNarrow = seen <= width + LineBreaker.slack
        guard isNarrow else { return opportunity ?? boundary ?? index }
        if isOpportunity { opportunity = index }
        boundary = index
      }
      index += 1
    }
    return count
  }

  /// The glyphs of a piece, in visual order.
  private func line(_ piece: Piece, _ size: Double) -> TextLine {
    let paragraph = text.paragraphs[piece.paragraph]
    return line(
      of: paragraph, paragraph.trimmed(piece.range), size,
      endsParagraph: piece.range.upperBound == paragraph.text.count)
  }

  private func line(
    of paragraph: ShapedParagraph, _ range: Range<Int>, _ size: Double, endsParagraph: Bool
  ) -> TextLine {
    var runs: [ShapedRun] = []
    for run in paragraph.runs(in: range) {
      let part = run.range.clamped(to: range)
      guard !part.isEmpty else { continue }
      runs.append(
        part == run.range
          ? run
          : text.shaper.shape(
            run, part, of: paragraph.text, hasLigatures: text.hasLigatures))
    }
    LineBreaker.reorder(&runs)
    let advances = runs.reduce(0) { $0 + $1.glyphs.reduce(0) { $0 + $1.advance } }
    let gaps = max(runs.reduce(0) { $0 + LineBreaker.clusterCount(of: $1) } - 1, 0)
    return TextLine(
      runs: runs, text: paragraph.text, level: paragraph.level, scale: paragraph.scale(of: range),
      width: advances * size + Double(gaps) * attributes.letterSpacing,
      endsParagraph: endsParagraph)
  }

  private static func clusterCount(of run: ShapedRun) -> Int {
    var count = 0
    var last: Int?
    for glyph in run.glyphs where glyph.cluster != last {
      last = glyph.cluster
      count += 1
    }
    return count
  }

  /// Rule L2 of Unicode's annex 9: from the highest level down to the lowest odd one, runs with
  /// that level or a higher one are reversed.
  static func reorder(_ runs: inout [ShapedRun]) {
    var level = runs.reduce(0) { max($0, $1.level) }
    while level > 0 {
      var start = 0
      while start < runs.count {
        var end = start
        while end < runs.count, runs[end].level >= level { end += 1 }
        if end > start + 1 { runs[start..<end].reverse() }
        start = end + 1
      }
      level -= 1
    }
  }

  // MARK: Truncation

  /// A line with an ellipsis for the part that does not fit.
  /// - Parameter continues: true if text follows the piece and is left out.
  private func truncated(_ piece: Piece, _ size: Double, continues: Bool) -> TextLine {
    let paragraph = text.paragraphs[piece.paragraph]
    // The following text in the same paragraph may be part of the visible end.
    let range = paragraph.trimmed(
      continues ? piece.range.lowerBound..<paragraph.text.count : piece.range)
    let boundaries = range.filter { paragraph.isBoundary[$0] }
    var best = abridgedLine(paragraph, range, boundaries, 0, size)
    guard best.width <= width + LineBreaker.slack else { return best }
    // The glyphs' widths give a limit without the ellipsis, then a guess with it; `greatest` finds
    // the exact number.
    var limit = boundaries.count
    while limit > 0, estimate(paragraph, range, boundaries, limit, size) > width { limit -= 1 }
    var guess = limit
    let rest = width - best.width - attributes.letterSpacing
    while guess > 0, estimate(paragraph, range, boundaries, guess, size) > rest { guess -= 1 }
    _ = LineBreaker.greatest(upTo: limit, from: guess) { kept in
      let line = abridgedLine(paragraph, range, boundaries, kept, size)
      guard line.width <= width + LineBreaker.slack else { return false }
      best = line
      return true
    }
    return best
  }

  /// The greatest number that fits, provided that all numbers below a fitting one fit; 0 is not
  /// tested.
  ///
  /// Near the guess few numbers are tried, and never more than twice the binary digits of the
  /// limit. Each number that fits is greater than the ones that fitted before.
  static func greatest(upTo limit: Int, from guess: Int, where fits: (Int) -> Bool) -> Int {
    var low = 0
    var high = limit + 1
    var number = guess
    var step = 1
    while high - low > 1 {
      if number <= low || number >= high { number = low + (high - low) / 2 }
      if fits(number) {
        low = number
        number += step
      } else {
        high = number
        number -= step
      }
      step *= 2
    }
    return low
  }

  private func abridgedLine(
    _ paragraph: ShapedParagraph, _ range: Range<Int>, _ boundaries: [Int], _ kept: Int,
    _ size: Double
  ) -> TextLine {
    let cut = abridged(paragraph, range, boundaries, kept)
    let abridged = ShapedParagraph(
      cut, direction: paragraph.level, fonts: text.fonts, styles: text.styles, shaper: text.shaper,
      hasLigatures: text.hasLigatures)
    return line(of: abridged, cut.text.indices, size, endsParagraph: true)
  }

  /// The characters with `kept` of their units left, and an ellipsis in the style of its neighbour.
  private func abridged(
    _ paragraph: ShapedParagraph, _ range: Range<Int>, _ boundaries: [Int], _ kept: Int
  ) -> StyledCharacters {
    let (head, tail) = parts(range, boundaries, kept)
    let characters = paragraph.characters
    var result = StyledCharacters()
    func append(_ index: Int) {
      result.append(characters.text[index], characters.style(at: index))
    }
    let start = paragraph.trimmed(head)
    for index in start { append(index) }
    let rest = tail.drop { LineBreaks.isSpace(characters.text[$0]) }
    let neighbour = start.last ?? rest.first
    result.append(0x2026, neighbour.map { characters.style(at: $0) } ?? 0)
    for index in rest { append(index) }
    return result
  }

  private func estimate(
    _ paragraph: ShapedParagraph, _ range: Range<Int>, _ boundaries: [Int], _ kept: Int,
    _ size: Double
  ) -> Double {
    let (head, tail) = parts(range, boundaries, kept)
    return paragraph.width(of: head, size: size, letterSpacing: attributes.letterSpacing)
      + paragraph.width(of: tail, size: size, letterSpacing: attributes.letterSpacing)
  }

  /// The parts that stay before and after the ellipsis.
  private func parts(
    _ range: Range<Int>, _ boundaries: [Int], _ kept: Int
  ) -> (head: Range<Int>, tail: Range<Int>) {
    let headCount =
      switch attributes.truncation {
      case .none, .end: kept
      case .start: 0
      case .middle: (kept + 1) / 2
      }
    let tailCount = kept - headCount
    func place(_ index: Int) -> Int {
      index < boundaries.count ? boundaries[index] : range.upperBound
    }
    return (
      range.lowerBound..<max(place(headCount), range.lowerBound),
      place(boundaries.count - tailCount)..<range.upperBound
    )
  }
}
