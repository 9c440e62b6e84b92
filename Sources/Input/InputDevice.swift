import CLinux
import Geometry
import System

/// An open device, or a FIFO with records in the same form.
final class InputDevice {
  /// The reason why reading ended.
  enum End {
    /// There is nothing more to read at present.
    case none
    /// The device is gone.
    case gone
    /// The writer of the FIFO closed it.
    case closed
  }

  let path: String
  let number: UInt64
  let isStream: Bool
  /// The screen that it was assigned to.
  private let screen: String?
  private let descriptor: FileDescriptor
  private let calls: InputCalls
  /// Nil for a device that does not point.
  private let kind: InputKind?
  private let parts: InputInterest
  private var tracker: ContactTracker
  private var keys = KeyTracker()
  private var isGrabbed = false
  /// The records that were read, which may belong to a password. An incomplete record stays until
  /// the next read.
  private let buffer: SecretBytes
  /// The time of the device's last record.
  private var time: Int64 = 0

  init(
    _ descriptor: consuming FileDescriptor, path: String, number: UInt64, kind: InputKind?,
    parts: InputInterest, isStream: Bool, screen: String?, extent: Size, _ calls: InputCalls
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    self.number = number
    self.kind = kind
    self.parts = parts
    buffer = try SecretBytes(capacity: InputEvent.size * 64)
    self.isStream = isStream
    self.screen = screen
    self.calls = calls
    tracker = ContactTracker(kind ?? .mouse, extent: extent)
    guard !isStream else { return }
    // If it is refused, the differences of the times serve as well.
    try? calls.useMonotonicClock(self.descriptor.rawValue)
    if let kind { tracker.begin(with: try state(of: kind)) }
    if hasKeys { keys.resume(with: try calls.set(.keys, of: self.descriptor.rawValue)) }
  }

  /// True if it is of use for something.
  func serves(_ interest: InputInterest) -> Bool { !parts.isDisjoint(with: interest) }

  private var hasKeys: Bool { !parts.isDisjoint(with: [.consoleKeys, .panelKeys]) }

  var modifiers: KeyModifiers { keys.modifiers }

  /// True to keep the keys from other programs. A change waits until no key is down: otherwise
  /// other programs would miss the release of a key, or see a release without its press.
  var wantsGrab = false { didSet { updateGrab() } }

  private func updateGrab() {
    guard hasKeys, !isStream, wantsGrab != isGrabbed, !keys.hasKeyDown else { return }
    isGrabbed = wantsGrab
    // If the grab is refused, another program has the device to itself.
    try? calls.grab(descriptor.rawValue, isGrabbed)
  }

  func watch(with epoll: borrowing Epoll) throws(SystemError) {
    try epoll.add(descriptor, for: .readable, token: number)
  }

  /// Reads the waiting records, at most four times as much as a buffer holds.
  /// - Parameter onKey: called for each key that goes down or is repeated.
  func read(
    next: inout UInt64, into events: inout [PointerEvent], onKey: (KeyPress) -> Void
  ) -> End {
    let first = events.count
    let end = readRecords(next: &next, into: &events, onKey)
    if screen != nil { for index in first..<events.count { events[index].screen = screen } }
    return end
  }

  private func readRecords(
    next: inout UInt64, into events: inout [PointerEvent], _ onKey: (KeyPress) -> Void
  ) -> End {
    for _ in 0..<4 {
      do throws(SystemError) {
        switch try calls.read(descriptor, into: buffer) {
        case .nothing: return .none
        case .ended: return .closed
        case .bytes: break
        }
        let wasFull = buffer.isFull
        try handleRecords(next: &next, into: &events, onKey)
        if !wasFull { return .none }
      } catch {
        return .gone
      }
    }
    return .none
  }

  /// Takes the whole records of the buffer.
  private func handleRecords(
    next: inout UInt64, into events: inout [PointerEvent], _ onKey: (KeyPress) -> Void
  ) throws(SystemError) {
    var start = 0
    while start + InputEvent.size <= buffer.count {
      let event = buffer.withBytes { InputEvent($0, at: start) }
      start += InputEvent.size
      time = event.time
      if event.isLoss {
        buffer.removeAll()
        return try recover(next: &next, into: &events)
      }
      if kind != nil { tracker.handle(event, next: &next, into: &events) }
      if hasKeys, let press = keys.handle(event) { onKey(press) }
      if event.isReport { updateGrab() }
    }
    buffer.removeFirst(start)
  }

  func cancelAll(into events: inout [PointerEvent]) {
    tracker.cancelAll(at: time, into: &events)
  }

  /// Skips the remaining records, and asks for the resulting state.
  private func recover(
    next: inout UInt64, into events: inout [PointerEvent]
  ) throws(SystemError) {
    for _ in 0..<64 {
      guard try calls.read(descriptor, into: buffer) == .bytes else { break }
      buffer.removeAll()
    }
    guard !isStream else {
      keys.resume(with: InputSet())
      return tracker.cancelAll(at: time, into: &events)
    }
    if let kind {
      tracker.resume(with: try state(of: kind), at: time, next: &next, into: &events)
    }
    if hasKeys { keys.resume(with: try calls.set(.keys, of: descriptor.rawValue)) }
    updateGrab()
  }

  private func state(of kind: InputKind) throws(SystemError) -> ContactTracker.State {
    let device = descriptor.rawValue
    switch kind {
    case .fingers(_, _, let count):
      return ContactTracker.State(
        x: try calls.slots(UInt16(firstlight_ABS_MT_POSITION_X), count: count, of: device),
        y: try calls.slots(UInt16(firstlight_ABS_MT_POSITION_Y), count: count, of: device),
        fingers: try calls.slots(
          UInt16(firstlight_ABS_MT_TRACKING_ID), count: count, of: device),
        selected: Int(try calls.axis(UInt16(firstlight_ABS_MT_SLOT), of: device).value))
    case .place:
      return ContactTracker.State(
        x: [try calls.axis(UInt16(firstlight_ABS_X), of: device).value],
        y: [try calls.axis(UInt16(firstlight_ABS_Y), of: device).value],
        fingers: one(-1), keys: try buttons())
    case .mouse:
      return ContactTracker.State(x: one(0), y: one(0), fingers: one(-1), keys: try buttons())
    }
  }

  /// An array of one number, made at run time: the linker of the static daemon mixes up a
  /// function's constant arrays.
  private func one(_ value: Int32) -> [Int32] { Array(repeating: value, count: 1) }

  private func buttons() throws(SystemError) -> PointerKeys {
    let down = try calls.set(.keys, of: descriptor.rawValue)
    var keys: PointerKeys = []
    if down.contains(firstlight_BTN_TOUCH) { keys.insert(.touch) }
    if down.contains(firstlight_BTN_LEFT) { keys.insert(.left) }
    return keys
  }
}
