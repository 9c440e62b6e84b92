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
  /// The number of the link to the guard, which has the rights to the terminal; −1 before there is one.
  private var link: Int32 = -1

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

  /// The terminal that this process was started on, if it is a virtual one: a service manager gives it
  /// one with the rights to it.
  static func inheritedNumber() -> Int? {
    let number = Int(firstlight_console_number(0))
    return number > 0 ? number : nil
  }

  /// Changes the terminal by way of the guard.
  final func change(_ kind: Int, _ value: Int32) throws(SystemError) {
    _ = try check(
      firstlight_console_request(descriptor.rawValue, link, Int32(truncatingIfNeeded: kind), value))
  }

  /// The number of the terminal that is seen.
  func active() throws(SystemError) -> Int {
    try check(firstlight_console_active(descriptor.rawValue))
  }

  /// Keeps the kernel from writing on the screen, or lets it again.
  func setGraphics(_ isGraphics: Bool) throws(SystemError) {
    try change(
      firstlight_console_mode, isGraphics ? firstlight_console_graphics : firstlight_console_text)
  }

  /// True if the kernel is asked to ask by these signals before it leaves the terminal, and to tell
  /// when it has come back; without signals it does as it likes.
  func setSignals(release: Signal?, acquire: Signal?) throws(SystemError) {
    try change(
      firstlight_console_signals, (release?.number ?? 0) | (acquire?.number ?? 0) << 8)
  }

  /// True if a program is asked so already.
  func asks() throws(SystemError) -> Bool {
    try check(firstlight_console_asks(descriptor.rawValue)) != 0
  }

  /// Waits for a moment.
  func pause() { firstlight_sleep(10) }

  /// Lets the kernel leave the terminal.
  func release() throws(SystemError) {
    try change(firstlight_console_switch, 1)
  }

  /// Knows that the terminal is back.
  func acknowledge() throws(SystemError) {
    try change(firstlight_console_switch, firstlight_console_come_back)
  }

  // MARK: Keys

  /// The descriptor's number, to wait for keys with.
  final var number: Int32 { descriptor.rawValue }

  /// Has the terminal give each key at once, as UTF-8.
  func beginKeys() throws(SystemError) {
    var line = firstlight_line()
    _ = try check(unsafe firstlight_keyboard_begin(descriptor.rawValue, link, &line))
    self.line = line
  }

  /// Has the terminal treat keys as it did before.
  func endKeys() {
    guard var line else { return }
    self.line = nil
    unsafe firstlight_keyboard_end(descriptor.rawValue, link, &line)
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

  /// Starts a process that sets the terminal back to text when this one ends in whatever way, and that
  /// makes what changes there are to the terminal until then.
  /// - Returns: the link to it, which stays open for as long as changes are made.
  func startGuard() throws(SystemError) -> FileDescriptor {
    link = Int32(try check(firstlight_console_guard(descriptor.rawValue)))
    return FileDescriptor(owning: link)
  }
}
