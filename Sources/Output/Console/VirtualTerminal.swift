import CLinux
public import System

/// The console while pictures are on the screen: the kernel writes nothing over them, asks before
/// it changes to another terminal, and shows text on the terminal again however this process ends.
///
/// A small process in C, the guard, ensures that: it restores the terminal when this process is
/// gone, even after a crash or a kill.
public final class VirtualTerminal {
  /// The terminal's number.
  public let number: Int
  private var calls: ConsoleCalls
  private var watcher: Watcher?
  /// True while another program may have taken it over.
  private var isLent = false

  /// Owns the link to the guard.
  private final class Watcher {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// The signals with which the kernel asks before it changes to another terminal, and reports the
  /// return.
  public static var releaseSignal: Signal { .user1 }
  public static var acquireSignal: Signal { .user2 }

  /// True if the kernel has virtual terminals.
  public static var isSupported: Bool {
    (try? listDirectory("/sys/class/tty/tty0")) != nil
  }

  /// Takes over a terminal.
  /// - Parameter number: nil for the one that the process was started on, or else the visible one.
  public convenience init(number: Int? = nil) throws(SystemError) {
    let seen: Int
    if let number = number ?? ConsoleCalls.inheritedNumber() {
      seen = number
    } else {
      seen = try ConsoleCalls(path: "/dev/tty0").active()
    }
    try self.init(ConsoleCalls(path: "/dev/tty\(seen)"), number: seen)
  }

  /// - Throws: EBUSY for the terminal of a program that manages it, such as a display server: it
  ///   would no longer be notified of changes.
  init(_ calls: ConsoleCalls, number: Int) throws(SystemError) {
    self.calls = calls
    self.number = number
    try Self.waitUntilFree(calls)
    watcher = Watcher(try calls.startGuard())
    try calls.setGraphics(true)
    try calls.setSignals(release: Self.releaseSignal, acquire: Self.acquireSignal)
    try? calls.setEcho(false)
  }

  /// Waits for the guard of a process that was killed, which restores the terminal if it still has
  /// the right to: a service manager may have given the terminal to the next process already.
  private static func waitUntilFree(_ calls: ConsoleCalls) throws(SystemError) {
    for _ in 0..<10 {
      if try calls.holder() == .nobody { return }
      calls.pause()
    }
    if try calls.holder() == .another {
      throw SystemError(.controlConsole, path: calls.path, code: EBUSY)
    }
  }

  /// True if the terminal is the visible one.
  public var isActive: Bool { (try? calls.active()) == number }

  /// Allows the kernel to change to another terminal, after the screen was given up.
  public func release() { try? calls.release() }

  /// Acknowledges that the terminal is visible again.
  public func acquire() {
    try? calls.acknowledge()
    // The former program may have left the screen in text mode.
    try? calls.setGraphics(true)
  }

  /// Takes the terminal again after it was hung up; its open file is useless from then on.
  public func reopen() throws(SystemError) {
    dismissGuard()
    calls = try ConsoleCalls(path: calls.path)
    watcher = Watcher(try calls.startGuard())
    try calls.setSignals(release: Self.releaseSignal, acquire: Self.acquireSignal)
  }

  /// Leaves the terminal to another program as it is, until `reclaim`. The guard stays. It lets
  /// other terminals be shown, and sets this one to text at the end if no program has taken it
  /// over.
  public func lend() {
    isLent = true
    try? calls.setEcho(true)
    try? calls.setAside(forGood: false)
  }

  /// Takes the terminal back.
  /// - Throws: EBUSY while another program manages the terminal; if the guard has gone, the error
  ///   of changing the terminal through it.
  public func reclaim() throws(SystemError) {
    guard isLent else { return }
    try Self.waitUntilFree(calls)
    try calls.setGraphics(true)
    try calls.setSignals(release: Self.releaseSignal, acquire: Self.acquireSignal)
    try? calls.setEcho(false)
    isLent = false
  }

  private func dismissGuard() {
    guard let watcher else { return }
    self.watcher = nil
    let byte: [UInt8] = [0]
    _ = try? watcher.descriptor.write(byte.span)
  }

  /// Takes the keys of the terminal.
  public func openKeyboard() throws(SystemError) -> ConsoleKeyboard { try ConsoleKeyboard(calls) }

  /// Leaves the screen to the kernel's text, and typed keys, too, unless they are taken; or takes
  /// them back.
  public func show(text isText: Bool) {
    try? calls.setGraphics(!isText)
    try? calls.setEcho(isText)
  }

  /// Makes systemd report on the console which units it starts, or stop doing so. Only the
  /// superuser's processes may; otherwise nothing changes.
  public func setStatus(_ isShown: Bool) { calls.setStatus(isShown) }

  /// Writes on the terminal, which shows it while it is text. Text that it does not take at once is
  /// dropped.
  public func write(_ bytes: [UInt8]) { calls.write(bytes) }

  /// Gives up the terminal that this process was started on, until it is taken over. Without a
  /// screen, keys on it would send signals to this process, and its next owner would lose it at the
  /// end of this process.
  public static func giveUpInherited() { ConsoleCalls.giveUpInherited() }

  /// The number of the link to the guard, for a process that continues when this one has ended:
  /// when its last owner closes it, the terminal becomes text.
  public var guardLink: Int32? { watcher?.descriptor.rawValue }

  /// Gives the terminal back.
  /// - Parameters:
  ///   - picture: the way in which the screen keeps its picture, for the next program to draw over.
  ///   - seconds: the time after which the terminal becomes text anyway, unless a process handles
  ///     that.
  public func close(retained picture: RetainedPicture = .none, seconds: Int = 0) {
    guard let watcher else { return }
    self.watcher = nil
    // When the link ends, the guard finds out which program has the terminal.
    if isLent { return }
    try? calls.setEcho(true)
    let message: UInt8
    switch picture {
    case .none:
      try? calls.setSignals(release: nil, acquire: nil)
      try? calls.setGraphics(false)
      message = 0
    case .byMemory:
      try? calls.setAside(forGood: true)
      message = UInt8(clamping: max(seconds, 1))
    case .byProcess:
      try? calls.setAside(forGood: true)
      return
    }
    let byte = [message]
    _ = try? watcher.descriptor.write(byte.span)
  }
}
