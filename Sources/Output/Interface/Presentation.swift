public import Images

/// A frame that was shown.
public struct Presentation: Equatable, Sendable {
  /// Counts from 1; frames that could not be shown count, too.
  public let frame: Int
  /// The presentation time, in microseconds.
  public let time: Int64
  /// The frame's hash, if the output computes hashes.
  public var hash: FrameHash?
  /// True if the frame before could not be shown.
  public let isRecovery: Bool
}
