import CLinux
public import System

/// Keys that are typed at a virtual terminal, as the kernel's keymap makes characters of them. Until it
/// is closed they reach no other program that does not read the same terminal.
public final class ConsoleKeyboard {
  private let calls: ConsoleCalls
  private let bytes: SecretBytes
  private var isOpen = true

  /// Takes the keys of a terminal.
  init(_ calls: ConsoleCalls) throws(SystemError) {
    self.calls = calls
    bytes = try SecretBytes()
    try calls.beginKeys()
  }

  /// Becomes readable with keys. Stays the keyboard's.
  public var descriptor: Int32 { calls.number }

  /// The keys since the last call, as UTF-8 and escape sequences of the terminal: valid until the
  /// next call, and to be wiped by `removeAll`. Nil where the terminal was taken from all who had it open.
  public func read() -> SecretBytes? {
    bytes.removeAll()
    return !isOpen || calls.readKeys(into: bytes) ? bytes : nil
  }

  /// True while letters are typed as capitals.
  public var isCapsLockOn: Bool { isOpen && calls.hasCapsLock }

  /// Gives the keys back to whoever reads the terminal.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    bytes.removeAll()
    calls.endKeys()
  }
}
