import CodeUnits
import Wire

/// The waiting events for one subscriber: bounded, in order, with later values of a control
/// replacing earlier ones.
struct EventQueue {
  /// The control whose present value an event reports.
  private struct Subject: Hashable {
    let kind: DisplayInterface.EventKind
    let screen: ExactText?
    let control: ExactText?

    /// Nil for an event that stays beside later ones.
    init?(_ event: DisplayInterface.Event) {
      switch event.kind {
      case .progressChanged, .textChanged, .accessibilityChanged: break
      default: return nil
      }
      kind = event.kind
      screen = event.screen.map { ExactText($0) }
      control = event.control.map { ExactText($0) }
    }
  }

  /// A set, since a client may list a kind a hundred thousand times, and each event would search
  /// the list.
  private let kinds: Set<DisplayInterface.EventKind>?
  private let limit: Int
  /// The waiting events in order, with replaced ones among them.
  private var events: [DisplayInterface.NumberedEvent] = []
  private var replacedCount = 0
  /// The sequence numbers of the queue's last events about controls.
  private var latest: [Subject: Int64] = [:]
  private var sequence: Int64 = 0
  /// Events that did not fit since the last `events_lost`.
  private(set) var lost = 0

  /// - Parameter kinds: the kinds to deliver; nil for all. `ready`, `events_lost` and `quitting`
  ///   are always sent.
  init(kinds: Set<DisplayInterface.EventKind>?, limit: Int) {
    self.kinds = kinds
    self.limit = limit
  }

  private var count: Int { events.count - replacedCount }

  var isEmpty: Bool { count == 0 && lost == 0 }

  /// Queues an event of this subscriber alone.
  mutating func offer(_ event: DisplayInterface.Event) {
    offer(DisplayInterface.SharedEvent(event))
  }

  /// Queues an event. Its sequence number is set here.
  mutating func offer(_ shared: DisplayInterface.SharedEvent) {
    let event = shared.event
    guard isWanted(event.kind) else { return }
    sequence += 1
    let subject = Subject(event)
    // The later value is put at the end, so that sequence numbers keep growing.
    let replaces = subject.map { latest[$0] != nil } ?? false
    guard replaces || count < limit || event.kind == .quitting else {
      lost += 1
      return
    }
    if let subject { latest[subject] = sequence }
    events.append(DisplayInterface.NumberedEvent(sequence: sequence, shared: shared))
    guard replaces else { return }
    replacedCount += 1
    guard replacedCount > max(count, 16) else { return }
    events = events.filter { !isReplaced($0) }
    replacedCount = 0
  }

  /// Takes up to `count` events; `events_lost` follows the last one before a loss.
  mutating func take(_ count: Int, at time: Int64) -> [DisplayInterface.NumberedEvent] {
    if lost > 0, self.count < limit {
      sequence += 1
      var event = DisplayInterface.Event(
        sequence: sequence, kind: .eventsLost, monotonicMicroseconds: time)
      event.lost = Int64(lost)
      events.append(
        DisplayInterface.NumberedEvent(
          sequence: sequence, shared: DisplayInterface.SharedEvent(event)))
      lost = 0
    }
    var taken: [DisplayInterface.NumberedEvent] = []
    var end = 0
    while end < events.count, taken.count < count {
      let event = events[end]
      end += 1
      if isReplaced(event) {
        replacedCount -= 1
      } else {
        taken.append(event)
        if let subject = Subject(event.shared.event) { latest[subject] = nil }
      }
    }
    events.removeFirst(end)
    return taken
  }

  /// True if a later event reports the same control.
  private func isReplaced(_ event: DisplayInterface.NumberedEvent) -> Bool {
    guard let subject = Subject(event.shared.event) else { return false }
    return latest[subject] != event.sequence
  }

  private func isWanted(_ kind: DisplayInterface.EventKind) -> Bool {
    switch kind {
    case .ready, .eventsLost, .quitting: return true
    default: return kinds?.contains(kind) ?? true
    }
  }
}
