import CLinux
import System

/// Every request to a virtual terminal, and the only place that makes them. Tests replace it by a
/// recording fake.
class ConsoleCalls {
  /// The terminal's file, such as `/dev/tty1`.
  let path: String
  private let descriptor: FileDescriptor
  /// True while the terminal's keys are taken.
  private var hasKeys = false
  /// The number of the link to the guard, which has the right to change the terminal; −1 before
  /// there is one.
  private var link: Int32 = -1

  init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try FileDescriptor.open(path, [.read, .write, .nonBlocking])
  }

  /// Takes over an open terminal.
  init(path: String, descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  static func giveUpInherited() { firstlight_console_give_up_started() }

  private final func check(_ result: Int) throws(SystemError) -> Int {
    if result < 0 { throw SystemError(.controlConsole, path: path, code: Int32(-result)) }
    return result
  }

  /// The terminal that this process was started on, if it is a virtual one: a service manager gives
  /// it one with the right to change it.
  static func inheritedNumber() -> Int? {
    let number = Int(firstlight_console_number(0))
    return number > 0 ? number : nil
  }

  /// Changes the terminal through the guard.
  final func change(_ kind: Int, _ value: Int32) throws(SystemError) {
    _ = try check(
      firstlight_console_request(descriptor.rawValue, link, Int32(truncatingIfNeeded: kind), value))
  }

  /// The number of the visible terminal.
  func active() throws(SystemError) -> Int {
    try check(firstlight_console_active(descriptor.rawValue))
  }

  /// Keeps the kernel from writing on the screen, or allows it again.
  func setGraphics(_ isGraphics: Bool) throws(SystemError) {
    try change(
      firstlight_console_mode, isGraphics ? firstlight_console_graphics : firstlight_console_text)
  }

  /// Makes the kernel ask with a signal before it leaves the terminal, and report with another one
  /// that it has returned; without signals it switches freely.
  func setSignals(release: Signal?, acquire: Signal?) throws(SystemError) {
    try change(
      firstlight_console_signals, (release?.number ?? 0) | (acquire?.number ?? 0) << 8)
  }

  /// The process that the kernel asks already.
  enum Holder {
    /// No process that needs the terminal: it may belong to a picture that was left on it.
    case nobody
    /// The guard of a daemon, which may have ended just now.
    case daemon
    /// A program that manages its terminal, such as a display server.
    case another
  }

  func holder() throws(SystemError) -> Holder {
    switch try check(firstlight_console_holder(descriptor.rawValue)) {
    case firstlight_console_of_nobody: .nobody
    case firstlight_console_of_guard: .daemon
    default: .another
    }
  }

  /// Tells the guard to let the kernel change to other terminals without asking.
  /// - Parameter isForGood: false to do so only until signals are set again.
  func setAside(forGood isForGood: Bool) throws(SystemError) {
    try change(firstlight_console_waiting, isForGood ? 1 : 0)
  }

  /// Keeps typed keys off the terminal's text, or echoes them as before.
  func setEcho(_ echoes: Bool) throws(SystemError) {
    // As long as the keys are ours, they stay off the text.
    guard !hasKeys else { return }
    try change(firstlight_console_echo, echoes ? 1 : 0)
  }

  /// Makes systemd report on the console which units it starts, or stop doing so. Works only if
  /// systemd is the first process and allows it.
  func setStatus(_ isShown: Bool) { firstlight_console_show_status(isShown ? 1 : 0) }

  /// Waits for a moment.
  func pause() { firstlight_sleep(10) }

  /// Allows the kernel to leave the terminal.
  func release() throws(SystemError) {
    try change(firstlight_console_switch, 1)
  }

  /// Acknowledges the return of the terminal.
  func acknowledge() throws(SystemError) {
    try change(firstlight_console_switch, firstlight_console_come_back)
  }

  func write(_ bytes: [UInt8]) { _ = try? descriptor.write(bytes.span) }

  // MARK: Keys

  /// The descriptor's number, for waiting for keys.
  final var number: Int32 { descriptor.rawValue }

  /// Makes the terminal deliver each key at once, as UTF-8.
  func beginKeys() throws(SystemError) {
    try change(firstlight_console_keys, 1)
    hasKeys = true
  }

  /// Restores the terminal's former treatment of keys.
  func endKeys() {
    guard hasKeys else { return }
    hasKeys = false
    try? change(firstlight_console_keys, 0)
  }

  /// - Returns: false if the terminal was hung up.
  func readKeys(into bytes: SecretBytes) -> Bool {
    do throws(SystemError) {
      return try bytes.read(from: descriptor) != .ended
    } catch {
      return false
    }
  }

  var hasCapsLock: Bool { firstlight_keyboard_has_caps_lock(descriptor.rawValue) == 1 }

  // MARK: The end

  /// Starts the guard: a process that sets the terminal back to text when this process ends for
  /// whatever reason, and that makes all changes of the terminal until then.
  /// - Returns: the link to the guard, which stays open as long as changes are made.
  func startGuard() throws(SystemError) -> FileDescriptor {
    link = Int32(try check(firstlight_console_guard(descriptor.rawValue)))
    return FileDescriptor(owning: link)
  }
}
