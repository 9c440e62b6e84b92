@testable import Output
import System
import Testing

@Suite struct VirtualTerminalTests {
  final class FakeConsole: ConsoleCalls {
    enum Call: Equatable {
      case graphics(Bool)
      case signals(Signal?, Signal?)
      case release, acknowledge, guarded
    }
    var calls: [Call] = []
    var seen = 2
    var failing: Call?
    var isTaken = false
    var pauses = 0
    /// How many pauses it takes until the terminal is free.
    var freedAfter: Int?
    /// The guard's end of its pipe.
    var guardEnd: UnixStream?

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
    override func asks() throws(SystemError) -> Bool { isTaken }
    override func pause() {
      pauses += 1
      if pauses == freedAfter { isTaken = false }
    }
    override func release() throws(SystemError) { try note(.release) }
    override func acknowledge() throws(SystemError) { try note(.acknowledge) }
    override func startGuard() throws(SystemError) -> FileDescriptor {
      try note(.guarded)
      let (mine, theirs) = try UnixStream.pair()
      guardEnd = UnixStream(owning: theirs.owned())
      return mine.owned()
    }
  }

  @Test func `it is guarded before it is taken, and given back as text`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    #expect(console.calls == [.guarded, .graphics(true), .signals(.user1, .user2)])
    #expect(terminal.isActive)
    console.seen = 3
    #expect(!terminal.isActive)
    console.calls = []
    terminal.close(retained: false)
    terminal.close(retained: false)
    #expect(console.calls == [.signals(nil, nil), .graphics(false)])
  }

  @Test func `a picture that stays keeps the text away`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.close(retained: true)
    #expect(console.calls == [.signals(nil, nil)])
  }

  @Test func `it leaves and comes back when the kernel asks`() throws {
    let console = try FakeConsole()
    let terminal = try VirtualTerminal(console, number: 2)
    console.calls = []
    terminal.release()
    terminal.acquire()
    #expect(console.calls == [.release, .acknowledge, .graphics(true)])
  }

  @Test func `a console that another program manages is left to it`() throws {
    let console = try FakeConsole()
    console.isTaken = true
    let busy = SystemError(.controlConsole, path: "/dev/tty2", code: 16)
    #expect(throws: busy) { try VirtualTerminal(console, number: 2) }
    #expect(console.calls == [] && console.pauses == 10)
  }

  @Test func `a guard that is about to free the console is waited for`() throws {
    let console = try FakeConsole()
    console.isTaken = true
    console.freedAfter = 3
    let terminal = try VirtualTerminal(console, number: 2)
    #expect(console.pauses == 3 && terminal.isActive)
  }

  @Test func `a console that may not be taken is an error with its name`() throws {
    let console = try FakeConsole()
    console.failing = .graphics(true)
    let error = #expect(throws: SystemError.self) { try VirtualTerminal(console, number: 2) }
    #expect(error?.description.contains("cannot take over the console '/dev/tty2'") == true)
  }
}
