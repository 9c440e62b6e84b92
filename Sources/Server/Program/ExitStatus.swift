/// The daemon's exit status, with the numbers of sysexits.h.
public enum ExitStatus: Int32, Sendable {
  case success = 0
  /// A wrong command line.
  case usage = 64
  /// The scene has mistakes, and is required.
  case badScene = 65
  /// The scene's file cannot be read, and is required.
  case noInput = 66
  /// The socket's path cannot be used.
  case unavailable = 69
  /// A system call failed.
  case system = 71
  /// The output cannot be created.
  case cannotCreate = 73
  /// There is no display, or another program has it, and the daemon is not to wait for one.
  case noDisplay = 75
}
