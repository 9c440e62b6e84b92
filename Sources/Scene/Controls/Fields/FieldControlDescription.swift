import Raster

/// The kind of text that is typed: the keys that the keyboard on the screen has at first.
public enum InputMode: String, CaseIterable, Sendable {
  case text, digits, email, capitals
}

/// A control that holds a line of text, which people type.
public struct FieldControlDescription {
  /// Its hit area and its looks, as one option.
  public var press: PressControlDescription
  /// The text layer's index in the order of the file.
  var entry: Int
  /// The text at the start.
  public var text = ""
  /// The text that the field shows while nothing is typed in it; an empty one for none.
  public var placeholder = ""
  /// Nil for a pale form of the text's colour.
  var placeholderColor: Color?
  /// Nil for the text's colour.
  var caretColor: Color?
  /// In characters.
  public var maximumLength = FieldControlDescription.usualLength
  /// True if characters are shown as bullets and the text is given only to `GetText`.
  public var isSecret = false
  public var inputMode = InputMode.text
  /// The most bytes of a text: fewer if the layers could not draw so much in time.
  public internal(set) var byteLimit = TextControlDescription.longestText

  init(_ press: PressControlDescription, entry: Int) {
    self.press = press
    self.entry = entry
  }

  static var usualLength: Int { 256 }
  /// The greatest `maximumLength`.
  static var greatestLength: Int { 1024 }
}
