import System

/// A mistake in a scene file, or a probable one.
public struct SceneDiagnostic: Sendable, Equatable {
  public enum Severity: Sendable, Equatable {
    case error
    case warning

    public var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      }
    }
  }

  /// The kind of the mistake. Its `name` stays the same between versions.
  public enum Code: Sendable, Equatable, CaseIterable {
    /// The file cannot be read.
    case file
    /// The text is not JSON.
    case syntax
    case unknownKey
    case missingKey
    case wrongType
    /// A string that is not one of the allowed ones.
    case invalidValue
    case invalidColor
    case invalidLength
    case invalidPath
    case outOfRange
    /// Two keys that exclude each other.
    case conflict
    /// Too many of something, or too deep.
    case limit
    /// A name that is not defined.
    case unknownReference
    case ambiguousReference
    /// A definition that contains itself.
    case cycle
    /// An image that cannot be read.
    case image
    /// A font that is missing (a warning) or cannot be used.
    case font
    /// Warning: a locale that lacks a named string.
    case missingString
    /// Warning: a name that is understood, beside the one that scenes use.
    case otherName
    /// Warning: a control without a visible effect.
    case withoutEffect
    /// Warning: a definition that nothing uses.
    case unused
    /// Warning: a number that is probably meant in another unit.
    case unlikelyValue
    /// Warning: a layer that is in sight before an animation lets it appear.
    case seenBefore

    public var name: String {
      switch self {
      case .file: "file"
      case .syntax: "syntax"
      case .unknownKey: "unknown-key"
      case .missingKey: "missing-key"
      case .wrongType: "wrong-type"
      case .invalidValue: "invalid-value"
      case .invalidColor: "invalid-color"
      case .invalidLength: "invalid-length"
      case .invalidPath: "invalid-path"
      case .outOfRange: "out-of-range"
      case .conflict: "conflict"
      case .limit: "limit"
      case .unknownReference: "unknown-reference"
      case .ambiguousReference: "ambiguous-reference"
      case .cycle: "cycle"
      case .image: "image"
      case .font: "font"
      case .missingString: "missing-string"
      case .otherName: "other-name"
      case .withoutEffect: "without-effect"
      case .unused: "unused"
      case .unlikelyValue: "unlikely-value"
      case .seenBefore: "seen-before"
      }
    }
  }

  public var code: Code
  public var severity: Severity
  /// The file's name as given.
  public var file: String
  /// Byte offset in the text that was read, from the first file's start: see `SourceText`.
  public var offset: Int
  /// From 1; 0 for the scene as a whole.
  public var line: Int
  /// From 1, in characters; 0 for the scene as a whole.
  public var column: Int
  public var message: String
  /// A description of a correct value.
  public var expected: String?
  /// A suggestion.
  public var hint: String?

  /// One line, for logs: `boot.jsonc:3:5: error: …`. Characters of the file that cannot be printed
  /// are escaped.
  public var summary: String {
    file.printable + (line > 0 ? ":\(line):\(column): " : ": ") + severity.name + ": "
      + message.printable
  }

  /// Several lines, for people: the summary, the line in question with a caret under the place,
  /// what was expected, and the hint. Ends without a line break.
  public func rendered(in source: SourceText) -> String {
    var text = summary + " [" + code.name + "]"
    let number = "\(line)"
    let margin = String(repeating: " ", count: number.utf8.count)
    // A file that was not read has no lines to show.
    if !source.bytes.isEmpty, line > 0 {
      let place = source.place(of: offset)
      let (excerpt, caret) = place.file.excerpt(around: place.offset)
      text += "\n " + number + " | " + excerpt
      text += "\n " + margin + " | " + String(repeating: " ", count: caret) + "^"
    }
    if let expected { text += "\n " + margin + " = expected: " + expected.printable }
    if let hint { text += "\n " + margin + " = hint: " + hint.printable }
    return text
  }
}

extension SourceText {
  /// A warning about a place in this file, which is not an included one.
  package func warning(
    _ code: SceneDiagnostic.Code, at offset: Int, _ message: String, hint: String?
  ) -> SceneDiagnostic {
    let (line, column) = location(of: offset)
    return SceneDiagnostic(
      code: code, severity: .warning, file: name, offset: offset, line: line, column: column,
      message: message, expected: nil, hint: hint)
  }
}
