import Text

/// A text that is put together from values and from the literals between them. The separator beside
/// an empty value goes with the value, and so does a pair of brackets around it: `40% – ` and
/// `40% ()` become `40%`. Marks of runs stay.
struct JoinedText {
  private(set) var string = ""
  /// Bytes up to the end of the last value, which keeps all its characters.
  private var valueEnd = 0
  /// True if nothing but marks came after an empty value.
  private var isAfterEmpty = false

  private static let separators: Set<Unicode.Scalar> = [
    " ", "\u{A0}", "\u{3000}", "-", "–", "—", "·", "・", "•", "|", "/", ",", "،", "、", "，",
  ]
  /// Characters that may stand behind the last value of a line or a sentence.
  private static let ends: Set<Unicode.Scalar> = ["\n", ")", ".", "。"]

  mutating func append(value: String) {
    guard !value.isEmpty else {
      isAfterEmpty = true
      return
    }
    string += value
    valueEnd = string.utf8.count
    isAfterEmpty = false
  }

  mutating func append(literal: String) {
    guard isAfterEmpty, let next = Self.first(of: literal) else {
      string += literal
      return
    }
    let last = lastCharacter
    if last == "(", next == ")" {
      // An empty value in brackets counts, with them, as one empty value.
      dropLast { $0 == "(" }
      return append(literal: Self.droppingFirst(of: literal) { $0 == ")" })
    }
    isAfterEmpty = false
    if last == nil || last == "\n" || last == "(" {
      string += Self.droppingFirst(of: literal) { Self.separators.contains($0) }
      return
    }
    if Self.separators.contains(next) || Self.ends.contains(next) { dropSeparators() }
    string += literal
  }

  /// The whole text.
  mutating func finished() -> String {
    if isAfterEmpty { dropSeparators() }
    return string
  }

  private mutating func dropSeparators() { dropLast { Self.separators.contains($0) } }

  /// The last character that is not a mark.
  private var lastCharacter: Unicode.Scalar? {
    string.unicodeScalars.last { !TextRunMark.isMark($0) }
  }

  private static func first(of text: String) -> Unicode.Scalar? {
    text.unicodeScalars.first { !TextRunMark.isMark($0) }
  }

  /// Takes characters from the end of the last literal, up to the first one that is to stay.
  private mutating func dropLast(_ isDropped: (Unicode.Scalar) -> Bool) {
    let scalars = string.unicodeScalars
    let start = string.utf8.index(string.startIndex, offsetBy: valueEnd)
    var end = scalars.endIndex
    var marks: [Unicode.Scalar] = []
    while end > start {
      let index = scalars.index(before: end)
      let scalar = scalars[index]
      if TextRunMark.isMark(scalar) {
        marks.append(scalar)
      } else if !isDropped(scalar) {
        break
      }
      end = index
    }
    var kept = String.UnicodeScalarView(scalars[..<end])
    kept.append(contentsOf: marks.reversed())
    string = String(kept)
  }

  /// A text without the characters at its beginning, up to the first one that is to stay.
  private static func droppingFirst(
    of text: String, _ isDropped: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = String.UnicodeScalarView()
    var isKept = false
    for scalar in text.unicodeScalars {
      isKept = isKept || !TextRunMark.isMark(scalar) && !isDropped(scalar)
      if isKept || TextRunMark.isMark(scalar) { result.append(scalar) }
    }
    return String(result)
  }
}
