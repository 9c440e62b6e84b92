import CLinux
public import System

/// The console while pictures are on the screen: the kernel writes nothing over them, asks before it
/// changes to another terminal, and gets the terminal back as text however this process ends.
///
/// A process of its own, of a few lines of C, watches over that: it sets the terminal back when this
/// one is gone, be it by a crash or a kill.
public final class VirtualTerminal {
  /// The terminal's number.
  public let number: Int
  private var calls: ConsoleCalls
  private var watcher: Watcher?

  /// Owns the link to the watching process.
  private final class Watcher {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// What the kernel asks by before it changes to another terminal, and tells by when this one is
  /// back.
  public static var releaseSignal: Signal { .user1 }
  public static var acquireSignal: Signal { .user2 }

  /// Takes over a terminal.
  /// - Parameter number: nil for the one that the process was started on, or else the one that is seen.
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
  ///   would hear of changes no more.
  init(_ calls: ConsoleCalls, number: Int) throws(SystemError) {
    self.calls = calls
    self.number = number
    // What was left by a process that was killed is set right by its guard.
    var pauses = 0
    while try calls.asks() {
      guard pauses < 10 else {
        throw SystemError(.controlConsole, path: calls.path, code: EBUSY)
      }
      calls.pause()
      pauses += 1
    }
    watcher = Watcher(try calls.startGuard())
    try calls.setGraphics(true)
    try calls.setSignals(release: Self.releaseSignal, acquire: Self.acquireSignal)
  }

  /// True if the terminal is the one that is seen.
  public var isActive: Bool { (try? calls.active()) == number }

  /// Lets the kernel change to another terminal, after the screen was given up.
  public func release() { try? calls.release() }

  /// Takes note that the terminal is seen again.
  public func acquire() {
    try? calls.acknowledge()
    // Whoever was there may have left the screen to text.
    try? calls.setGraphics(true)
  }

  /// Takes the terminal anew after it was hung up, from when on its file is of no use.
  public func reopen() throws(SystemError) {
    dismissGuard()
    calls = try ConsoleCalls(path: calls.path)
    watcher = Watcher(try calls.startGuard())
    try calls.setSignals(release: Self.releaseSignal, acquire: Self.acquireSignal)
  }

  /// Leaves the terminal to another program as it is: nothing of this one changes it any more.
  public func leave() {
    guard watcher != nil else { return }
    try? calls.setSignals(release: nil, acquire: nil)
    dismissGuard()
  }

  private func dismissGuard() {
    guard let watcher else { return }
    self.watcher = nil
    let byte: [UInt8] = [0]
    _ = try? watcher.descriptor.write(byte.span)
  }

  /// Takes the keys that are typed here.
  public func openKeyboard() throws(SystemError) -> ConsoleKeyboard { try ConsoleKeyboard(calls) }

  /// Leaves the screen to the kernel's text, or takes it from that again.
  public func show(text isText: Bool) { try? calls.setGraphics(!isText) }

  /// The number of the link to the watching process, for one that goes on when this one has ended: with
  /// the last of its owners the terminal becomes text.
  public var guardLink: Int32? { watcher?.descriptor.rawValue }

  /// Gives the terminal back.
  /// - Parameters:
  ///   - picture: by which the screen keeps its picture, for the next program to draw on it.
  ///   - seconds: until the terminal becomes text nevertheless, where no process sees to that.
  public func close(retained picture: RetainedPicture = .none, seconds: Int = 0) {
    guard let watcher else { return }
    self.watcher = nil
    try? calls.setSignals(release: nil, acquire: nil)
    let message: UInt8
    switch picture {
    case .none:
      try? calls.setGraphics(false)
      message = 0
    case .byMemory: message = UInt8(clamping: max(seconds, 1))
    case .byProcess: return
    }
    let byte = [message]
    _ = try? watcher.descriptor.write(byte.span)
  }
}
