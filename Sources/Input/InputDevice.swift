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
  private let kind: InputKind
  private var tracker: ContactTracker
  private var buffer = [UInt8](repeating: 0, count: InputEvent.size * 64)
  /// Bytes of an incomplete record.
  private var rest = 0
  /// The time of the device's last record.
  private var time: Int64 = 0

  init(
    _ descriptor: consuming FileDescriptor, path: String, number: UInt64, kind: InputKind,
    isStream: Bool, screen: String?, extent: Size, _ calls: InputCalls
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    self.number = number
    self.kind = kind
    self.isStream = isStream
    self.screen = screen
    self.calls = calls
    tracker = ContactTracker(kind, extent: extent)
    guard !isStream else { return }
    // If it is refused, the differences of the times serve as well.
    try? calls.useMonotonicClock(self.descriptor.rawValue)
    tracker.begin(with: try state())
  }

  func watch(with epoll: borrowing Epoll) throws(SystemError) {
    try epoll.add(descriptor, for: .readable, token: number)
  }

  /// Reads the waiting records, at most four times as much as a buffer holds.
  func read(next: inout UInt64, into events: inout [PointerEvent]) -> End {
    let first = events.count
    let end = readRecords(next: &next, into: &events)
    if screen != nil { for index in first..<events.count { events[index].screen = screen } }
    return end
  }

  private func readRecords(next: inout UInt64, into events: inout [PointerEvent]) -> End {
    for _ in 0..<4 {
      do throws(SystemError) {
        guard let count = try calls.read(descriptor, into: &buffer, rest..<buffer.count)
        else { return .none }
        if count == 0 { return .closed }
        let end = rest + count
        var start = 0
        while start + InputEvent.size <= end {
          let event = InputEvent(buffer, at: start)
          start += InputEvent.size
          time = event.time
          if event.isLoss {
            start = end
            try recover(next: &next, into: &events)
          } else {
            tracker.take(event, next: &next, into: &events)
          }
        }
        rest = end - start
        for index in 0..<rest { buffer[index] = buffer[start + index] }
        if end < buffer.count { return .none }
      } catch {
        return .gone
      }
    }
    return .none
  }

  func cancelAll(into events: inout [PointerEvent]) {
    tracker.cancelAll(at: time, into: &events)
  }

  /// Skips the remaining records, and asks for the resulting state.
  private func recover(
    next: inout UInt64, into events: inout [PointerEvent]
  ) throws(SystemError) {
    for _ in 0..<64 where try calls.read(descriptor, into: &buffer, 0..<buffer.count) == nil {
      break
    }
    if isStream { return tracker.cancelAll(at: time, into: &events) }
    tracker.resume(with: try state(), at: time, next: &next, into: &events)
  }

  private func state() throws(SystemError) -> ContactTracker.State {
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
        fingers: one(-1), keys: try keys())
    case .mouse:
      return ContactTracker.State(x: one(0), y: one(0), fingers: one(-1), keys: try keys())
    }
  }

  /// An array of one number, made at run time: the linker of the static daemon mixes up a
  /// function's constant arrays.
  private func one(_ value: Int32) -> [Int32] { Array(repeating: value, count: 1) }

  private func keys() throws(SystemError) -> PointerKeys {
    let down = try calls.set(.keys, of: descriptor.rawValue)
    var keys: PointerKeys = []
    if down.contains(firstlight_BTN_TOUCH) { keys.insert(.touch) }
    if down.contains(firstlight_BTN_LEFT) { keys.insert(.left) }
    return keys
  }
}
