import CLinux

/// A record of a device, as the kernel writes it.
struct InputEvent: Equatable, Sendable {
  /// Microseconds.
  var time: Int64
  var type: UInt16
  var code: UInt16
  var value: Int32

  /// Bytes of a record on this machine: 24 if a long has 64 bits.
  static var size: Int { firstlight_input_record_size }

  init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Reads the record at an offset of bytes that contain all of it.
  init(_ bytes: Span<UInt8>, at start: Int) {
    let record = unsafe bytes.extracting(start..<(start + Self.size)).withUnsafeBytes {
      unsafe firstlight_input_event_at($0.baseAddress)
    }
    self.init(
      time: record.microseconds, type: record.type, code: record.code, value: record.value)
  }

  /// The end of the records of one time.
  var isReport: Bool { type == .synchronization && code == firstlight_SYN_REPORT }
  /// Records came faster than they were read, and some are lost.
  var isLoss: Bool { type == .synchronization && code == firstlight_SYN_DROPPED }
}

extension UInt16 {
  static var synchronization: UInt16 { UInt16(firstlight_EV_SYN) }
  static var key: UInt16 { UInt16(firstlight_EV_KEY) }
  static var relative: UInt16 { UInt16(firstlight_EV_REL) }
  static var absolute: UInt16 { UInt16(firstlight_EV_ABS) }
}
