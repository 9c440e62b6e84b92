/// A control that holds a message, which text layers show.
public struct TextControlDescription {
  /// The first message; nil for the text that the layers have themselves.
  public var text: String?
  /// The text layers' indices in the order of the file.
  var drives: [Int] = []
  /// The most bytes of a message: fewer if the layers could not draw so much in time.
  public internal(set) var byteLimit = TextControlDescription.longestText

  /// The longest message of any control, in bytes.
  public static var longestText: Int { 4096 }
}
