import Foundation
import System
import TestSupport

@testable import Input

/// Simulated devices, whose capabilities and records the test chooses.
final class FakeInputCalls: InputCalls {
  struct Device {
    var codes: [UInt16: Set<Int>] = [:]
    var properties: Set<Int> = []
    var keys: Set<Int> = []
    var axes: [Int: (value: Int32, range: InputAxis)] = [:]
    var slots: [Int: [Int32]] = [:]
    var openError: Int32 = 0
    var name = ""
    var file = FileKind.characterDevice

    /// Fingers on 0…1000 × 0…500, in two slots.
    static var touchScreen: Device {
      var device = Device()
      device.codes = [.absolute: [0, 1, 47, 53, 54, 57], .key: [0x14A]]
      device.properties = [1]
      device.axes = [
        47: (0, InputAxis(minimum: 0, maximum: 1)),
        53: (0, InputAxis(minimum: 0, maximum: 999)), 54: (0, InputAxis(minimum: 0, maximum: 499)),
      ]
      device.slots = [53: [0, 0], 54: [0, 0], 57: [-1, -1]]
      return device
    }

    /// A single position on 0…32767 × 0…32767, like QEMU's tablet.
    static var tablet: Device {
      var device = Device()
      device.codes = [.absolute: [0, 1], .key: [0x110, 0x111, 0x112], .relative: [8]]
      device.axes = [
        0: (0, InputAxis(minimum: 0, maximum: 32767)),
        1: (0, InputAxis(minimum: 0, maximum: 32767)),
      ]
      return device
    }

    static var mouse: Device {
      var device = Device()
      device.codes = [.relative: [0, 1, 8], .key: [0x110, 0x111]]
      return device
    }

    static var keyboard: Device {
      var device = Device()
      device.codes = [.key: [1, 30, 57]]
      return device
    }

    /// Buttons of a panel: OK, back and up.
    static var buttons: Device {
      var device = Device()
      device.codes = [.key: [352, 158, 103]]
      return device
    }

    static var powerButton: Device {
      var device = Device()
      device.codes = [.key: [116]]
      return device
    }

    static var touchpad: Device {
      var device = Device.touchScreen
      device.properties = [0]
      device.codes[.key] = [0x14A, 0x145, 0x110]
      return device
    }
  }

  /// By path.
  var devices: [String: Device] = [:]
  /// The requests, in order: opened paths and clocks.
  private(set) var log: [String] = []
  /// The tests' ends of the devices that are open.
  private var writers: [String: Int32] = [:]
  private var paths: [Int32: String] = [:]
  private var kernel: Int32 = -1
  var namesError: Int32 = 0
  /// False as on a system where `/sys` is not mounted.
  var hasDescriptions = true
  /// The errors with which reading fails, by path.
  var readErrors: [String: Int32] = [:]

  deinit {
    for writer in writers.values { close(writer) }
    if kernel >= 0 { close(kernel) }
  }

  /// Writes records; each but a report's end belongs to the time of the next end.
  func write(_ events: [InputEvent], to path: String) {
    var bytes: [UInt8] = []
    for event in events {
      unsafe withUnsafeBytes(of: (Int(event.time / 1_000_000), Int(event.time % 1_000_000))) {
        unsafe bytes.append(contentsOf: $0)
      }
      unsafe withUnsafeBytes(of: (event.type, event.code, event.value)) {
        unsafe bytes.append(contentsOf: $0)
      }
    }
    write(bytes: bytes, to: path)
  }

