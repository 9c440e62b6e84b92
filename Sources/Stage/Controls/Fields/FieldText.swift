/// A line of text that is being typed, and its caret.
///
/// The memory of a concealed text is overwritten when the text is dropped. Strings made of it for a
/// reply are not covered; they are not made here. Only `replace(by:)` copies the text, into memory
/// of its own.
final class FieldText {
  /// The characters. Memory for the longest text is reserved at the start, since growing would
  /// leave copies in memory.
  private(set) var characters: [Character] = []
  /// The number of characters before the caret.
  private(set) var caret = 0
  /// In characters, and in bytes.
  let maximumLength: Int
  let byteLimit: Int
  private var byteCount = 0
  /// The most bytes of a character: otherwise an endless series of combining marks would be counted
  /// again with each further one.
  private static var characterLimit: Int { 128 }

  init(maximumLength: Int, byteLimit: Int) {
    (self.maximumLength, self.byteLimit) = (maximumLength, byteLimit)
    characters.reserveCapacity(maximumLength)
  }

  deinit { removeAll() }

  var string: String { String(characters) }

  var isEmpty: Bool { characters.isEmpty }

  /// True for the same characters, byte by byte: Swift compares strings by canonical equivalence.
  func hasSameText(as other: FieldText) -> Bool {
    characters.count == other.characters.count && byteCount == other.byteCount
      && zip(characters, other.characters).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// True for a text of the same bytes.
  func hasSameText(as text: String) -> Bool {
    var rest = text.utf8.makeIterator()
    for character in characters {
      for byte in character.utf8 where rest.next() != byte { return false }
    }
    return rest.next() == nil
  }

  /// The text with a space in place of each line break or other control character.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? " " : scalar) }
    return String(scalars)
  }

  // MARK: Changes

  /// Replaces everything by as much of a text as fits, and puts the caret behind it. Line breaks
  /// and other control characters become spaces.
  func set(_ text: String) {
    removeAll()
    for character in Self.line(text) {
      guard append(character) else { break }
    }
    caret = characters.count
  }

  /// Replaces everything by as much of another text as fits, with the same place of the caret.
  func replace(by other: FieldText) {
    guard other !== self else { return }
    removeAll()
    for character in other.characters {
      guard append(character) else { break }
    }
    moveCaret(to: other.caret)
  }

  /// - Returns: false if there is no space for it.
  private func append(_ character: Character) -> Bool {
    let width = character.utf8.count
    guard characters.count < maximumLength, width <= Self.characterLimit,
      byteCount + width <= byteLimit
    else { return false }
    characters.append(character)
    byteCount += width
    return true
  }

  /// Types a character before the caret. One that combines with the character there becomes a part
  /// of it.
  /// - Returns: false if there is no space for it.
  @discardableResult
  func insert(_ scalar: Unicode.Scalar) -> Bool {
    let width = UTF8.width(scalar)
    guard !Self.isControl(scalar), byteCount + width <= byteLimit else { return false }
    if caret > 0 {
      var joined = String(characters[caret - 1])
      joined.unicodeScalars.append(scalar)
      if joined.count == 1, let character = joined.first {
        guard joined.utf8.count <= Self.characterLimit else { return false }
        characters[caret - 1] = character
        byteCount += width
        joinNeighbours()
        return true
      }
    }
    guard characters.count < maximumLength else { return false }
    characters.insert(Character(scalar), at: caret)
    caret += 1
    byteCount += width
    joinNeighbours()
    return true
  }

  /// Joins the characters before and behind the caret if together they are a single character, and
  /// puts the caret behind it.
  private func joinNeighbours() {
    guard caret > 0, caret < characters.count else { return }
    var joined = String(characters[caret - 1])
    joined.append(characters[caret])
    guard joined.count == 1, joined.utf8.count <= Self.characterLimit, let character = joined.first
    else { return }
    characters[caret - 1] = character
    shift(to: caret)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Removes the character before the caret.
  func deleteBackward() {
    guard caret > 0 else { return }
    caret -= 1
    remove(at: caret)
  }

  /// Removes the character behind the caret.
  func deleteForward() {
    if caret < characters.count { remove(at: caret) }
  }

  private func remove(at index: Int) {
    byteCount -= characters[index].utf8.count
    shift(to: index)
    joinNeighbours()
  }

  /// Moves the characters behind a place one to the front.
  private func shift(to index: Int) {
    // The last place is overwritten before it is given up.
    for place in index..<characters.count - 1 { characters[place] = characters[place + 1] }
    characters[characters.count - 1] = " "
    characters.removeLast()
  }

  func removeAll() {
    for index in characters.indices { characters[index] = " " }
    characters.removeAll(keepingCapacity: true)
    (caret, byteCount) = (0, 0)
  }

  func moveCaret(to place: Int) { caret = min(max(place, 0), characters.count) }
}
