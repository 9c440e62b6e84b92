/// A paragraph's characters with their runs, and the data for breaking it into lines. Distances are
/// fractions of the font size, so that one shaping serves all sizes.
struct ShapedParagraph {
  let characters: StyledCharacters
  /// Odd for right to left.
  let level: Int8
  /// In the order of the text.
  let runs: [ShapedRun]
  /// True if a line may begin before the character.
  let breaks: [Bool]
  /// True if the text may be divided before the character.
  let isBoundary: [Bool]
  /// The width of the text before each character, and of the whole text as the last element.
  private let widths: [Double]
  /// The factor of the font size of a paragraph without characters.
  private let blankScale: Double
  /// The number of boundaries before each character, and of all as the last element.
  private let boundaryCounts: [Int]
  private let shaper: TextShaper

  /// - Parameter direction: 0 or 1 for a given direction, nil for that of the text.
  init(
    _ characters: StyledCharacters, direction: Int8?, fonts: FontStack, styles: [TextStyle],
    shaper: TextShaper, hasLigatures: Bool
  ) {
    self.characters = characters
    let text = characters.text
    self.shaper = shaper
    let style = characters.endStyle
    blankScale = style > 0 ? styles[style - 1].scale : 1
    var levels = [Int8](repeating: direction ?? 0, count: text.count)
    level = ShapedParagraph.resolveLevels(of: text, direction: direction, into: &levels)
    let runs = shaper.runs(of: characters, levels: levels, fonts: fonts, styles: styles).map {
      shaper.shape($0, $0.range, of: text, hasLigatures: hasLigatures)
    }
    self.runs = runs
    var widths = [Double](repeating: 0, count: text.count + 1)
    var isCluster = [Bool](repeating: false, count: text.count)
    for run in runs {
      for glyph in run.glyphs where text.indices.contains(glyph.cluster) {
        widths[glyph.cluster + 1] += glyph.advance
        isCluster[glyph.cluster] = true
      }
    }
    for index in text.indices { widths[index + 1] += widths[index] }
    self.widths = widths
    let isBoundary = ShapedParagraph.graphemes(of: text, where: isCluster)
    self.isBoundary = isBoundary
    breaks = LineBreaks.opportunities(
      in: text, boundaries: isBoundary, thaiWords: fonts.thaiWords)
    var counts = [0]
    counts.reserveCapacity(text.count + 1)
    for flag in isBoundary { counts.append(counts[counts.count - 1] + (flag ? 1 : 0)) }
    boundaryCounts = counts
  }

  var text: [UInt32] { characters.text }

  /// The factor of the font size of a line that has a range: that of its largest run. A blank line
  /// has that of the style in which it is.
  func scale(of range: Range<Int>) -> Double {
    if range.isEmpty, characters.text.isEmpty { return blankScale }
    guard !characters.styles.isEmpty else { return 1 }
    let range = range.isEmpty ? range.lowerBound..<range.lowerBound + 1 : range
    var scale = 0.0
    for run in runs(in: range) { scale = max(scale, run.scale) }
    return scale > 0 ? scale : 1
  }

  /// The runs with a part in a range; the first and the last may reach beyond it.
  func runs(in range: Range<Int>) -> ArraySlice<ShapedRun> {
    let first = firstRun(endingAfter: range.lowerBound)
    var end = first
    while end < runs.count, runs[end].range.lowerBound < range.upperBound { end += 1 }
    shaper.workCount += end - first
    return runs[first..<end]
  }

  private func firstRun(endingAfter place: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = low + (high - low) / 2
      shaper.workCount += 1
      if runs[middle].range.upperBound > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The greatest factor that some line has, however the paragraph is broken. Runs of spaces do not
  /// count, since they may extend beyond a line.
  var leastHeight: Double {
    guard !characters.styles.isEmpty else { return scale(of: text.indices) }
    var scale = 0.0
    for run in runs where !run.range.allSatisfy({ LineBreaks.isSpace(text[$0]) }) {
      scale = max(scale, run.scale)
    }
    return scale
  }

  func width(of range: Range<Int>, size: Double, letterSpacing: Double) -> Double {
    shaper.workCount += 1
    let count = boundaryCounts[range.upperBound] - boundaryCounts[range.lowerBound]
    return (widths[range.upperBound] - widths[range.lowerBound]) * size
      + Double(max(count - 1, 0)) * letterSpacing
  }

  /// A range without the spaces at its end, which extend beyond the line.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, LineBreaks.isSpace(text[end - 1]) { end -= 1 }
    shaper.workCount += range.upperBound - end
    return range.lowerBound..<end
  }

  private static func graphemes(of text: [UInt32], where isCluster: [Bool]) -> [Bool] {
    var result = [Bool](repeating: false, count: text.count)
    var string = String.UnicodeScalarView()
    for scalar in text { string.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    var index = 0
    for character in String(string) {
      if isCluster[index] { result[index] = true }
      index += character.unicodeScalars.count
    }
    return result
  }

  private static func resolveLevels(
    of text: [UInt32], direction: Int8?, into levels: inout [Int8]
  ) -> Int8 {
    // Below the Hebrew block, and among punctuation, nothing runs from right to left.
    let isPlain = text.allSatisfy { $0 < 0x590 || 0x2010...0x2027 ~= $0 }
    if text.isEmpty || isPlain && direction != 1 { return direction ?? 0 }
    let result = EmbeddingLevels(of: text, direction: direction)
    levels = result.runLevels(of: text)
    return result.paragraph
  }
}
