/// The point about which animators turn and scale a character.
struct CharacterPivot {
  /// The characters with a point in common.
  enum Group { case character, word, line }

  var group = Group.character
  /// Percents of half the group's width from its middle, and of the ascent down from the baseline.
  var alignment = Track(Numbers.zero)

  /// The left end and the width of each character's group.
  ///
  /// - Parameter places: left ends and widths of a line's characters.
  func spans(
    of line: String, _ places: [(x: Double, width: Double)]
  ) -> [(x: Double, width: Double)] {
    func span(_ range: Range<Int>) -> (x: Double, width: Double) {
      let last = places[range.upperBound - 1]
      let left = places[range.lowerBound].x
      return (left, last.x + last.width - left)
    }
    guard !places.isEmpty else { return [] }
    switch group {
    case .character: return places
    case .line: return places.map { _ in span(places.indices) }
    case .word:
      var spans: [(x: Double, width: Double)] = []
      var start = 0
      let isSpace = line.unicodeScalars.map { $0 == " " }
      for index in places.indices {
        let isLast = index + 1 == places.count || isSpace[index + 1] != isSpace[index]
        guard isLast else { continue }
        spans += (start...index).map { _ in span(start..<index + 1) }
        start = index + 1
      }
      return spans
    }
  }
}
