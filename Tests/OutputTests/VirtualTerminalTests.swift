import CLinux
import Glibc
import System
import Testing

@testable import Output

@Suite struct VirtualTerminalTests {
  final class FakeConsole: ConsoleCalls {
    enum Call: Equatable {
      case graphics(Bool)
      case signals(Signal?, Signal?)
      case release, acknowledge, guarded
      case aside(forGood: Bool)
      case echo(Bool)
    }
    var calls: [Call] = []
    var seen = 2
    var failing: Call?
    var present = Holder.nobody
    var pauses = 0
    /// The number of pauses until the terminal is free.
    var freedAfter: Int?
    /// The guard's end of its link.
    var guardEnd: GuardEnd?

    final class GuardEnd {
      let stream: UnixStream
      init(_ stream: consuming UnixStream) { self.stream = stream }
    }

    init() throws {
      super.init(path: "/dev/tty2", descriptor: try UnixStream.pair().0.owned())
    }

    private func note(_ call: Call) throws(SystemError) {
      if call == failing { throw SystemError(.controlConsole, path: path, code: 1) }
      calls.append(call)
    }

    override func active() throws(SystemError) -> Int { seen }
    override func setGraphics(_ isGraphics: Bool) throws(SystemError) {
      try note(.graphics(isGraphics))
    }
    override func setSignals(release: Signal?, acquire: Signal?) throws(SystemError) {
      try note(.signals(release, acquire))
    }
    override func holder() throws(SystemError) -> Holder { present }
    override func setAside(forGood isForGood: Bool) throws(SystemError) {
      try note(.aside(forGood: isForGood))
    }
    override func setEcho(_ echoes: Bool) throws(SystemError) { try note(.echo(echoes)) }
    override func pause() {
      pauses += 1
      if pauses == freedAfter { present = .nobody }
    }
    override func release() throws(SystemError) { try note(.release) }
    override func acknowledge() throws(SystemError) { try note(.acknowledge) }

    /// The last message to the guard.
    func farewell() throws -> [UInt8] {
      guard let guardEnd else { return [] }
      var bytes = [UInt8](repeating: 0, count: 8)
      #expect(try guardEnd.stream.descriptor.waitForInput(milliseconds: 1000))
      let count = try guardEnd.stream.descriptor.read(into: &bytes, 0..<bytes.count)
      return Array(bytes[..<(count ?? 0)])
    }

    override func startGuard() throws(SystemError) -> FileDescriptor {
      try note(.guarded)
      let (mine, theirs) = try UnixStream.pair()
      guardEnd = GuardEnd(UnixStream(owning: theirs.owned()))
      return mine.owned()
    }
  }

