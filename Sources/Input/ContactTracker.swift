import CLinux
import Geometry

/// Follows the fingers on one device, from the device's records.
///
/// A finger is identified by a number that differs from the number of the finger before it in the
/// same slot: the device's tracking number, or for keys the count of presses. Events of one time
/// are reported together.
struct ContactTracker {
  private struct Slot {
    var x: Int32 = 0
    var y: Int32 = 0
    /// The present finger; negative for none.
    var finger: Int32 = -1
    /// The finger that was last reported or skipped.
    var reported: Int32 = -1
    /// Nil while no finger is reported.
    var contact: UInt64?
    var position = Point.zero
    var isChanged = false
  }

  /// The positions of a device's fingers, slot by slot, and the slot that its next records belong
  /// to.
  struct State {
    var x: [Int32]
    var y: [Int32]
    var fingers: [Int32]
    var selected = 0
    var keys: PointerKeys = []
  }

  private let kind: InputKind
  private let x: InputAxis
  private let y: InputAxis
  private var slots: [Slot]
  private var selected = 0
  private var presses: Int32 = 0
  private var keys: PointerKeys = []

  /// - Parameter extent: the steps of a mouse from one side of the output to the other.
  init(_ kind: InputKind, extent: Size) {
    self.kind = kind
    switch kind {
    case .fingers(let x, let y, let count):
      (self.x, self.y) = (x, y)
      slots = Array(repeating: Slot(), count: count)
    case .place(let x, let y):
      (self.x, self.y) = (x, y)
      slots = [Slot()]
    case .mouse:
      x = InputAxis(minimum: 0, maximum: Int32(max(extent.width, 2)) - 1)
      y = InputAxis(minimum: 0, maximum: Int32(max(extent.height, 2)) - 1)
      slots = [Slot(x: x.maximum / 2, y: y.maximum / 2)]
    }
  }

  // MARK: Records

  /// Reads a record, and at the end of a report appends the resulting events.
  /// - Parameter next: the next contact's number.
  mutating func handle(
    _ event: InputEvent, next: inout UInt64, into events: inout [PointerEvent]
  ) {
    if event.isReport {
      for index in slots.indices where slots[index].isChanged {
        report(index, at: event.time, next: &next, into: &events)
      }
      return
    }
    let code = Int(event.code)
    switch kind {
    case .fingers:
      guard event.type == .absolute else { return }
      if code == firstlight_ABS_MT_SLOT {
        selected = Int(event.value)
        return
      }
      guard slots.indices.contains(selected) else { return }
      switch code {
      case firstlight_ABS_MT_POSITION_X: slots[selected].x = event.value
      case firstlight_ABS_MT_POSITION_Y: slots[selected].y = event.value
      case firstlight_ABS_MT_TRACKING_ID: slots[selected].finger = event.value
      default: return
      }
      slots[selected].isChanged = true
    case .place:
      if event.type == .key { press(event) }
      guard event.type == .absolute else { return }
      if code == firstlight_ABS_X { slots[0].x = event.value }
      if code == firstlight_ABS_Y { slots[0].y = event.value }
      slots[0].isChanged = true
    case .mouse:
      if event.type == .key { press(event) }
      guard event.type == .relative else { return }
      if code == firstlight_REL_X { slots[0].x = x.moved(slots[0].x, by: event.value) }
      if code == firstlight_REL_Y { slots[0].y = y.moved(slots[0].y, by: event.value) }
      slots[0].isChanged = true
    }
  }

  /// A key's record has the value 1 for down, 0 for up, 2 for a repetition.
  private mutating func press(_ event: InputEvent) {
    let key: PointerKeys =
      switch Int(event.code) {
      case firstlight_BTN_TOUCH: .touch
      case firstlight_BTN_LEFT: .left
      default: []
      }
    setKeys(event.value == 0 ? keys.subtracting(key) : keys.union(key))
  }

  private mutating func setKeys(_ now: PointerKeys) {
    let wasDown = !keys.isEmpty
    keys = now
    guard keys.isEmpty == wasDown else { return }
    if !keys.isEmpty { presses = presses &+ 1 & .max }
    slots[0].finger = keys.isEmpty ? -1 : presses
    slots[0].isChanged = true
  }

  private mutating func report(
    _ index: Int, at time: Int64, next: inout UInt64, into events: inout [PointerEvent]
  ) {
    slots[index].isChanged = false
    var slot = slots[index]
    let position = Point(x: x.fraction(of: slot.x), y: y.fraction(of: slot.y))
    // A finger is lifted at its last position, since some devices send an arbitrary one at that
    // moment.
    if let contact = slot.contact, slot.finger != slot.reported {
      events.append(
        event(contact, .ended, slot.position, time))
      slot.contact = nil
    }
    if slot.finger >= 0, slot.finger != slot.reported {
      slot.contact = next
      events.append(event(next, .began, position, time))
      next += 1
    } else if let contact = slot.contact, position != slot.position {
      events.append(
        event(contact, .moved, position, time))
    }
    slot.reported = slot.finger
    slot.position = position
    slots[index] = slot
  }

  private func event(
    _ contact: UInt64, _ phase: PointerEvent.Phase, _ position: Point, _ time: Int64
  ) -> PointerEvent {
    PointerEvent(
      contact: contact, phase: phase, position: position, time: time, isInPicture: kind == .mouse)
  }

  // MARK: State

  /// Starts from a state that the device was asked for. Fingers that are present already are
  /// ignored until they are lifted.
  mutating func begin(with state: State) {
    adopt(state)
    for index in slots.indices { slots[index].reported = slots[index].finger }
  }

  /// Continues from a state that the device was asked for, after records were lost: fingers that
  /// were lifted meanwhile are cancelled, and new ones begin.
  mutating func resume(
    with state: State, at time: Int64, next: inout UInt64, into events: inout [PointerEvent]
  ) {
    adopt(state)
    for index in slots.indices {
      if slots[index].finger != slots[index].reported { cancel(index, at: time, into: &events) }
      report(index, at: time, next: &next, into: &events)
    }
  }

  /// Ends all contacts.
  mutating func cancelAll(at time: Int64, into events: inout [PointerEvent]) {
    for index in slots.indices { cancel(index, at: time, into: &events) }
  }

  private mutating func cancel(_ index: Int, at time: Int64, into events: inout [PointerEvent]) {
    guard let contact = slots[index].contact else { return }
    slots[index].contact = nil
    events.append(
      event(contact, .cancelled, slots[index].position, time))
  }

  private mutating func adopt(_ state: State) {
    selected = state.selected
    for index in slots.indices where index < state.fingers.count {
      if kind != .mouse { (slots[index].x, slots[index].y) = (state.x[index], state.y[index]) }
      if case .fingers = kind { slots[index].finger = state.fingers[index] }
    }
    guard case .fingers = kind else { return setKeys(state.keys) }
  }
}

extension InputAxis {
  /// A value after a step, clamped to the range.
  fileprivate func moved(_ value: Int32, by step: Int32) -> Int32 {
    Int32(min(max(Int64(value) + Int64(step), Int64(minimum)), Int64(maximum)))
  }
}
