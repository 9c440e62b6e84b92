import CLinux
import System

/// The events that a device has, by the kernel's numbers.
struct InputCapabilities: Equatable, Sendable {
  var keys = InputSet()
  var absolute = InputSet()
  var relative = InputSet()
  var properties = InputSet()

  init() {}

  /// Asks an open device.
  init(of device: Int32, _ calls: InputCalls) throws(SystemError) {
    keys = try calls.set(.codes(type: .key), of: device)
    absolute = try calls.set(.codes(type: .absolute), of: device)
    relative = try calls.set(.codes(type: .relative), of: device)
    properties = try calls.set(.properties, of: device)
  }

  /// Reads a device's folder in sysfs, such as `/sys/class/input/event0/device`, without waking the
  /// device.
  init(inFolder folder: String) throws(ReadFileError) {
    keys = try Self.set(atPath: folder + "/capabilities/key")
    absolute = try Self.set(atPath: folder + "/capabilities/abs")
    relative = try Self.set(atPath: folder + "/capabilities/rel")
    properties = try Self.set(atPath: folder + "/properties")
  }

  /// The kernel's files of attributes have the size of a page.
  private static var fileLimit: Int { 65_536 }

  private static func set(atPath path: String) throws(ReadFileError) -> InputSet {
    InputSet(words: try readFile(atPath: path, limit: fileLimit))
  }

  /// True for the keys of the rows of digits and letters: KEY_1 to KEY_EQUAL, KEY_Q to KEY_P, KEY_A
  /// to KEY_L. Buttons and remote controls have some of them.
  var isKeyboard: Bool {
    func has(_ row: ClosedRange<Int>) -> Bool { row.allSatisfy { keys.contains($0) } }
    return has(2...13) && has(16...25) && has(30...38)
  }
}
