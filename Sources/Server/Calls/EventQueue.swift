import JSON
import Wire

/// The waiting events for one subscriber: bounded, in order, with later values of a control
/// replacing earlier ones.
struct EventQueue {
  private let kinds: [DisplayInterface.EventKind]?
  private let limit: Int
  private var events: [DisplayInterface.Event] = []
  private var sequence: Int64 = 0
  /// Events that did not fit since the last `events_lost`.
  private(set) var lost = 0

  /// - Parameter kinds: the kinds to deliver; nil for all. `ready`, `events_lost` and `quitting`
  ///   are always sent.
  init(kinds: [DisplayInterface.EventKind]?, limit: Int) {
    self.kinds = kinds
    self.limit = limit
  }

  var isEmpty: Bool { events.isEmpty && lost == 0 }

  /// Queues an event. Its sequence number is set here.
  mutating func offer(_ event: DisplayInterface.Event) {
    guard isWanted(event.kind) else { return }
    sequence += 1
    var event = event
    event.sequence = sequence
    if event.kind == .progressChanged || event.kind == .textChanged
      || event.kind == .accessibilityChanged
    {
      // The later value is put at the end, so that sequence numbers keep growing. There is one former value at most.
      let former = events.lastIndex {
        $0.kind == event.kind && $0.screen == event.screen
          && $0.control.map { ExactText($0) } == event.control.map { ExactText($0) }
      }
      if let former { events.remove(at: former) }
    }
    guard events.count < limit || event.kind == .quitting else {
      lost += 1
      return
    }
    events.append(event)
  }

  /// Takes up to `count` events; `events_lost` follows the last one before a loss.
  mutating func take(_ count: Int, at time: Int64) -> [DisplayInterface.Event] {
    if lost > 0, events.count < limit {
      sequence += 1
      var event = DisplayInterface.Event(
        sequence: sequence, kind: .eventsLost, monotonicMicroseconds: time)
      event.lost = Int64(lost)
      events.append(event)
      lost = 0
    }
    let taken = Array(events.prefix(count))
    events.removeFirst(taken.count)
    return taken
  }

  private func isWanted(_ kind: DisplayInterface.EventKind) -> Bool {
    switch kind {
    case .ready, .eventsLost, .quitting: return true
    default: return kinds?.contains(kind) ?? true
    }
  }
}
