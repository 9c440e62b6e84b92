import BootProgress
import Foundation
import JSON
import Stage
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server
@testable import System

/// The boot protocol, from a client's bytes to the display.
@Suite struct PlymouthTests {
  /// A daemon with a keyboard that the test types on.
  private final class Boot {
    let harness: Harness
    let name = "\0firstlight-test-" + UUID().uuidString
    let console: FakeConsole

    init(hasKeyboard: Bool = true, text: String? = Harness.scene) throws {
      harness = try Harness(isStepped: false, text: text)
      console = try FakeConsole()
      if hasKeyboard { try harness.outputManager.console.take(try ConsoleKeyboard(console)) }
      try harness.daemon.servePlymouth(on: Listener(try UnixListener.listen(onName: name)))
    }

    /// Connects to the address, and waits there.
    func connectAtAddress() throws -> BootPeer {
      BootPeer(try UnixStream.connect(to: name, isBlocking: false), harness)
    }

    func connect(as user: UInt32 = 0) throws -> BootPeer {
      let (mine, theirs) = try UnixStream.pair()
      try #require(harness.daemon.plymouth).add(
        UnixStream(owning: FileDescriptor(owning: theirs)),
        peer: PeerCredentials(processIdentifier: 1, userIdentifier: user, groupIdentifier: 0))
      return BootPeer(UnixStream(owning: FileDescriptor(owning: mine)), harness)
    }

    /// Types after the question has been shown for long enough.
    func type(_ text: String) throws {
      try harness.settle()
      harness.clock.now += PromptQueue.settlingTime
      try console.type(text)
      try harness.settle()
    }

