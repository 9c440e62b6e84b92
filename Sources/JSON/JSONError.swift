/// The reason why a text is not an acceptable JSON document.
public struct JSONError: Error, Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// Something that the grammar does not allow here.
    case unexpected
    /// The text stops in the middle.
    case unexpectedEnd
    case invalidUTF8
    /// A byte below 0x20 in a string, or one that JSON does not use.
    case controlCharacter
    case invalidEscape
    case invalidNumber
    /// A number that no finite double represents.
    case numberOutOfRange
    case duplicateKey
    /// The text, its nesting or its number of values exceeds a limit.
    case limitExceeded
  }

  public var kind: Kind
  /// Byte offset from the text's start.
  public var offset: Int
  /// A description of valid continuations, for example "a value or ']'".
  public var expected: String
  /// A description of the text found, for example "'}'" or "the end of the text".
  public var found: String

  public init(_ kind: Kind, at offset: Int, expected: String, found: String) {
    self.kind = kind
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// One line without the position, for example "expected ':', found '}'".
  public var message: String { "expected " + expected + ", found " + found }
}
