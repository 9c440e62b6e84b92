/// The progress in a line of a tool's output.
struct FeedUpdate: Equatable, Sendable {
  /// The progress of the work; nil leaves the control unchanged.
  var progress: Progress?
  /// A message for people; nil leaves the text unchanged.
  var text: String?
  /// The tool reports that something went wrong, in `text`.
  var isFailure = false
  /// The state of the job; nil leaves it unchanged.
  var outcome: Outcome?

  /// The states, by the names that a scene's control has for them.
  enum Outcome: String, Sendable {
    case working, done, failed
  }

  enum Progress: Equatable, Sendable {
    /// Between 0 and 1.
    case fraction(Double)
    /// The tool is working but reports no progress.
    case unknown
  }

  /// Both updates in one: the newest progress, text and state win.
  func followed(by update: FeedUpdate) -> FeedUpdate {
    FeedUpdate(
      progress: update.progress ?? progress, text: update.text ?? text,
      isFailure: isFailure || update.isFailure, outcome: update.outcome ?? outcome)
  }

  /// A percentage as tools print it, clamped: `pv` exceeds 100 when its input outgrows `--size`.
  static func percent(_ percent: Double, text: String? = nil) -> FeedUpdate {
    FeedUpdate(progress: .fraction(min(max(percent / 100, 0), 1)), text: text)
  }

  /// The begin of a job.
  static let beginning = FeedUpdate(progress: .fraction(0), outcome: .working)

  static let unknown = FeedUpdate(progress: .unknown)
}