  @Test func `a terminal is guarded before it is taken, and returned as text`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    #expect(
      console.calls == [.guarded, .graphics(true), .signals(.user1, .user2), .echo(false)])
    #expect(terminal.isActive)
    console.seen = 3
    #expect(!terminal.isActive)
    console.calls = []
    #expect(terminal.guardLink != nil)
    terminal.close()
    terminal.close()
    #expect(console.calls == [.echo(true), .signals(nil, nil), .graphics(false)])
    #expect(try console.farewell() == [0])
    #expect(terminal.guardLink == nil)
  }

  @Test(
    "a picture that stays hides the text for the time that the guard gets",
    arguments: [(RetainedPicture.byMemory, 30, [30]), (.byMemory, 0, [1]), (.byMemory, 900, [255])])
  func retained(_ picture: RetainedPicture, seconds: Int, farewell: [UInt8]) throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.close(retained: picture, seconds: seconds)
    // Until the time is over, other terminals can be shown, and the console gets the keys.
    #expect(console.calls == [.echo(true), .aside(forGood: true)])
    #expect(try console.farewell() == farewell)
  }

  @Test func `the guard waits for the process that keeps a picture`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.close(retained: .byProcess, seconds: 30)
    #expect(console.calls == [.echo(true), .aside(forGood: true)])
    // The end of the link; that process has another copy of it.
    #expect(try console.farewell() == [])
  }

  @Test func `changes of a file that is no terminal fail by way of the guard`() throws {
    let calls = ConsoleCalls(path: "/dev/tty2", descriptor: try UnixStream.pair().0.owned())
    func expectNoTerminal(_ change: () throws(SystemError) -> Void) {
      let error = #expect(throws: SystemError.self) { try change() }
      #expect(error == SystemError(.controlConsole, path: "/dev/tty2", code: 25))
    }
    expectNoTerminal { () throws(SystemError) in try calls.setGraphics(true) }
    let link = try calls.startGuard()
    expectNoTerminal { () throws(SystemError) in try calls.setGraphics(true) }
    expectNoTerminal { () throws(SystemError) in
      try calls.setSignals(release: .user1, acquire: .user2)
    }
    expectNoTerminal { () throws(SystemError) in try calls.release() }
    // An unknown request proves that the guard answers.
    let unknown = #expect(throws: SystemError.self) { try calls.change(99, 0) }
    #expect(unknown?.code == 22)
    // The guard ends on request, and closes its end of the link.
    #expect(try link.write([UInt8(0)].span) == 1)
    var bytes: [UInt8] = [0]
    #expect(try link.waitForInput(milliseconds: 5000))
    #expect(try link.read(into: &bytes, 0..<1) == 0)
    expectNoTerminal { () throws(SystemError) in try calls.setGraphics(true) }
  }

  // MARK: The guard of a killed daemon

  /// A terminal without a keyboard of its own, whose settings any process may change.
  private final class Line {
    let calls: ConsoleCalls
    private let controller: FileDescriptor

    init() throws {
      controller = try FileDescriptor.open("/dev/ptmx", [.read, .write])
      // TIOCSPTLCK and TIOCGPTN, which are macros that Swift has no names for.
      var (lock, number): (Int32, Int32) = (0, 0)
      let isUnlocked = unsafe ioctl(controller.rawValue, 0x4004_5431, &lock) == 0
      let isNumbered = unsafe ioctl(controller.rawValue, 0x8004_5430, &number) == 0
      #expect(isUnlocked && isNumbered)
      let name = "/dev/pts/\(number)"
      calls = ConsoleCalls(
        path: name, descriptor: try FileDescriptor.open(name, [.read, .write, .nonBlocking]))
    }

    /// The terminal's settings, which both ends share.
    private var settings: termios {
      var settings = termios()
      let result = unsafe tcgetattr(calls.number, &settings)
      #expect(result == 0)
      return settings
    }

    var flags: tcflag_t { settings.c_lflag }

    /// Clears flags as another program does.
    func clear(_ flags: Int32) {
      var settings = settings
      settings.c_lflag &= ~tcflag_t(flags)
      let result = unsafe tcsetattr(calls.number, TCSANOW, &settings)
      #expect(result == 0)
    }

    /// Ends a daemon for its guard, which then restores the terminal, and waits for the guard's
    /// end.
    func kill(_ link: consuming FileDescriptor) throws {
      shutdown(link.rawValue, Int32(SHUT_WR))
      var bytes: [UInt8] = [0]
      #expect(try link.waitForInput(milliseconds: 10_000))
      #expect(try link.read(into: &bytes, 0..<1) == 0)
    }
  }

  @Test func `a guard restores the echo that it has cleared`() throws {
    let line = try Line()
    let former = line.flags
    let link = try line.calls.startGuard()
    try line.calls.setEcho(false)
    #expect(line.flags & tcflag_t(ECHO | ICANON) == 0)
    // It is silent already.
    try line.calls.setEcho(false)
    try line.kill(link)
    #expect(line.flags == former)
  }

  @Test(arguments: [nil, false, true] as [Bool?])
  func `a guard leaves a terminal alone that it has not changed`(echoes: Bool?) throws {
    let line = try Line()
    let link = try line.calls.startGuard()
    if let echoes {
      try line.calls.setEcho(false)
      // The daemon restores the settings before its end, or another program changes the guard's.
      if echoes { try line.calls.setEcho(true) } else { line.clear(ISIG) }
    }
    // Another program asks for a password.
    line.clear(ECHO)
    let present = line.flags
    try line.kill(link)
    #expect(line.flags == present)
  }

  @Test func `a terminal without echo stays without echo`() throws {
    let line = try Line()
    line.clear(ECHO)
    let former = line.flags
    let link = try line.calls.startGuard()
    try line.calls.setEcho(false)
    try line.calls.setEcho(true)
    #expect(line.flags == former)
    try line.kill(link)
    #expect(line.flags == former)
  }

  @Test func `a terminal is released and acquired when the kernel asks`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.release()
    terminal.acquire()
    #expect(console.calls == [.release, .acknowledge, .graphics(true)])
  }

  @Test func `a console that another program manages is left to it`() throws {
    let console = try FakeConsole()
    console.present = .another
    let busy = SystemError(.controlConsole, path: "/dev/tty2", code: 16)
    #expect(throws: busy) { try VirtualTerminal(console, number: 2) }
    #expect(console.calls == [] && console.pauses == 10)
  }

  @Test func `a guard that is about to free the console is waited for`() throws {
    let console = try FakeConsole()
    console.present = .daemon
    console.freedAfter = 3
    let terminal = try VirtualTerminal(console, number: 2)
    #expect(console.pauses == 3 && terminal.isActive)
  }

  @Test func `a guard that has lost its right to the console is not waited for in vain`() throws {
    let console = try FakeConsole()
    console.present = .daemon
    let terminal = try VirtualTerminal(console, number: 2)
    #expect(console.pauses == 10 && terminal.isActive)
    #expect(
      console.calls == [.guarded, .graphics(true), .signals(.user1, .user2), .echo(false)])
  }

  @Test func `a console that is lent stays guarded, and is left to its guard at the end`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.lend()
    #expect(console.calls == [.echo(true), .aside(forGood: false)])
    #expect(terminal.guardLink != nil)
    terminal.close()
    #expect(console.calls == [.echo(true), .aside(forGood: false)])
    // The end of the link alone.
    #expect(try console.farewell() == [])
  }

  @Test func `a console that was lent comes back, but not from one that manages it`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    terminal.lend()
    console.calls = []
    console.present = .another
    #expect(throws: SystemError.self) { try terminal.reclaim() }
    #expect(console.calls == [])
    console.present = .nobody
    try terminal.reclaim()
    #expect(console.calls == [.graphics(true), .signals(.user1, .user2), .echo(false)])
    try terminal.reclaim()
    #expect(console.calls.count == 3)
    terminal.close()
    #expect(console.calls.suffix(3) == [.echo(true), .signals(nil, nil), .graphics(false)])
    #expect(try console.farewell() == [0])
  }

  @Test func `keys stay off the console's text while a picture hides it`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.show(text: true)
    terminal.show(text: false)
    #expect(console.calls == [.graphics(false), .echo(true), .graphics(true), .echo(false)])
    // A console that is not a terminal can still be used.
    console.failing = .echo(false)
    #expect(try VirtualTerminal(console, number: 2).isActive)
  }

  @Test func `a console that may not be taken is an error with its name`() throws {
    let console = try FakeConsole()
    console.failing = .graphics(true)
    let error = #expect(throws: SystemError.self) { try VirtualTerminal(console, number: 2) }
    #expect(error?.description.contains("cannot take over the console '/dev/tty2'") == true)
  }
}
