import System

@testable import Output

/// A console whose keys the test types.
final class FakeConsole: ConsoleCalls {
  private let typing: UnixStream
  var isCapsLockOn = false
  private(set) var isTaken = false

  init() throws {
    let (mine, theirs) = try UnixStream.pair()
    typing = UnixStream(owning: FileDescriptor(owning: mine))
    super.init(path: "console", descriptor: FileDescriptor(owning: theirs))
  }

  override func beginKeys() throws(SystemError) { isTaken = true }
  override func endKeys() { isTaken = false }
  override var hasCapsLock: Bool { isCapsLockOn }

  func type(_ text: String) throws { _ = try typing.send(Array(text.utf8).span) }
}
