/// A question and the answer so far, as shown.
public struct PromptState: Equatable, Sendable {
  /// The answer so far.
  public enum Entry: Equatable, Sendable {
    case text(String)
    /// The number of characters of a password.
    case bullets(Int)
    /// A password; not even its length is shown.
    case hidden
    /// Several answers, one of them chosen.
    case choices([String], chosen: Int)
  }

  /// Distinguishes a question from another one with the same message.
  public var number = 0
  /// The question.
  public var message: String
  public var entry: Entry
  public var isCapsLockOn = false
  /// A label of the keyboard's layout, such as `DE`; empty if unknown.
  public var keyboardLayout = ""
  /// The number of waiting questions, including this one.
  public var waitingCount = 1

  /// The most bullets that are shown.
  public static var mostBullets: Int { 64 }

  public init(message: String, entry: Entry) {
    self.message = message
    self.entry = entry
  }
}
