import Stage

/// Laying scenes out in another locale while they are in play.
extension Shows {
  /// Microseconds of layout in a turn. After slow frames it is a quarter of their time, up to the
  /// second number, which is the most that a frame may be late.
  private static let layoutTime: Int64 = 1000
  private static let mostLayoutTime: Int64 = 4000

  /// True if a scene is still to be laid out.
  var isLayingOut: Bool { presenters.contains { $0.stage.awaitsLayout } }

  /// The number of the layout that shows the locale that was requested last.
  var lastLayout: Int {
    guard isLayingOut else { return layoutCount }
    return layoutCount + (presenters.contains { $0.stage.hasLaterLocale } ? 2 : 1)
  }

  /// True if a layout of some number is still to be shown.
  func isLayingOut(_ number: Int) -> Bool { isLayingOut && layoutCount < number }

  /// Lays scenes out for about a millisecond, or until a frame is due, and in any case for a
  /// quarter of the last frames' time, and shows them on all screens once the last is ready. Until
  /// then the former texts are seen, and clients are served between two turns. A stepped clock
  /// stands still meanwhile, so that all is done at once.
  ///
  /// A locale that is requested meanwhile gets the next layout.
  /// - Returns: true if the scenes are shown in another locale.
  @discardableResult func layOut() -> Bool {
    guard let slicer, !isStepped else {
      for presenter in presenters { presenter.stage.finishLayout() }
      layoutCount += 1
      return true
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
        if now >= end { return false }
      }
    }
    // The state of thousands of layers is adopted in one go.
    for presenter in presenters { slicer.step { presenter.stage.showLayout() } }
    layoutCount += 1
    return true
  }
}
