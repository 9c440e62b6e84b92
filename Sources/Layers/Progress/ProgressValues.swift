public import Raster

/// What a progress layer presents at one moment: all that its style and its content show.
public struct ProgressValues: Equatable, Sendable {
  /// The part that is done, 0…1.
  public var progress: Double
  public var activity: ProgressActivity
  /// True asks for nothing that moves for show.
  public var reducesMotion: Bool
  /// How far the drawing of an unknown progress is through its period, 0…1.
  public var phase: Double
  /// The tint of what is done.
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

/// What a progress layer is busy with.
public enum ProgressActivity: Sendable, Equatable {
  /// It shows how far the job is.
  case known
  /// It is not known how far the job is, and something turns or travels for ever.
  case unknown
}
