import System

/// Lines for the journal. Writing them never waits: see `BackgroundWriter`.
///
/// Each call gives one line, whatever the text: otherwise a text from outside could forge lines and
/// their priorities, or control the terminal. Only `details` span several lines. These are
/// indented, so that no text from outside is read as a priority.
///
/// Lines that clients can cause at will are limited: a burst of ten, then one a second; the next
/// line reports the number of omitted ones.
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
  ///   - write: writes a line with its end.
  init(isVerbose: Bool, now: @escaping () -> Int64, write: @escaping (String) -> Void) {
    self.isVerbose = isVerbose
    self.now = now
    self.write = write
  }

  /// An error of the daemon.
  /// - Parameter details: lines for people, for example about a mistake in a scene.
  func error(_ line: String, details: String = "") { put(line, details) }

  /// Something that works, but probably not as intended.
  func warning(_ line: String, details: String = "") { put(line, details) }

  /// Logged only with `--verbose`.
  func note(_ line: String) {
    if isVerbose { put(line) }
  }

  /// A mistake of a client.
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
  /// The writer of the log, on standard error.
  static func forLog() -> BackgroundWriter {
    BackgroundWriter(.error) { count in
      "firstlightd: \(count) lines of the log were lost: standard error is not being read\n"
    }
  }
}
