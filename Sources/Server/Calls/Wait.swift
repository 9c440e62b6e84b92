/// The reason why a call is not answered yet.
enum Wait {
  /// The end of a reveal, as reported by its events.
  case reveal(RevealWait)
  /// The answer to a question.
  case answer
  /// The layout of all scenes in another locale, by its number.
  case layout(Int)
  /// The end of the boot.
  case bootEnd
  /// Keys: one, or each with a reply of its own until the client leaves.
  case keys([UInt8], isRepeated: Bool)
}
