import CLinux
import Geometry
import System

/// Every request to a framebuffer device, and the only place that makes them. Tests replace it by a
/// recording fake.
class FramebufferCalls {
  /// The device's file, such as `/dev/fb0`.
  let path: String
  private let descriptor: FileDescriptor

  init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try FileDescriptor.open(path, [.read, .write])
  }

  /// Takes over an open device.
  init(path: String, descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  private final func check(_ operation: SystemCall, _ result: Int) throws(SystemError) {
    if result < 0 { throw SystemError(operation, path: path, code: Int32(-result)) }
  }

  func info() throws(SystemError) -> FramebufferInfo {
    var info = firstlight_framebuffer()
    try check(.readDisplay, unsafe firstlight_framebuffer_read(descriptor.rawValue, &info))
    return FramebufferInfo(info)
  }

  /// Maps the memory, which the caller has to unmap.
  func map(byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
    var address: UnsafeMutableRawPointer?
    try check(
      .map, unsafe firstlight_framebuffer_map(descriptor.rawValue, byteCount, &address))
    guard let address = unsafe address else { throw SystemError(.map, path: path, code: ENOMEM) }
    return unsafe address
  }

  func unmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe firstlight_framebuffer_unmap(address, byteCount)
  }

  /// Shows the memory from a row on.
  func pan(toRow row: Int) throws(SystemError) {
    try check(.showFrame, firstlight_framebuffer_pan(descriptor.rawValue, UInt32(row)))
  }

  /// Waits for the next vertical blank.
  func waitForBlank() throws(SystemError) {
    try check(.showFrame, firstlight_framebuffer_wait(descriptor.rawValue))
  }

  /// The rotation of the kernel's text on this framebuffer, as `fbcon=rotate:` and panels that are
  /// mounted rotated have it; nil where the visible terminal is elsewhere.
  final func consoleRotation() -> Rotation? {
    guard hasTerminal(named: attribute("tty/tty0/active")) else { return nil }
    return switch attribute("graphics/fbcon/rotate").first {
    case UInt8(ascii: "0"): .upright
    case UInt8(ascii: "1"): .right
    case UInt8(ascii: "2"): .upsideDown
    case UInt8(ascii: "3"): .left
    default: nil
    }
  }

  /// - Parameter name: such as `tty1` and a newline, as the kernel names the visible terminal.
  private final func hasTerminal(named name: [UInt8]) -> Bool {
    guard name.starts(with: "tty".utf8),
      let number = UInt32(String(decoding: name.dropFirst(3).prefix { $0 != 10 }, as: UTF8.self))
    else { return false }
    return hasTerminal(number)
  }

  /// True if the text of a virtual terminal is on this framebuffer.
  func hasTerminal(_ number: UInt32) -> Bool {
    firstlight_framebuffer_has_terminal(descriptor.rawValue, number) == 1
  }

  /// The text of a file below `/sys/class`; empty where the kernel has none.
  func attribute(_ path: String) -> [UInt8] {
    (try? readFile(atPath: "/sys/class/" + path, limit: 1 << 16)) ?? []
  }

  /// Lights the screen. Many drivers do not need it, and refuse.
  func unblank() { _ = firstlight_framebuffer_unblank(descriptor.rawValue) }

  /// Microseconds of the monotonic clock.
  func now() -> Int64 { (try? monotonicNow()) ?? 0 }
}
