/// What a line of a tool's output says about its progress.
struct FeedUpdate: Equatable, Sendable {
  /// How far along the work is; nil leaves the control as it is.
  var progress: Progress?
  /// A message for people; nil leaves the text as it is.
  var text: String?
  /// The tool reports that something went wrong, in `text`.
  var isFailure = false

  enum Progress: Equatable, Sendable {
    /// Between 0 and 1.
    case fraction(Double)
    /// The tool works but cannot say how far it is.
    case unknown
  }

  /// A percentage as tools print it, clamped: `pv` exceeds 100 when its input outgrows `--size`.
  static func percent(_ percent: Double, text: String? = nil) -> FeedUpdate {
    FeedUpdate(progress: .fraction(min(max(percent / 100, 0), 1)), text: text)
  }

  static let unknown = FeedUpdate(progress: .unknown)
}
