import System

/// Lines for the journal. Writing them never waits: see `BackgroundWriter`.
///
/// Each call gives one line, whatever is in the text: what came from outside could otherwise forge
/// lines and their priorities, or speak to the terminal. Only `details` have lines of their own, which
/// are indented, so that nothing from outside stands where a priority would.
///
/// Lines that clients can provoke at will are limited: a burst of ten, then one a second; the next
/// line says how many were left out.
final class Log {
  /// True if notes are wanted.
  var isVerbose: Bool
  private let write: (String) -> Void
  private let now: () -> Int64
  private var allowance = 10
  private var refilled: Int64 = 0
  private var suppressed = 0

  private static let prefix = "firstlightd: "
  /// Bytes of a line, and lines of details.
  private static let longestLine = 2048
  private static let mostDetails = 200

  /// - Parameters:
  ///   - now: microseconds of a monotonic clock.
  ///   - write: takes a line with its end.
  init(isVerbose: Bool, now: @escaping () -> Int64, write: @escaping (String) -> Void) {
    self.isVerbose = isVerbose
    self.now = now
    self.write = write
  }

  /// Something that the daemon cannot do.
  /// - Parameter details: lines for people, as of a mistake in a scene.
  func error(_ line: String, details: String = "") { put(line, details) }

  /// Something that works, but probably not as it was meant.
  func warning(_ line: String, details: String = "") { put(line, details) }

  /// Said only with `--verbose`.
  func note(_ line: String) {
    if isVerbose { put(line) }
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
      put("\(suppressed) lines about clients were left out")
      suppressed = 0
    }
    put(line)
  }

  private func put(_ line: String, _ details: String = "") {
    var text = Self.prefix + Self.oneLine(line) + "\n"
    if !details.isEmpty {
      let lines = details.utf8.split(separator: UInt8(ascii: "\n"))
      for line in lines.prefix(Self.mostDetails) {
        text += "  " + Self.oneLine(String(Substring(line))) + "\n"
      }
    }
    write(text)
  }

  private static func oneLine(_ text: String) -> String {
    text.prefix(utf8Count: longestLine).printable
  }
}

extension BackgroundWriter {
  /// Standard error, as the log has it.
  static func forLog() -> BackgroundWriter {
    BackgroundWriter(.error) { count in
      "firstlightd: \(count) lines were lost, since nobody took what is logged\n"
    }
  }
}
