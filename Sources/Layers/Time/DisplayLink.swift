/// Calls a function once a frame, so that a program can follow animations on every frame.
///
/// The call comes from `LayerTree.advance(to:)` after the changes of the turn were committed and
/// the animations sampled, so that presentations are those of the new frame. Changes that the
/// function makes belong to that frame, too. While a link runs, its tree asks for frames without
/// end. A tree holds its links until they are invalidated.
public final class DisplayLink {
  /// Presentation time of the frame before, in the tree's seconds.
  public internal(set) var timestamp = 0.0
  /// Presentation time of the frame that is being made: the next visible one.
  public internal(set) var targetTimestamp = 0.0
  /// True to suspend the calls and the requests for frames.
  public var isPaused = false

  private var body: ((DisplayLink) -> Void)?

  init(calling body: @escaping (DisplayLink) -> Void) { self.body = body }

  /// Seconds from the frame before to this one.
  public var duration: Double { targetTimestamp - timestamp }

  /// Ends the calls for good, and releases the function.
  public func invalidate() { body = nil }

  public var isValid: Bool { body != nil }

  var isRunning: Bool { isValid && !isPaused }

  func call(_ target: Double, after last: Double) {
    guard isRunning, let body else { return }
    timestamp = last
    targetTimestamp = target
    body(self)
  }
}
