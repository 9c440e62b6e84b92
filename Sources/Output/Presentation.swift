public import Images

/// A frame that was shown.
public struct Presentation: Equatable, Sendable {
  /// Counts from 1; frames that could not be shown count too.
  public let frame: Int
  /// When the frame is seen, in microseconds.
  public let time: Int64
  /// What the frame shows, where the output was asked to hash.
  public var hash: FrameHash?
  /// True if the frame before could not be shown.
  public let isRecovery: Bool
}
