/// A question and the answer so far, as they are shown.
public struct PromptState: Equatable, Sendable {
  /// The answer so far.
  public enum Entry: Equatable, Sendable {
    case text(String)
    /// Characters of a password.
    case bullets(Int)
  }

  /// The question.
  public var message: String
  public var entry: Entry
  public var isCapsLockOn = false
  /// A label of the keyboard's layout, as `DE`; empty where it is not known.
  public var keyboardLayout = ""
  /// Questions that wait, with this one.
  public var waitingCount = 1

  /// Bullets that are shown, at most.
  public static var mostBullets: Int { 64 }

  public init(message: String, entry: Entry) {
    self.message = message
    self.entry = entry
  }
}

/// Questions to whoever sits before the screen.
extension Stage {
  /// Shows a question with the next frame, or none: in the scene's prompt, or over a scene that has none
  /// in the usual one. Control sequences of terminals are taken out of the message.
  public func show(prompt state: PromptState?) {
    if state != nil, prompt == nil { addUsualPrompt() }
    var state = state
    if let message = state?.message { state?.message = message.withoutControlSequences }
    prompt?.set(state)
  }

  /// The question that is shown with the next frame.
  public var shownPrompt: PromptState? { prompt?.state }
}
