/// A control that holds a message.
public struct TextControlDescription {
  /// The first message.
  public var text: String
}
