/// What a stage was set to, for another process to go on with: not where animations are, but where
/// they lead.
public struct StageRecord: Equatable, Sendable {
  public var isPaused = false
  public var controls: [ControlRecord] = []

  public init() {}
}

/// Settings of a control.
public struct ControlRecord: Equatable, Sendable {
  public var name: String
  public var kind: ControlKind
  /// In 0…1; nil for a text control.
  public var value: Double?
  public var isIndeterminate = false
  /// The name of the phase that was asked for.
  public var phase: String?
  /// The message of a text control; nil while it was set to none.
  public var text: String?
  /// True if the content of a reveal control is bare, or is becoming so.
  public var isRevealed = false

  public init(name: String, kind: ControlKind) {
    self.name = name
    self.kind = kind
  }
}

extension Stage {
  /// Settings of the scene in play.
  public var record: StageRecord {
    var record = StageRecord()
    record.isPaused = isPaused
    record.controls = playedControls.map { $0.record }
    return record
  }

  /// Sets the scene in play to what was recorded, to be reached at once. To be called before the first
  /// frame. Controls that the scene has not, or of another kind, are passed over, and so is what none
  /// of these could have been set to.
  public func restore(_ record: StageRecord) {
    for saved in record.controls {
      guard
        let control = playedControls.first(where: {
          $0.name == saved.name && $0.kind == saved.kind
        })
      else { continue }
      control.restore(saved)
      if saved.isRevealed, let reveal = control as? RevealControl, reveal.number == nil {
        revealCount += 1
        reveal.start(revealCount, duration: 0, timingFunction: nil)
      }
    }
    if record.isPaused { try? pause() }
    mayHaveToAnnounce = true
  }
}
