import Stage

/// Laying scenes out in another locale while they are in play.
extension Shows {
  /// Microseconds of a turn for it; behind slow frames, a quarter of their time, up to the most
  /// that a frame may be late.
  private static let layoutTime: Int64 = 1000
  private static let mostLayoutTime: Int64 = 4000

  /// True if a scene is still to be laid out.
  var isLayingOut: Bool { presenters.contains { $0.stage.awaitsLayout } }

  /// Lays scenes out for about a millisecond, or until a frame is due, and in any case for a
  /// quarter of the last frames' time, and shows them on all screens once the last is ready. Until
  /// then the former texts are seen, and clients are served between two turns. A stepped clock
  /// stands still meanwhile, so that all is done at once.
  func layOut() {
    guard let slicer, !isStepped else {
      for presenter in presenters { presenter.stage.finishLayout() }
      return
    }
    let start = now
    let share = min(frameTime / 4, Self.mostLayoutTime)
    frameTime = 0
    let end = max(
      min(start + Self.layoutTime, deadline(now: start) ?? .max), start + share)
    slicer.beginFrames(at: start)
    defer { slicer.endFrames() }
    for presenter in presenters {
      while !slicer.layOut(presenter.stage) {
        if now >= end { return }
      }
    }
    // The state of thousands of layers is adopted in one go.
    for presenter in presenters { slicer.step { presenter.stage.finishLayout() } }
  }
}
