public import Animation

/// Calls a function once a frame, so that a program can follow animations on every frame.
///
/// The call comes from `LayerTree.advance(to:)` after the changes of the turn were committed and
/// the animations sampled, so that presentations are those of the new frame. Changes that the
/// function makes belong to that frame, too. While a link runs, its tree asks for frames without
/// end, or as often as its range of rates says. A tree holds its links until they are invalidated.
public final class DisplayLink {
  /// Presentation time of the frame before, in the tree's seconds.
  public internal(set) var timestamp = 0.0
  /// Presentation time of the frame that is being made: the next visible one.
  public internal(set) var targetTimestamp = 0.0
  /// True to suspend the calls and the requests for frames.
  public var isPaused = false
  /// The rates at which the function is called; nil for each frame of the display.
  public var preferredFrameRateRange: FrameRateRange?

  private var body: ((DisplayLink) -> Void)?
  /// The tree's time of the last call, and the time at which that was due; nil before the first
  /// one.
  private var lastCall: (time: Double, due: Double)?

  init(calling body: @escaping (DisplayLink) -> Void) { self.body = body }

  /// Seconds from the frame before to this one.
  public var duration: Double { targetTimestamp - timestamp }

  /// Ends the calls for good, and releases the function.
  public func invalidate() { body = nil }

  public var isValid: Bool { body != nil }

  var isRunning: Bool { isValid && !isPaused }

  /// The earliest time of the next call: −∞ before the first one, and where each frame is wanted.
  func nextCall(on refreshRate: Double) -> Double {
    guard let lastCall, let rate = preferredFrameRateRange?.rate(on: refreshRate) else {
      return -.infinity
    }
    // The display's nearest frame may come a little before the due time.
    return lastCall.due + 1 / rate - 0.5 / refreshRate
  }

  func call(_ target: Double, after last: Double, on refreshRate: Double) {
    let next = nextCall(on: refreshRate)
    guard isRunning, let body, next <= target + MediaTiming.frameRounding else { return }
    // For a link with a rate of its own, the frame before is the frame of its last call.
    timestamp = preferredFrameRateRange == nil ? last : lastCall?.time ?? last
    targetTimestamp = target
    // Calls stay on their grid, unless one is late by more than a frame of the display.
    let due = next + 0.5 / refreshRate
    lastCall = (target, abs(target - due) <= 1 / refreshRate ? due : target)
    body(self)
  }
}