  func write(bytes: [UInt8], to path: String) {
    guard let writer = writers[path] else { return }
    // A device that was closed may still be touched.
    _ = unsafe send(writer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends the kernel's message about a device.
  func say(_ message: String) {
    let bytes = Array(message.utf8)
    let count = unsafe send(kernel, bytes, bytes.count, 0)
    precondition(count == bytes.count)
  }

  /// Unplugs a device: reading it fails from now on.
  func unplug(_ path: String) {
    devices[path] = nil
    readErrors[path] = ENODEV
    if let writer = writers.removeValue(forKey: path) { close(writer) }
  }

  override func names() throws(SystemError) -> [String] {
    if namesError != 0 { throw SystemError(.listDirectory, path: "/dev/input", code: namesError) }
    return devices.keys.map { String($0.dropFirst("/dev/input/".count)) }.sorted()
  }

  override func listen() throws(SystemError) -> UeventListener {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue)
    precondition(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
    if kernel >= 0 { close(kernel) }
    kernel = pair[1]
    return UeventListener(owning: FileDescriptor(owning: pair[0]))
  }

  /// The directory in which the modes of devices change.
  let modes = try? TemporaryDirectory()

  override func watchModes() throws(SystemError) -> PathWatch {
    log.append("watch")
    return try PathWatch(modesIn: modes?.path ?? "")
  }

  override func open(_ path: String) throws(SystemError) -> FileDescriptor {
    guard let device = devices[path] else { throw SystemError(.open, path: path, code: ENOENT) }
    log.append("open " + path)
    if device.openError != 0 { throw SystemError(.open, path: path, code: device.openError) }
    let (mine, other) = try UnixStream.pair()
    if let old = writers[path] { close(old) }
    writers[path] = other
    paths[mine] = path
    readErrors[path] = nil
    return FileDescriptor(owning: mine)
  }

  override func mayOpen(_ path: String) -> Bool { devices[path]?.openError == 0 }

  override func capabilities(of name: String) throws(ReadFileError) -> InputCapabilities {
    guard hasDescriptions else {
      throw .system(SystemError(.open, path: "/sys/class/input/" + name, code: ENOENT))
    }
    var capabilities = InputCapabilities()
    guard let device = devices["/dev/input/" + name] else { return capabilities }
    for number in device.codes[.key] ?? [] { capabilities.keys.insert(number) }
    for number in device.codes[.absolute] ?? [] { capabilities.absolute.insert(number) }
    for number in device.codes[.relative] ?? [] { capabilities.relative.insert(number) }
    for number in device.properties { capabilities.properties.insert(number) }
    return capabilities
  }

  override func kind(of descriptor: borrowing FileDescriptor) throws(SystemError) -> FileKind {
    device(descriptor.rawValue).file
  }

  private func device(_ descriptor: Int32) -> Device {
    devices[paths[descriptor] ?? ""] ?? Device()
  }

  override func set(_ query: InputQuery, of device: Int32) throws(SystemError) -> InputSet {
    let device = self.device(device)
    let numbers =
      switch query {
      case .codes(let type): device.codes[type] ?? []
      case .properties: device.properties
      case .keys: device.keys
      }
    var set = InputSet()
    for number in numbers { set.insert(number) }
    return set
  }

  override func name(of device: Int32) throws(SystemError) -> String { self.device(device).name }

  override func axis(
    _ code: UInt16, of device: Int32
  ) throws(SystemError) -> (value: Int32, range: InputAxis) {
    guard let axis = self.device(device).axes[Int(code)] else {
      throw SystemError(.status, code: EINVAL)
    }
    return axis
  }

  override func slots(_ code: UInt16, count: Int, of device: Int32) throws(SystemError) -> [Int32] {
    let values = self.device(device).slots[Int(code)] ?? []
    return Array((values + Array(repeating: 0, count: count)).prefix(count))
  }

  override func useMonotonicClock(_ device: Int32) throws(SystemError) {
    log.append("clock " + (paths[device] ?? ""))
  }

  override func grab(_ device: Int32, _ isGrabbed: Bool) throws(SystemError) {
    log.append((isGrabbed ? "grab " : "leave ") + (paths[device] ?? ""))
  }

  override func read(
    _ descriptor: borrowing FileDescriptor, into bytes: SecretBytes
  ) throws(SystemError) -> SecretBytes.ReadResult {
    if let code = readErrors[paths[descriptor.rawValue] ?? ""] {
      throw SystemError(.read, code: code)
    }
    return try super.read(descriptor, into: bytes)
  }
}

/// Records of the kernel, for tests to write.
extension InputEvent {
  static func absolute(_ code: UInt16, _ value: Int32, at time: Int64 = 0) -> InputEvent {
    InputEvent(time: time, type: .absolute, code: code, value: value)
  }
  static func relative(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: 0, type: .relative, code: code, value: value)
  }
  static func key(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: 0, type: .key, code: code, value: value)
  }
  static func report(at time: Int64) -> InputEvent {
    InputEvent(time: time, type: .synchronization, code: 0, value: 0)
  }
  static func loss(at time: Int64) -> InputEvent {
    InputEvent(time: time, type: .synchronization, code: 3, value: 0)
  }
}
