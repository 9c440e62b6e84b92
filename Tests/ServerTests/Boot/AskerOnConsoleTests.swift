import Foundation
import System
import Testing

@testable import Output
@testable import Server

/// Scripts of an initramfs, which ask on the screen or, failing that, on the console.
@Suite struct AskerOnConsoleTests {
  private static let ping: [UInt8] = [0x50, 0]
  private static let acknowledged: [UInt8] = [6]
  private static let refused: [UInt8] = [0x15]

  /// A daemon with a console, and with cards that come and go.
  private final class Boot {
    let harness: Harness
    let console: FakeConsole
    let cards: FakeCards

    init(isOfImage: Bool = true, _ first: FakeCard? = nil) throws {
      let cards = FakeCards([
        first.map { .success($0) } ?? .failure(.noDisplay(["none"], isTaken: false))
      ])
      self.cards = cards
      console = try FakeConsole()
      harness = try Harness(
        isStepped: false, text: Harness.scene, output: .auto,
        open: { _ throws(OutputError) in try cards.open() }, terminal: console.terminal)
      harness.outputManager.console.wantKeys()
      harness.daemon.boot.leavesConsoleToAskers = isOfImage
      let name = "\0firstlight-test-" + UUID().uuidString
      try harness.daemon.servePlymouth(on: Listener(try UnixListener.listen(onName: name)))
    }

    /// True if the screen and the keys are ours.
    var hasConsole: Bool { console.isGraphics && console.isTaken }

    func plugIn() {
      cards.results = [.success(FakeCard(FakeScreen("A-1")))]
      harness.outputManager.lookAnew(for: harness.shows)
    }

    func answer(_ bytes: [UInt8]) throws -> [UInt8] {
      let (mine, theirs) = try UnixStream.pair()
      try #require(harness.daemon.plymouth).add(
        UnixStream(owning: FileDescriptor(owning: theirs)),
        peer: PeerCredentials(processIdentifier: 1, userIdentifier: 0, groupIdentifier: 0))
      let stream = UnixStream(owning: FileDescriptor(owning: mine))
      _ = try stream.send(bytes.span)
      try harness.settle()
      var buffer = [UInt8](repeating: 0, count: 16)
      var descriptors = DescriptorQueue()
      let count = try stream.receive(into: &buffer, 0..<buffer.count, descriptors: &descriptors)
      return Array(buffer[..<(count ?? 0)])
    }
  }

  @Test func `a display that comes later leaves the console to a script that asks there`() throws {
    let boot = try Boot()
    #expect(try boot.answer(Self.ping) == Self.refused)
    boot.plugIn()
    #expect(boot.cards.openCount == 1 && !boot.console.isGraphics && !boot.console.isTaken)
    // Units that start meanwhile do not end the question.
    #expect(try boot.answer([0x55, 2, 6] + Array("a.b.c\0".utf8)) == Self.acknowledged)
    #expect(!boot.hasConsole)

    // The next script is told to ask on the screen.
    #expect(try boot.answer(Self.ping) == Self.acknowledged)
    #expect(boot.cards.openCount == 2 && boot.hasConsole)
  }

  @Test func `a script that asks while a driver changes has the console and its keys`() throws {
    let card = FakeCard(FakeScreen("A-1"))
    let boot = try Boot(card)
    #expect(try boot.answer(Self.ping) == Self.acknowledged)
    boot.harness.outputManager.lookAnew(for: boot.harness.shows)
    boot.cards.results = [.failure(.noDisplay(["none"], isTaken: false))]
    card.lossOnRescan = .noDisplay(["gone"], isTaken: false)
    boot.harness.outputManager.lookAnew(for: boot.harness.shows)
    #expect(boot.hasConsole)
    #expect(try boot.answer(Self.ping) == Self.refused)
    #expect(!boot.console.isGraphics && !boot.console.isTaken)
    boot.plugIn()
    #expect(!boot.console.isGraphics && !boot.console.isTaken)
    // A question on the screen needs no ping.
    #expect(try boot.answer([0x2A, 2, 2, 0x3F, 0]).isEmpty)
    #expect(boot.hasConsole)
  }

  /// A message, a mode, the picture, and a new root.
  private static let requests: [[UInt8]] = [
    [0x4D, 2, 3, 0x48, 0x69, 0], [0x43, 2, 8] + Array("boot-up\0".utf8), [0x24, 0],
    [0x52, 2, 13] + Array("/nonexistent\0".utf8),
  ]

  @Test(arguments: requests)
  func `a script that only looks for the display does not hide it for good`(
    request: [UInt8]
  ) throws {
    let boot = try Boot()
    #expect(try boot.answer(Self.ping) == Self.refused)
    boot.plugIn()
    #expect(!boot.hasConsole)
    #expect(try boot.answer(request) == Self.acknowledged)
    #expect(boot.cards.openCount == 2 && boot.hasConsole)
  }

  @Test func `after the initramfs a refused ping no longer counts as a question`() throws {
    let boot = try Boot()
    boot.harness.daemon.boot.leaveImage()
    #expect(try boot.answer(Self.ping) == Self.refused)
    boot.plugIn()
    #expect(boot.cards.openCount == 2 && boot.hasConsole)
  }

  @Test func `outside of the initramfs a refused ping changes nothing`() throws {
    let boot = try Boot(isOfImage: false)
    #expect(try boot.answer(Self.ping) == Self.refused)
    boot.plugIn()
    #expect(boot.cards.openCount == 2 && boot.hasConsole)
  }
}
