/// A control that holds a message, which text layers show.
public struct TextControlDescription {
  /// The first message; nil for what the layers show without one.
  public var text: String?
  /// The text layers' places in the order of the file.
  var drives: [Int] = []
  /// The longest message, in bytes: shorter where many instances show it.
  public internal(set) var byteLimit = TextControlDescription.longestText

  /// The longest message of any control, in bytes.
  public static var longestText: Int { 4096 }
}
