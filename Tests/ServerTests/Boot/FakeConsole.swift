import System

@testable import Output
@testable import Server

/// A console whose keys the test types, and which other programs may manage.
final class FakeConsole: ConsoleCalls {
  private let typing: UnixStream
  var isCapsLockOn = false
  /// The number of the visible terminal; the daemon's own is 1.
  var visible = 1
  private(set) var isTaken = false
  var present = Holder.nobody
  private(set) var isGraphics = false
  /// The number of times that the kernel asked for the screen and got it.
  private(set) var releaseCount = 0
  /// The requests to systemd for its status.
  private(set) var statuses: [Bool] = []
  /// The text that was written to the console.
  private(set) var text = ""

  init() throws {
    let (mine, theirs) = try UnixStream.pair()
    typing = UnixStream(owning: FileDescriptor(owning: mine))
    super.init(path: "console", descriptor: FileDescriptor(owning: theirs))
  }

  /// Opens it as the daemon's terminal.
  var terminal: SceneConsole.TerminalOpening {
    { [self] _ throws(SystemError) in try VirtualTerminal(self, number: 1) }
  }

  override func active() throws(SystemError) -> Int { visible }
  override func setGraphics(_ isGraphics: Bool) throws(SystemError) { self.isGraphics = isGraphics }
  override func setSignals(release: Signal?, acquire: Signal?) throws(SystemError) {}
  override func holder() throws(SystemError) -> Holder { present }
  override func setAside(forGood isForGood: Bool) throws(SystemError) {}
  override func setEcho(_ echoes: Bool) throws(SystemError) {}
  override func setStatus(_ isShown: Bool) { statuses.append(isShown) }
  override func pause() {}
  override func release() throws(SystemError) { releaseCount += 1 }
  override func acknowledge() throws(SystemError) {}
  override func startGuard() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try UnixStream.pair().0)
  }

  override func write(_ bytes: [UInt8]) { text += String(decoding: bytes, as: UTF8.self) }

  override func beginKeys() throws(SystemError) { isTaken = true }
  override func endKeys() { isTaken = false }
  override var hasCapsLock: Bool { isCapsLockOn }

  func type(_ text: String) throws { _ = try typing.send(Array(text.utf8).span) }
}
