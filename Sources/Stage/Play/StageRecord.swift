import CodeUnits
internal import Scene

/// The settings of a stage, for another process to continue with: not the present state of
/// animations, but their destinations.
public struct StageRecord: Equatable, Sendable {
  public var isPaused = false
  public var controls: [ControlRecord] = []
  /// The time at which the scene began, in seconds, if a stage is to continue from there; nil if it
  /// is to begin the scene anew.
  public var start: Double?
  /// The locale that the scene itself has set; nil while the requested one is shown.
  public var locale: String?

  public init() {}
}

extension Stage {
  /// Settings of the scene in play.
  public var record: StageRecord {
    var record = StageRecord()
    record.isPaused = isPaused
    if !locale.isIdentical(to: usualLocale) { record.locale = locale }
    record.controls = playedControls.map { $0.record }
    return record
  }

  /// Restores the recorded settings, to be reached at once. To be called before the first frame.
  /// Controls that the scene does not have, or of another kind, are skipped, and so are invalid
  /// settings.
  public func restore(_ record: StageRecord) {
    if let locale = record.locale, locale.isEmpty || Scene.isLocale(locale) {
      requestLocale(locale)
      finishLayout()
    }
    for saved in record.controls {
      guard
        let control = playedControls.first(where: {
          $0.isCalled(saved.name) && $0.kind == saved.kind
        })
      else { continue }
      control.restore(saved)
      if saved.isRevealed, let reveal = control as? RevealControl, reveal.number == nil {
        revealCount += 1
        reveal.start(revealCount, duration: 0, timingFunction: nil)
      }
    }
    if let start = record.start { begin(at: start) }
    if record.isPaused { try? pause() }
    mayHaveToAnnounce = true
  }
}
