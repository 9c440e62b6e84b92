import System

/// Lines for the journal, each with a priority that systemd understands.
///
/// What clients can provoke at will is limited: a burst of ten lines, then one a second; the next
/// line says how many were left out.
final class Log {
  private let isVerbose: Bool
  private let write: (String) -> Void
  private let now: () -> Int64
  private var allowance = 10
  private var refilled: Int64 = 0
  private var suppressed = 0

  /// - Parameters:
  ///   - write: takes a line with its end.
  ///   - now: microseconds of a monotonic clock.
  init(
    isVerbose: Bool, now: @escaping () -> Int64,
    write: @escaping (String) -> Void = { StandardStream.error.write($0) }
  ) {
    self.isVerbose = isVerbose
    self.now = now
    self.write = write
  }

  /// Something that the daemon cannot do.
  func error(_ line: String) { write("firstlightd: " + line + "\n") }

  /// Something that works, but probably not as it was meant.
  func warning(_ line: String) { write("firstlightd: " + line + "\n") }

  /// Said only with `--verbose`.
  func note(_ line: String) {
    if isVerbose { write("firstlightd: " + line + "\n") }
  }

  /// Something that a client did wrong.
  func clientFault(_ line: String) {
    let time = now()
    let seconds = (time - refilled) / 1_000_000
    if seconds > 0 {
      allowance = Int(min(10, Int64(allowance) + seconds))
      refilled = time
    }
    guard allowance > 0 else {
      suppressed += 1
      return
    }
    allowance -= 1
    if suppressed > 0 {
      write("firstlightd: \(suppressed) lines about clients were left out\n")
      suppressed = 0
    }
    write("firstlightd: " + line + "\n")
  }
}
