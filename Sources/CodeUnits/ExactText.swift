/// A text that equals another one only if all their code units do, like the keys of a JSON object.
///
/// Strings are equal if they are canonically equivalent in Unicode: a letter with an accent, and
/// the letter followed by the accent. Names in files and messages, and names of files, are not.
public struct ExactText: Hashable, Sendable {
  public let text: String

  @inlinable public init(_ text: String) { self.text = text }

  @inlinable public static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.isIdentical(to: b.text)
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    // Hashing the text as a string would give canonically equivalent texts the same hash. Words are
    // hashed faster than bytes.
    var (word, count) = (0 as UInt64, 0)
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count &+= 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}

extension String {
  /// True if both have the same code units, as `ExactText` says: `==` is true of more.
  @inlinable public func isIdentical(to other: String) -> Bool {
    // The first two comparisons nearly always decide.
    utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
  }
}
