import CLinux
public import System

/// The mode of the visible terminal.
public enum ActiveConsole {
  /// True if a program keeps the kernel from writing text on the screen.
  /// - Parameter path: of the terminal, `/dev/tty0` for the visible one.
  public static func isGraphics(path: String) throws(SystemError) -> Bool {
    let terminal = try FileDescriptor.open(path, [.read, .nonBlocking])
    let result = firstlight_console_is_graphics(terminal.rawValue)
    if result < 0 { throw SystemError(.controlConsole, path: path, code: Int32(-result)) }
    return result != 0
  }
}
