public import Raster

/// The presented values of a progress layer at one moment, for its style and its content.
public struct ProgressValues: Equatable, Sendable {
  /// The part that is done, 0…1.
  public var progress: Double
  public var activity: ProgressActivity
  /// True if nothing may move merely for show.
  public var reducesMotion: Bool
  /// The phase of the drawing of an unknown progress within its period, 0…1.
  public var phase: Double
  /// The tint of the part that is done.
  public var progressColor: Color
  public var trackColor: Color

  public init(
    progress: Double, activity: ProgressActivity = .known, reducesMotion: Bool = false,
    phase: Double = 0,
    progressColor: Color, trackColor: Color
  ) {
    self.progress = progress
    self.activity = activity
    self.reducesMotion = reducesMotion
    self.phase = phase
    self.progressColor = progressColor
    self.trackColor = trackColor
  }
}

/// The activity that a progress layer shows.
public enum ProgressActivity: Sendable, Equatable {
  /// The progress is known and shown.
  case known
  /// The progress is unknown, and something turns or travels without end.
  case unknown
}