    /// The text that a control shows.
    func text(of control: String) throws -> String? {
      try harness.settle()
      return harness.shows.stage.controls.first { $0.name == control }?.text
    }
  }

  /// A client's end.
  private final class BootPeer {
    private var stream: UnixStream?
    private let harness: Harness

    init(_ stream: consuming UnixStream, _ harness: Harness) {
      self.stream = consume stream
      self.harness = harness
    }

    /// Sends bytes and returns the answer; nil at the end of the connection.
    func send(_ bytes: [UInt8]) throws -> [UInt8]? {
      switch stream {
      case .some(let stream): _ = try stream.send(bytes.span)
      case .none: break
      }
      return try reply()
    }

    func reply() throws -> [UInt8]? {
      try harness.settle()
      var buffer = [UInt8](repeating: 0, count: 1 << 13)
      var descriptors = DescriptorQueue()
      var count: Int?
      switch stream {
      case .some(let stream):
        count = try stream.receive(into: &buffer, 0..<buffer.count, descriptors: &descriptors)
      case .none: break
      }
      guard let count else { return [] }
      return count == 0 ? nil : Array(buffer[..<count])
    }

    func close() throws {
      stream = nil
      try harness.settle()
    }
  }

  private static func request(_ command: Character, _ argument: String? = nil) -> [UInt8] {
    let byte = command.asciiValue ?? 0
    guard let argument else { return [byte, 0] }
    return [byte, 2, UInt8(argument.utf8.count + 1)] + Array(argument.utf8) + [0]
  }

  @Test func `only root's messages are read`() throws {
    let boot = try Boot()
    let peer = try boot.connect(as: 12345)
    #expect(try peer.reply() == [0x15])
    #expect(try peer.reply() == nil)
  }

  /// The kernel frees a file with its last descriptor, which is in the message.
  @Test func `refusing a client does not wait for large files that it has sent`() throws {
    let boot = try Boot()
    let (mine, theirs) = try UnixStream.pair()
    let client = UnixStream(owning: FileDescriptor(owning: mine))
    do {
      let file = FileDescriptor(owning: try Syscalls.createMemoryFile(named: "large"))
      try #require(posix_fallocate(file.rawValue, 0, 256 << 20) == 0)
      _ = try client.send([1, 2].span, descriptors: [file.rawValue])
    }
    let use = ThreadUse()
    try #require(boot.harness.daemon.plymouth).add(
      UnixStream(owning: FileDescriptor(owning: theirs)),
      peer: PeerCredentials(processIdentifier: 1, userIdentifier: 12345, groupIdentifier: 0))
    #expect(use.seconds < 0.005)
  }

  /// A socket that a thread closes later would be reported until then.
  @Test func `the loop watches no client that has left`() throws {
    let boot = try Boot()
    let (mine, theirs) = try UnixStream.pair()
    let late = FileDescriptor(owning: dup(theirs))
    try #require(boot.harness.daemon.plymouth).add(
      UnixStream(owning: FileDescriptor(owning: theirs)),
      peer: PeerCredentials(processIdentifier: 1, userIdentifier: 0, groupIdentifier: 0))
    try BootPeer(UnixStream(owning: FileDescriptor(owning: mine)), boot.harness).close()
    let events = try boot.harness.loop.wait(milliseconds: 0)
    #expect(!events.contains { $0.token == EventSource.plymouth(1).token })
    _ = late.rawValue
  }

  @Test func `listening goes on after a shortage, however long it lasts`() throws {
    let boot = try Boot()
    let peer = try boot.connectAtAddress()
    #expect(try SystemFault(.accept, code: EMFILE).inject { try peer.send([]) } == [])
    boot.harness.clock.now += 1_000_000
    #expect(try SystemFault(.changeEpoll, code: ENOMEM).inject { try peer.reply() } == [])
    boot.harness.clock.now += 1_000_000
    // The request is refused if the test does not run as root.
    #expect(try peer.send(Self.request("A")) == [ProcessEnvironment.userIdentifier == 0 ? 6 : 0x15])
  }

  @Test func `each request has its reply, split or joined`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    let acknowledged: [UInt8] = [6]
    for command: Character in ["C", "S", "A", "a", "!", "l", "$", "R", "U", "u", "M", "m", "L"] {
      #expect(try peer.send(Self.request(command)) == acknowledged, "\(command)")
    }
    #expect(try peer.send(Self.request("Z")) == [0x15])
    #expect(
      try peer.send(Self.request("A") + Self.request("M", "Hi") + Self.request("a")) == [6, 6, 6])
    let status = Self.request("U", "foo.service")
    for byte in status.dropLast() { #expect(try peer.send([byte]) == []) }
    #expect(try peer.send([status[status.count - 1]]) == [6])
    #expect(try peer.send(Self.request("c")) == [5])
  }

  @Test func `a flood of requests is handled in parts, all of it`() throws {
    let boot = try Boot()
    let (mine, theirs) = try UnixStream.pair()
    let stream = UnixStream(owning: FileDescriptor(owning: mine))
    try #require(boot.harness.daemon.plymouth).add(
      UnixStream(owning: FileDescriptor(owning: theirs)),
      peer: PeerCredentials(processIdentifier: 1, userIdentifier: 0, groupIdentifier: 0))
    let flood = [[UInt8]](repeating: Self.request("A"), count: 2000).flatMap { $0 }
    #expect(try stream.send(flood.span) == flood.count)
    var buffer = [UInt8](repeating: 0, count: 1 << 13)
    var descriptors = DescriptorQueue()
    var replies: [Int] = []
    for _ in 0..<20 {
      try boot.harness.daemon.turn(milliseconds: 0)
      let range = 0..<buffer.count
      if let count = try stream.receive(into: &buffer, range, descriptors: &descriptors) {
        replies.append(count)
      }
    }
    #expect(replies.reduce(0, +) == 2000)
    #expect(replies.allSatisfy { $0 <= 300 }, "\(replies)")
  }

  @Test func `an invalid message ends its connection, and nothing else`() throws {
    let boot = try Boot()
    for bytes: [UInt8] in [
      [0x55, 2, 0], [0x55, 1], [0x55, 3, 1, 0], [0x4D, 2, 2, 0x41, 0x42],
      [0x2A, 2, 3, 0x41, 0, 0x42],
    ] {
      let peer = try boot.connect()
      #expect(try peer.send(bytes) == nil, "\(bytes)")
    }
    // Commands without their arguments.
    for command: Character in ["u", "M", "U", "C", "R", "m"] {
      #expect(try boot.connect().send(Self.request(command)) == [6], "\(command)")
    }
    let half = try boot.connect()
    #expect(try half.send([0x50]) == [])
    #expect(try boot.connect().send(Self.request("A")) == [6])
  }

  @Test func `progress and messages reach the scene`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    func value() throws -> Double? {
      try boot.harness.settle()
      return boot.harness.shows.stage.controls.first { $0.name == "install" }?.value
    }
    _ = try peer.send(Self.request("u", "42"))
    #expect(try value() == 0.42)
    _ = try peer.send(Self.request("M", "one"))
    _ = try peer.send(Self.request("M", "two"))
    _ = try peer.send(Self.request("M", "two"))
    #expect(try boot.text(of: "message") == "two")
    _ = try peer.send(Self.request("m", "two"))
    #expect(try boot.text(of: "message") == "one")
    _ = try peer.send(Self.request("m", "one"))
    #expect(try boot.text(of: "message") == "Hello")
    _ = try peer.send(Self.request("U", "fsckd:1:42.5:Checking"))
    #expect(try boot.text(of: "message") == "Checking")
  }

  @Test func `a password is shown as bullets, answered and kept for the next who asks`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    #expect(try peer.send(Self.request("*", "Unlock disk") + Self.request("a")) == [])
    #expect(boot.harness.shows.prompt?.message == "Unlock disk")
    boot.console.isCapsLockOn = true
    try boot.type("gehéim")
    #expect(boot.harness.shows.prompt?.entry == .bullets(6))
    #expect(boot.harness.shows.prompt?.isCapsLockOn == true)
    #expect(boot.harness.shows.stage.shownPrompt?.entry == .bullets(6))
    try boot.type("\n")
    // The request after the question is handled after the answer.
    let secret = Array("gehéim".utf8)
    #expect(try peer.reply() == [2, UInt8(secret.count), 0, 0, 0] + secret + [6])
    #expect(boot.harness.shows.prompt == nil)
    let size = UInt8(secret.count + 1)
    #expect(try peer.send(Self.request("c")) == [9, size, 0, 0, 0] + secret + [0])
    boot.harness.clock.now += CachedAnswers.lifetime
    #expect(try peer.send(Self.request("c")) == [5])
    #expect(!boot.harness.lines.all.contains { $0.contains("geh") })
  }

  @Test func `messages on the boot's progress reach its tracker`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    let tracker = boot.harness.daemon.boot.tracker
    func send(_ request: [UInt8]) throws { #expect(try peer.send(request) == [6]) }
    try send(Self.request("U", "foo.service"))
    #expect(tracker.record?.starts.map { $0.name.text } == ["foo.service"])
    #expect(tracker.state?.isUsual == true)
    try send(Self.request("U", "fsckd:1:42.5:Checking"))
    #expect(tracker.record?.starts.count == 1)
    #expect(tracker.state?.isUsual == false)
    try send(Self.request("A"))
    #expect(tracker.timeout == nil)
    try send(Self.request("a"))
    #expect(tracker.timeout != nil)
    try send(Self.request("S"))
    try send(Self.request("C", "nonsense"))
    #expect(!tracker.isOver)
    try send(Self.request("C", "shutdown"))
    #expect(tracker.isOver)
  }

  @Test func `a password without a message has one in the language of the scene`() throws {
    let boot = try Boot()
    try boot.harness.shows.stage.setLocale("de")
    let asker = try boot.connect()
    #expect(try asker.send(Self.request("*")) == [])
    #expect(boot.harness.shows.prompt?.message == "Passwort")
    try asker.close()
  }

  @Test func `a question is withdrawn with its asker, and cancelled by a key`() throws {
    let boot = try Boot()
    let first = try boot.connect()
    let second = try boot.connect()
    #expect(try first.send(Self.request("*", "First")) == [])
    #expect(try second.send(Self.request("W", "Second")) == [])
    #expect(boot.harness.shows.prompt?.waitingCount == 2)
    try boot.type("abc")
    try first.close()
    #expect(boot.harness.shows.prompt?.message == "Second")
    #expect(boot.harness.shows.prompt?.entry == .text(""))
    try boot.type("\u{3}")
    #expect(try second.reply() == [2, 1, 0, 0, 0, 3])
    #expect(boot.harness.shows.prompt == nil)
  }

  @Test func `without a keyboard no question waits for an answer`() throws {
    let boot = try Boot(hasKeyboard: false)
    let peer = try boot.connect()
    #expect(try peer.send(Self.request("*", "Unlock disk")) == [5])
    #expect(boot.harness.shows.prompt == nil)
  }

  @Test func `keys are watched until one comes`() throws {
    let boot = try Boot()
    let watcher = try boot.connect()
    let other = try boot.connect()
    #expect(try watcher.send(Self.request("K", "\u{3}")) == [])
    try boot.type("x\u{3}")
    #expect(try watcher.reply() == [2, 1, 0, 0, 0, 3])
    #expect(try watcher.send(Self.request("K", "q")) == [])
    #expect(try other.send(Self.request("L", "q")) == [6])
    #expect(try watcher.reply() == [5])
  }

  @Test func `the end is acknowledged when the screen is free`() throws {
    let boot = try Boot()
    let first = try boot.connect()
    let second = try boot.connect()
    #expect(try first.send([0x51, 2, 2, 1, 0]) == [])
    #expect(try second.send(Self.request("Q")) == [])
    #expect(boot.harness.daemon.isDone)
    let third = try boot.connect()
    #expect(try third.send(Self.request("*", "Unlock disk")) == [])
    boot.harness.daemon.stop()
    #expect(try first.reply() == [6])
    #expect(try third.reply() == [5])
    #expect(!boot.console.isTaken)
  }

  @Test func `a request behind a question may have the keyboard closed`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    #expect(try peer.send(Self.request("*", "Unlock disk") + Self.request("H")) == [])
    // Keys after Enter in one reading are dropped.
    try boot.type("pw\nmore")
    #expect(try peer.reply() == [2, 2, 0, 0, 0, 0x70, 0x77, 6])
    #expect(!boot.console.isTaken)
  }

  @Test func `questions end when the keyboard goes`() throws {
    let boot = try Boot()
    let asker = try boot.connect()
    #expect(try asker.send(Self.request("*", "Unlock disk")) == [])
    #expect(try boot.connect().send(Self.request("H")) == [6])
    #expect(try asker.reply() == [5])
    #expect(boot.harness.shows.prompt == nil)
  }

  @Test func `the scene of a shutdown stays for a moment when it is hidden`() throws {
    let boot = try Boot()
    let console = boot.harness.outputManager.console
    boot.harness.daemon.boot.begin(.shutdown)
    let peer = try boot.connect()
    #expect(try peer.send(Self.request("H")) == [6])
    #expect(console.place == .shown)
    #expect(boot.harness.daemon.boot.timeout == Int32(BootDesk.hidingDelay / 1000))
    boot.harness.clock.now += BootDesk.hidingDelay - 1
    #expect(try peer.send(Self.request("$") + Self.request("H")) == [6, 6])
    boot.harness.clock.now += BootDesk.hidingDelay - 1
    try boot.harness.settle()
    #expect(console.place == .shown)
    boot.harness.clock.now += 1
    try boot.harness.settle()
    #expect(console.place == .hidden)
    #expect(boot.harness.daemon.boot.timeout == nil)
  }

  @Test func `a message of a check of file systems is shown without its mark`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    let text = "fsckd-cancel-msg:Press Ctrl+C to cancel"
    #expect(try peer.send(Self.request("M", text)) == [6])
    #expect(boot.harness.shows.messageControl?.text == "Press Ctrl+C to cancel")
    #expect(try peer.send(Self.request("m", text)) == [6])
    #expect(boot.harness.shows.messageControl?.text != "Press Ctrl+C to cancel")
  }

  @Test func `an answer is in no list of layers, and in no description`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    #expect(try peer.send(Self.request("W", "Name")) == [])
    try boot.type("open sesame")
    #expect(boot.harness.shows.prompt?.entry == .text("open sesame"))
    let client = try boot.harness.connect()
    for method in [
      DisplayInterface.Method.listLayers, .getAccessibility, .getStatus, .listControls,
    ] {
      let reply = try client.call(method)
      #expect(!String(decoding: reply.encoded(), as: UTF8.self).contains("sesame"), "\(method)")
    }
    #expect(try client.call(.listLayers).error == nil)
    #expect(try client.call(.screenshot, ["inline": true]).error != nil)
  }

  @Test func `a kept password expires, whatever requests come`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    #expect(try peer.send(Self.request("*", "Unlock disk")) == [])
    try boot.type("pw\n")
    #expect(try peer.reply()?.count == 7)
    boot.harness.clock.now += CachedAnswers.lifetime / 2
    #expect(try boot.connect().send([0x50]) == [])
    boot.harness.clock.now += CachedAnswers.lifetime / 2
    try #require(boot.harness.daemon.plymouth).handleTimer()
    #expect(try peer.send(Self.request("c")) == [5])
  }

  @Test func `the keyboard is the server's while the display is left to it`() throws {
    let boot = try Boot()
    let peer = try boot.connect()
    #expect(boot.console.isTaken)
    #expect(try peer.send(Self.request("D")) == [6])
    #expect(!boot.console.isTaken)
    #expect(try peer.send(Self.request("*", "Unlock disk")) == [5])
    #expect(try peer.send(Self.request("r")) == [6])
  }
}
