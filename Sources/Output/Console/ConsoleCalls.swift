import CLinux
import System

/// Every request to a virtual terminal, and the only place that makes them. Tests put a recording
/// fake in its place.
class ConsoleCalls {
  /// The terminal's file, as in `/dev/tty1`.
  let path: String
  private let descriptor: FileDescriptor
  /// How the terminal was before its keys were taken; nil while they are not.
  private var line: firstlight_line?

  init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try FileDescriptor.open(path, [.read, .write, .nonBlocking])
  }

  /// Takes over what is open already.
  init(path: String, descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  private final func check(_ result: Int) throws(SystemError) -> Int {
    if result < 0 { throw SystemError(.controlConsole, path: path, code: Int32(-result)) }
    return result
  }

  /// The number of the terminal that is seen.
  func active() throws(SystemError) -> Int {
    try check(firstlight_console_active(descriptor.rawValue))
  }

  /// Keeps the kernel from writing on the screen, or lets it again.
  func setGraphics(_ isGraphics: Bool) throws(SystemError) {
    _ = try check(firstlight_console_set_graphics(descriptor.rawValue, isGraphics ? 1 : 0))
  }

  /// True if the kernel is asked to ask by these signals before it leaves the terminal, and to tell
  /// when it has come back; without signals it does as it likes.
  func setSignals(release: Signal?, acquire: Signal?) throws(SystemError) {
    _ = try check(
      firstlight_console_set_signals(
        descriptor.rawValue, release?.number ?? 0, acquire?.number ?? 0))
  }

  /// True if a program is asked so already.
  func asks() throws(SystemError) -> Bool {
    try check(firstlight_console_asks(descriptor.rawValue)) != 0
  }

  /// Waits for a moment.
  func pause() { firstlight_sleep(10) }

  /// Lets the kernel leave the terminal.
  func release() throws(SystemError) {
    _ = try check(firstlight_console_release(descriptor.rawValue))
  }

  /// Knows that the terminal is back.
  func acknowledge() throws(SystemError) {
    _ = try check(firstlight_console_acknowledge(descriptor.rawValue))
  }

  // MARK: Keys

  /// The descriptor's number, for who waits for keys.
  final var number: Int32 { descriptor.rawValue }

  /// Has the terminal give each key at once, as UTF-8.
  func beginKeys() throws(SystemError) {
    var line = firstlight_line()
    _ = try check(unsafe firstlight_keyboard_begin(descriptor.rawValue, &line))
    self.line = line
  }

  /// Has the terminal treat keys as it did before.
  func endKeys() {
    guard var line else { return }
    self.line = nil
    unsafe firstlight_keyboard_end(descriptor.rawValue, &line)
  }

  /// - Returns: false where the terminal was hung up.
  func readKeys(into bytes: SecretBytes) -> Bool {
    do throws(SystemError) {
      return try bytes.read(from: descriptor) != .ended
    } catch {
      return false
    }
  }

  var hasCapsLock: Bool { firstlight_keyboard_has_caps_lock(descriptor.rawValue) == 1 }

  // MARK: The end

  /// Starts a process that sets the terminal back to text when this one ends in whatever way.
  /// - Returns: what ends that process when a byte is written to it.
  func startGuard() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: Int32(try check(firstlight_console_guard(descriptor.rawValue))))
  }
}
