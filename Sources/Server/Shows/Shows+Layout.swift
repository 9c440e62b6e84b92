import Stage

/// Laying scenes out in another locale while they are in play.
extension Shows {
  /// Microseconds of a turn for it.
  private static let layoutTime: Int64 = 1000

  /// True if a scene is still to be laid out.
  var isLayingOut: Bool { presenters.contains { $0.stage.awaitsLayout } }

  /// Lays scenes out for about a millisecond, or until a frame is due, and shows them on all screens once the last
  /// is ready: until then the former texts are seen, and clients are served between two turns. A stepped clock
  /// stands still meanwhile, so that all is done at once.
  func layOut() {
    guard let slicer, !isStepped else {
      for presenter in presenters { presenter.stage.finishLayout() }
      return
    }
    let start = now
    let end = min(start + Self.layoutTime, deadline(now: start) ?? .max)
    slicer.beginFrames(at: start)
    defer { slicer.endFrames() }
    for presenter in presenters {
      while !slicer.layOut(presenter.stage) {
        if now >= end { return }
      }
    }
    for presenter in presenters { presenter.stage.finishLayout() }
  }
}
