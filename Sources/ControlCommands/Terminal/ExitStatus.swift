/// The client's exit status for scripts: 0 and 1 as usual, the rest as in `sysexits.h`.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// The daemon refused the request, the scene is invalid, or `doctor` found a fault.
  case refused = 1
  /// The command line is wrong.
  case usage = 64
  /// A given file cannot be read.
  case noInput = 66
  /// No daemon listens, or it went away before it answered.
  case unavailable = 69
  /// This client cannot interpret the daemon's answer.
  case software = 70
  /// An output file cannot be written.
  case cannotCreate = 73
  /// Reading or writing failed in between.
  case inputOutput = 74
  /// The daemon or the user did not answer in time.
  case timedOut = 75
  /// This user may not use the socket, or not ask for this.
  case notPermitted = 77
  /// Somebody has cancelled the question.
  case cancelled = 130

  /// For the help page.
  var summary: String {
    switch self {
    case .success: "done"
    case .refused: "the daemon refused, the scene is invalid, or nothing shows"
    case .usage: "wrong command line"
    case .noInput: "a file cannot be read"
    case .unavailable: "no daemon, or it went away"
    case .software: "the daemon's answer is invalid"
    case .cannotCreate: "an output file cannot be written"
    case .inputOutput: "reading or writing failed"
    case .timedOut: "no answer in time, from the daemon or the user"
    case .notPermitted: "no permission for the socket, or for the request"
    case .cancelled: "the question was cancelled"
    }
  }

  static var helpText: String {
    "EXIT STATUS:\n"
      + allCases.map { "  \($0.rawValue)\($0.rawValue < 10 ? " " : "")  \($0.summary)" }
      .joined(separator: "\n")
  }
}
