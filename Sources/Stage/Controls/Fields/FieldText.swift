/// A line of text that is being typed, and its caret.
///
/// A concealed text is overwritten where it is given up, as far as its own memory goes: strings that are made of it
/// for a reply are not made here.
struct FieldText {
  /// Has room for the longest text from the beginning, so that it leaves no copies where it grows.
  private(set) var characters: [Character] = []
  /// The number of characters before the caret.
  private(set) var caret = 0
  /// In characters, and in bytes.
  let maximumLength: Int
  let byteLimit: Int
  private var byteCount = 0

  init(maximumLength: Int, byteLimit: Int) {
    (self.maximumLength, self.byteLimit) = (maximumLength, byteLimit)
    characters.reserveCapacity(maximumLength)
  }

  var string: String { String(characters) }

  var isEmpty: Bool { characters.isEmpty }

  /// True for the same characters, byte by byte: Swift compares strings by canonical equivalence.
  func hasSameText(as other: FieldText) -> Bool {
    characters.count == other.characters.count && byteCount == other.byteCount
      && zip(characters, other.characters).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  // MARK: Changes

  /// Replaces everything by as much of a text as there is room for, with the caret behind it. Line breaks and other
  /// controls become spaces.
  mutating func set(_ text: String) {
    removeAll()
    for scalar in text.unicodeScalars { insert(Self.isControl(scalar) ? " " : scalar) }
  }

  /// Types a character before the caret. One that combines with the character there becomes a part of it.
  /// - Returns: false if there is no room for it.
  @discardableResult
  mutating func insert(_ scalar: Unicode.Scalar) -> Bool {
    let width = UTF8.width(scalar)
    guard !Self.isControl(scalar), byteCount + width <= byteLimit else { return false }
    if caret > 0 {
      var joined = String(characters[caret - 1])
      joined.unicodeScalars.append(scalar)
      if joined.count == 1, let character = joined.first {
        characters[caret - 1] = character
        byteCount += width
        return true
      }
    }
    guard characters.count < maximumLength else { return false }
    characters.insert(Character(scalar), at: caret)
    caret += 1
    byteCount += width
    return true
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Removes the character before the caret.
  mutating func deleteBackward() {
    guard caret > 0 else { return }
    caret -= 1
    remove(at: caret)
  }

  /// Removes the character behind the caret.
  mutating func deleteForward() {
    if caret < characters.count { remove(at: caret) }
  }

  private mutating func remove(at index: Int) {
    byteCount -= characters[index].utf8.count
    // The last place is overwritten before it is given up.
    for place in index..<characters.count - 1 { characters[place] = characters[place + 1] }
    characters[characters.count - 1] = " "
    characters.removeLast()
  }

  mutating func removeAll() {
    for index in characters.indices { characters[index] = " " }
    characters.removeAll(keepingCapacity: true)
    (caret, byteCount) = (0, 0)
  }

  mutating func moveCaret(to place: Int) { caret = min(max(place, 0), characters.count) }
}
