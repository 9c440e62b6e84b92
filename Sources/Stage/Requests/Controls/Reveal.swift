/// One reveal of a control's content, with which its state can be asked for later.
public struct Reveal: Equatable, Sendable {
  let control: String
  let number: Int

  /// The state of a reveal.
  public enum State: Equatable, Sendable {
    case running
    /// The content is revealed.
    case finished
    /// It was interrupted: the content was concealed, or another scene shown.
    case canceled
  }
}

/// The outcome of a request to reveal.
public struct RevealOutcome: Equatable, Sendable {
  /// False if the content was revealed already, or a reveal was running.
  public var isStarted: Bool
  /// The reveal that was started, or the former one.
  public var reveal: Reveal
}
