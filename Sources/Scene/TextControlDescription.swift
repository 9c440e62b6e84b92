/// A control that holds a message, which text layers show.
public struct TextControlDescription {
  /// The first message; nil for what the layers show without one.
  public var text: String?
  /// The text layers' places in the order of the file.
  var drives: [Int] = []

  /// The longest message, in bytes.
  public static var longestText: Int { 4096 }
}
