/// Lines of about the same length, in place of a last line of one word: as `text-wrap: balance` of
/// CSS.
extension LineBreaker {
  /// The most lines and characters of a paragraph that is balanced: longer paragraphs are there for
  /// reading, where even lines do not matter.
  private static var mostLines: Int { 8 }
  private static var mostCharacters: Int { 1_000 }
  /// Halvings of the range of widths. The last one is below two pixels on a panel of 8K.
  private static var steps: Int { 12 }

  /// The pieces of each paragraph in the least width in which it has no more lines and, with runs
  /// of several sizes, is no higher: the font size or the number of lines may have been chosen for
  /// its height.
  func balanced(_ pieces: [Piece], size: Double) -> [Piece] {
    var result: [Piece] = []
    result.reserveCapacity(pieces.count)
    var rest = pieces[...]
    while let first = rest.first {
      let own = rest.prefix { $0.paragraph == first.paragraph }
      result += balancedParagraph(own, size: size)
      rest = rest.dropFirst(own.count)
    }
    return result
  }

  private func balancedParagraph(_ pieces: ArraySlice<Piece>, size: Double) -> ArraySlice<Piece> {
    guard (2...Self.mostLines).contains(pieces.count), let first = pieces.first else {
      return pieces
    }
    let paragraph = text.paragraphs[first.paragraph]
    // Words that are wider than a line stay as they are divided.
    guard paragraph.text.count <= Self.mostCharacters, endsBetweenWords(pieces, paragraph) else {
      return pieces
    }
    var best = pieces
    var (low, high) = (0.0, width)
    let height = height(of: pieces)
    for _ in 0..<Self.steps {
      let trial = low + (high - low) / 2
      let found = self.pieces(of: first.paragraph, size: size, width: trial, limit: pieces.count)
      if let found, endsBetweenWords(found[...], paragraph),
        self.height(of: found[...]) <= height + Self.slack
      {
        (best, high) = (found[...], trial)
      } else {
        low = trial
      }
    }
    return best
  }

  /// In heights of a line of the font size.
  private func height(of pieces: ArraySlice<Piece>) -> Double {
    text.styles.isEmpty ? Double(pieces.count) : pieces.reduce(0) { $0 + scale(of: $1) }
  }

  private func endsBetweenWords(_ pieces: ArraySlice<Piece>, _ paragraph: ShapedParagraph) -> Bool {
    pieces.dropLast().allSatisfy { paragraph.breaks[$0.range.upperBound] }
  }

  /// The lines of one paragraph in a width; nil if they are more than a limit, or one is wider.
  private func pieces(of index: Int, size: Double, width: Double, limit: Int) -> [Piece]? {
    let paragraph = text.paragraphs[index]
    var result: [Piece] = []
    var start = 0
    while start < paragraph.text.count {
      guard result.count < limit else { return nil }
      let end = lineEnd(of: paragraph, from: start, size: size, width: width)
      let piece = Piece(paragraph: index, range: start..<end)
      guard self.width(of: piece, size) <= width + Self.slack else { return nil }
      result.append(piece)
      start = end
    }
    return result
  }
}
