/// One reveal of a control's content, to ask later what became of it.
public struct Reveal: Equatable, Sendable {
  let control: String
  let number: Int

  /// What became of a reveal.
  public enum State: Equatable, Sendable {
    case running
    /// The content is bare.
    case finished
    /// Something came in between: the content was concealed, or another scene shown.
    case canceled
  }
}

/// What a request to reveal did.
public struct RevealOutcome: Equatable, Sendable {
  /// False when the content was revealed already, or was about to be.
  public var isStarted: Bool
  /// The reveal that was started, or the one before.
  public var reveal: Reveal
}
