/// The words of Thai, which is written without spaces between them.
public enum ThaiWords {
  /// Zero width space, at which lines may end.
  public static let space: UInt32 = 0x200B

  /// A text with a zero width space between the words of its Thai parts. A part that has one
  /// already stays as it is.
  public static func separated(_ text: String, by words: WordList) -> String {
    var scalars: [UInt32] = []
    for scalar in text.unicodeScalars { scalars.append(scalar.value) }
    let beginnings = beginnings(in: scalars, by: words)
    guard !beginnings.isEmpty else { return text }
    var result = String.UnicodeScalarView()
    var next = beginnings.startIndex
    var index = 0
    for scalar in text.unicodeScalars {
      if next < beginnings.endIndex, beginnings[next] == index {
        if let space = Unicode.Scalar(space) { result.append(space) }
        next += 1
      }
      result.append(scalar)
      index += 1
    }
    return String(result)
  }

  /// The places within the Thai parts of a text at which a word begins, in order.
  static func beginnings(in text: [UInt32], by words: @autoclosure () -> WordList?) -> [Int] {
    guard let first = text.firstIndex(where: isLetter), let words = words() else { return [] }
    var result: [Int] = []
    var start = first
    while start < text.count {
      guard isLetter(text[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < text.count, isLetter(text[end]) { end += 1 }
      // The author has separated the words of such a part.
      let isDone = start > 0 && text[start - 1] == space || end < text.count && text[end] == space
      if !isDone { result += Division(of: text[start..<end], by: words).beginnings }
      start = end
    }
    return result
  }

  /// True if a text may have lines that end by the dictionary.
  public static func hasLetters(in text: String) -> Bool {
    text.unicodeScalars.contains { isLetter($0.value) }
  }

  /// True for the letters, vowels, tones and signs of Thai, without its digits and its currency.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    0xE01...0xE3A ~= scalar || 0xE40...0xE4E ~= scalar
  }

  /// True for the signs that repeat or shorten the word before them.
  fileprivate static func isSign(_ scalar: UInt32) -> Bool { scalar == 0xE2F || scalar == 0xE46 }

  /// True if a word, and a line, may begin before a place within a part.
  fileprivate static func mayBegin(_ text: ArraySlice<UInt32>, _ place: Int) -> Bool {
    guard place > text.startIndex, place < text.endIndex else { return true }
    switch text[place] {
    // Vowels behind their consonant, tones and signs.
    case 0xE2F...0xE3A, 0xE45...0xE4E: return false
    default: break
    }
    switch text[place - 1] {
    // Vowels before their consonant, and one that has a consonant behind it.
    case 0xE31, 0xE40...0xE44: return false
    default: return true
    }
  }

  /// A part of a text as words, with as few characters as possible outside of words, and then as
  /// few words as possible. Of two equal divisions, the one with the longer first word is taken.
  private struct Division {
    private struct Rest {
      /// Characters in no word.
      var unknown = 0
      var words = 0
      /// The end of the first word.
      var end = 0
      var isWord = false
    }

    private static let longestWord = 64

    private let part: ArraySlice<UInt32>
    /// The best division from each place to the end.
    private var rests: [Rest]

    init(of part: ArraySlice<UInt32>, by list: WordList) {
      self.part = part
      rests = [Rest](repeating: Rest(), count: part.count + 1)
      for place in part.indices.reversed() where ThaiWords.mayBegin(part, place) {
        var best = unknownRest(from: place)
        let letters = part[place..<min(part.endIndex, place + Self.longestWord)]
        list.forEachWord(in: letters) { end in
          var end = end
          while end < part.endIndex, ThaiWords.isSign(part[end]) { end += 1 }
          guard ThaiWords.mayBegin(part, end) else { return }
          let after = rests[end - part.startIndex]
          let rest = Rest(unknown: after.unknown, words: after.words + 1, end: end, isWord: true)
          if (rest.unknown, rest.words) <= (best.unknown, best.words) { best = rest }
        }
        rests[place - part.startIndex] = best
      }
    }

    /// The division whose first characters are in no word.
    private func unknownRest(from place: Int) -> Rest {
      var end = place + 1
      while !ThaiWords.mayBegin(part, end) { end += 1 }
      let after = rests[end - part.startIndex]
      return Rest(unknown: after.unknown + end - place, words: after.words + 1, end: end)
    }

    /// The places at which a word begins, without the first one. Characters in no word stay
    /// together.
    var beginnings: [Int] {
      var result: [Int] = []
      var place = part.startIndex
      var wasWord = true
      while place < part.endIndex {
        let rest = rests[place - part.startIndex]
        if place > part.startIndex, wasWord || rest.isWord { result.append(place) }
        wasWord = rest.isWord
        place = rest.end
      }
      return result
    }
  }
}
