import Foundation
import System
import Testing

@testable import Output
@testable import Server

/// The calls of plymouth's client that GDM and LightDM make around the start of a display server,
/// in their order, as the client sends them.
@Suite struct DisplayManagerTests {
  private static let ping: [UInt8] = [0x50, 0]
  private static let deactivate: [UInt8] = [0x44, 0]
  private static let reactivate: [UInt8] = [0x72, 0]
  private static let quitRetaining: [UInt8] = [0x51, 2, 2, 1, 0]
  private static let quit: [UInt8] = [0x51, 2, 1, 0]
  private static let acknowledged: [UInt8] = [6]

  /// A client's end of a connection with one request.
  private final class Call {
    private let stream: UnixStream

    init(_ stream: consuming UnixStream, _ bytes: [UInt8]) throws {
      self.stream = consume stream
      _ = try self.stream.send(bytes.span)
    }

    /// The answer so far.
    func reply() throws -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 16)
      var descriptors = DescriptorQueue()
      let count = try stream.receive(into: &buffer, 0..<buffer.count, descriptors: &descriptors)
      return Array(buffer[..<(count ?? 0)])
    }
  }

  /// A daemon with a card and a console.
  private final class Boot {
    let harness: Harness
    let console: FakeConsole
    let screen = FakeScreen("A-1")
    let card: FakeCard
    init() throws {
      let card = FakeCard(screen)
      self.card = card
      console = try FakeConsole()
      harness = try Harness(
        isStepped: false, text: Harness.scene, output: .auto,
        open: { _ throws(OutputError) in card }, terminal: console.terminal)
      harness.outputManager.console.wantKeys()
      let name = "\0firstlight-test-" + UUID().uuidString
      try harness.daemon.servePlymouth(on: Listener(try UnixListener.listen(onName: name)))
      try run()
    }

    func run() throws {
      for _ in 0..<20 {
        guard let deadline = harness.daemon.armedDeadline else { return }
        harness.clock.now = max(harness.clock.now, deadline)
        try harness.daemon.turn(milliseconds: 0)
      }
    }

    /// Makes a call on a connection of its own.
    func call(_ bytes: [UInt8]) throws -> Call {
      let (mine, theirs) = try UnixStream.pair()
      try #require(harness.daemon.plymouth).add(
        UnixStream(owning: FileDescriptor(owning: theirs)),
        peer: PeerCredentials(processIdentifier: 1, userIdentifier: 0, groupIdentifier: 0))
      return try Call(UnixStream(owning: FileDescriptor(owning: mine)), bytes)
    }

    /// Makes a call, lets the daemon turn, and gives the answer.
    func answer(_ bytes: [UInt8]) throws -> [UInt8] {
      let call = try call(bytes)
      try harness.settle()
      return try call.reply()
    }
  }

  @Test func `the screen is free when deactivate is answered, and stays the server's at the quit`()
    throws
  {
    let boot = try Boot()
    #expect(try boot.answer(Self.ping) == Self.acknowledged)
    #expect(boot.console.isGraphics && boot.console.isTaken && !boot.card.isSuspended)
    // GDM starts the server as soon as the client's process has ended.
    let deactivate = try boot.call(Self.deactivate)
    var answer: [UInt8] = []
    for _ in 0..<20 where answer.isEmpty {
      try boot.harness.daemon.turn(milliseconds: 0)
      answer = try deactivate.reply()
    }
    #expect(answer == Self.acknowledged)
    #expect(boot.card.isSuspended && !boot.console.isTaken)
    let frames = boot.screen.regions.count

    // The server has the screen and the console. Meanwhile the boot goes on.
    boot.console.present = .another
    #expect(try boot.answer([0x55, 2, 6] + Array("a.b.c\0".utf8)) == Self.acknowledged)
    #expect(try boot.answer(Self.ping) == Self.acknowledged)
    try boot.run()
    #expect(boot.screen.regions.count == frames)

    // The display is managed.
    let quit = try boot.call(Self.quitRetaining)
    try boot.harness.settle()
    #expect(boot.harness.daemon.isDone && boot.harness.daemon.plymouth?.retainsPicture == true)
    #expect(try quit.reply().isEmpty, "answered when all is done")
    boot.harness.daemon.stop()
    #expect(try quit.reply() == Self.acknowledged)
    #expect(boot.card.isClosed && boot.screen.regions.count == frames, "nothing is drawn over it")
    #expect(!boot.console.isTaken)
  }

  @Test func `a server that fails leaves the screen to the daemon again`() throws {
    let boot = try Boot()
    #expect(try boot.answer(Self.ping) == Self.acknowledged)
    #expect(try boot.answer(Self.deactivate) == Self.acknowledged)
    #expect(try boot.answer(Self.deactivate) == Self.acknowledged, "and once more")
    #expect(try boot.answer(Self.reactivate) == Self.acknowledged)
    try boot.run()
    #expect(!boot.card.isSuspended && boot.console.isTaken && boot.screen.hasWholeFrame)

    // GDM then gives up.
    let quit = try boot.call(Self.quit)
    try boot.harness.settle()
    boot.harness.daemon.stop()
    #expect(try quit.reply() == Self.acknowledged)
    #expect(boot.card.isClosed && boot.card.retention == nil && !boot.console.isGraphics)
  }
}
