import System

/// A FIFO or a terminal that gives keys, and is otherwise left alone.
final class KeyFile: ConsoleCalls {
  override func beginKeys() throws(SystemError) {}
  override func endKeys() {}
  override var hasCapsLock: Bool { false }
}
