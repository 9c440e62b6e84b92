import CLinux
import System

/// The queries to a device that are answered with a set of numbers.
enum InputQuery: Equatable, Sendable {
  /// The codes that it supports of a type of event.
  case codes(type: UInt16)
  case properties
  /// The keys that are down.
  case keys
}

/// A set of numbers, with a bit for each.
struct InputSet: Equatable, Sendable {
  var bytes: [UInt8]

  init(bytes: [UInt8] = [UInt8](repeating: 0, count: firstlight_input_set_size)) {
    self.bytes = bytes
  }

  func contains(_ number: Int) -> Bool {
    number / 8 < bytes.count && bytes[number / 8] >> UInt8(number % 8) & 1 == 1
  }

  mutating func insert(_ number: Int) { bytes[number / 8] |= 1 << UInt8(number % 8) }

  mutating func remove(_ number: Int) { bytes[number / 8] &= ~(1 << UInt8(number % 8)) }

  var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }

  /// Reads the kernel's text of a set: the machine's words in hexadecimal digits, the lowest word
  /// last. Numbers that are too high for a set are left out, and so is everything before an unknown
  /// character.
  init(words text: [UInt8]) {
    self.init()
    let word = UInt.bitWidth
    var (start, digits) = (0, 0)
    for byte in text.reversed() {
      switch byte {
      case 0x30...0x39: insert(digit: Int(byte) - 0x30, at: start + digits * 4)
      case 0x61...0x66: insert(digit: Int(byte) - 0x61 + 10, at: start + digits * 4)
      case 0x20:
        (start, digits) = (start + word, 0)
        continue
      case 0x0A: continue
      default: return
      }
      digits += 1
    }
  }

  private mutating func insert(digit: Int, at number: Int) {
    for bit in 0..<4 where digit >> bit & 1 == 1 && (number + bit) / 8 < bytes.count {
      insert(number + bit)
    }
  }
}

/// Every system call on input devices. Tests replace it.
class InputCalls {
  /// The directory of the kernel's devices.
  static var directory: String { "/dev/input" }

  /// The kernel's description of the devices.
  private let descriptions: String

  /// - Parameter root: the folder in which `/sys` is.
  init(root: String = "") { descriptions = root + "/sys/class/input" }

  /// The names in the directory of devices; empty if there is no such directory.
  func names() throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try listDirectory(Self.directory)
    } catch {
      if error.isNotFound { return [] }
      throw error
    }
  }

  func open(_ path: String) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(path, [.read, .nonBlocking])
  }

  /// True if this process may open a device.
  func mayOpen(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// The capabilities of a device by its name, such as `event0`, without opening it.
  func capabilities(of name: String) throws(ReadFileError) -> InputCapabilities {
    try InputCapabilities(inFolder: descriptions + "/" + name + "/device")
  }

  func listen() throws(SystemError) -> UeventListener { try UeventListener() }

  func watchModes() throws(SystemError) -> PathWatch { try PathWatch(modesIn: Self.directory) }

  /// The kind of an opened file: a character device may be an input device.
  func kind(of descriptor: borrowing FileDescriptor) throws(SystemError) -> FileKind {
    try descriptor.status().kind
  }

  func set(_ query: InputQuery, of device: Int32) throws(SystemError) -> InputSet {
    var set = InputSet()
    switch query {
    case .codes(let type):
      try check(unsafe firstlight_input_codes(device, UInt32(type), &set.bytes))
    case .properties: try check(unsafe firstlight_input_properties(device, &set.bytes))
    case .keys: try check(unsafe firstlight_input_keys(device, &set.bytes))
    }
    return set
  }

  /// The name of a device.
  func name(of device: Int32) throws(SystemError) -> String {
    var set = InputSet()
    try check(unsafe firstlight_input_name(device, &set.bytes))
    return String(decoding: set.bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The position on an axis, and the axis's range.
  func axis(
    _ code: UInt16, of device: Int32
  ) throws(SystemError) -> (value: Int32, range: InputAxis) {
    var (value, range) = (Int32(0), InputAxis(minimum: 0, maximum: 0))
    try check(
      unsafe firstlight_input_axis(device, UInt32(code), &value, &range.minimum, &range.maximum))
    return (value, range)
  }

  /// The values of an axis in the first slots.
  func slots(_ code: UInt16, count: Int, of device: Int32) throws(SystemError) -> [Int32] {
    var values = [Int32](repeating: 0, count: count + 1)
    values[0] = Int32(code)
    try check(unsafe firstlight_input_slots(device, &values, count + 1))
    values.removeFirst()
    return values
  }

  /// Makes a device stamp its events with the monotonic clock.
  func useMonotonicClock(_ device: Int32) throws(SystemError) {
    try check(firstlight_input_use_monotonic_clock(device))
  }

  /// Keeps a device's events from other programs and from the kernel's own keys, or gives them
  /// back.
  func grab(_ device: Int32, _ isGrabbed: Bool) throws(SystemError) {
    try check(firstlight_input_grab(device, isGrabbed ? 1 : 0))
  }

  /// Reads further bytes behind those that are there.
  func read(
    _ descriptor: borrowing FileDescriptor, into bytes: SecretBytes
  ) throws(SystemError) -> SecretBytes.ReadResult {
    try bytes.append(from: descriptor)
  }

  private final func check(_ result: Int) throws(SystemError) {
    if result < 0 { throw SystemError(.status, code: Int32(-result)) }
  }
}
