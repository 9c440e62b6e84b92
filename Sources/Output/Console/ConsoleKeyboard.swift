import CLinux
public import System

/// Keys that are typed at a virtual terminal, as characters of the kernel's keymap. Until it is
/// closed they only reach programs that read the same terminal.
public final class ConsoleKeyboard {
  private let calls: ConsoleCalls
  private let bytes: SecretBytes
  private var isOpen = true

  /// Takes the bytes of a FIFO, or of a terminal whose settings stay as they are.
  public convenience init(file path: String) throws(SystemError) {
    try self.init(KeyFile(path: path))
  }

  /// Takes the keys of a terminal.
  init(_ calls: ConsoleCalls) throws(SystemError) {
    self.calls = calls
    bytes = try SecretBytes()
    try calls.beginKeys()
  }

  /// Readable when there are keys. The keyboard owns it.
  public var descriptor: Int32 { calls.number }

  /// The keys since the last call, as UTF-8 and escape sequences of the terminal: valid until the
  /// next call, and to be wiped with `removeAll`. Nil if the terminal was hung up.
  public func read() -> SecretBytes? {
    bytes.removeAll()
    return !isOpen || calls.readKeys(into: bytes) ? bytes : nil
  }

  /// True while letters are typed as capitals.
  public var isCapsLockOn: Bool { isOpen && calls.hasCapsLock }

  /// Returns the keys to other readers of the terminal.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    bytes.removeAll()
    calls.endKeys()
  }
}
