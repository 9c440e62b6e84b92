import CThai
import Synchronization

/// The words of Thai, which is written without spaces between them, by libthai's dictionary.
enum ThaiWords {
  /// Zero width space, at which lines may end.
  static let space: Unicode.Scalar = "\u{200B}"

  /// A text with a zero width space between the words of its Thai parts. A part that has one
  /// already stays as it is.
  static func separated(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isLetter) else { return text }
    var result = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    func endRun(before next: Unicode.Scalar?) {
      // The author has set the words of this part apart.
      let isDone = result.last == space || next == space
      let places = isDone ? [] : WordList.shared.withLock { $0.breaks(in: run) }
      for (index, scalar) in run.enumerated() {
        if places.contains(index) { result.append(space) }
        result.append(scalar)
      }
      run = []
    }
    for scalar in text.unicodeScalars {
      if isLetter(scalar) {
        run.append(scalar)
      } else {
        if !run.isEmpty { endRun(before: scalar) }
        result.append(scalar)
      }
    }
    if !run.isEmpty { endRun(before: nil) }
    return String(result)
  }

  /// True for the letters, vowels, tones and signs of Thai, without its digits and its currency.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE01...0xE3A, 0xE40...0xE4E: true
    default: false
    }
  }

  /// libthai's own, which is read when it is first needed. The library does not say that threads
  /// may share it.
  @safe private struct WordList: ~Copyable {
    static let shared = Mutex(WordList())

    /// Nil without the library's data.
    private let words: OpaquePointer?

    init() { unsafe words = th_brk_new(nil) }

    func breaks(in run: [Unicode.Scalar]) -> Set<Int> {
      guard let words = unsafe words else { return [] }
      var places = [Int32](repeating: 0, count: run.count)
      let count = unsafe firstlight_thai_breaks(
        words, run.map(\.value) + [0], &places, places.count)
      let found = places.prefix(max(0, min(Int(count), places.count))).map { Int($0) }
      return Set(found.filter { $0 > 0 && $0 < run.count })
    }
  }
}

extension String {
  /// The text with places for the ends of lines between words that no space parts.
  var withWordBreaks: String { ThaiWords.separated(self) }
}
