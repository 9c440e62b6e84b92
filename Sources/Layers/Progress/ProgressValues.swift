import CMath
public import Raster

/// What a progress layer presents at one moment: all that its style and its content show.
public struct ProgressValues: Equatable, Sendable {
  /// The part that is done, 0…1.
  public var progress: Double
  public var activity: ProgressActivity
  /// How far the drawing of an unknown progress is through its period, 0…1.
  public var phase: Double
  /// The tint of what is done.
  public var progressColor: Color
  public var trackColor: Color

  public init(
    progress: Double, activity: ProgressActivity = .known, phase: Double = 0,
    progressColor: Color, trackColor: Color
  ) {
    self.progress = progress
    self.activity = activity
    self.phase = phase
    self.progressColor = progressColor
    self.trackColor = trackColor
  }

  /// The tint as it fades out and in with the phase, for drawings of the calm activity.
  var breathingColor: Color {
    var color = progressColor
    color.alpha *= 0.6 + 0.4 * cos(phase * 2 * .pi)
    return color
  }
}

/// What a progress layer is busy with.
public enum ProgressActivity: Sendable, Equatable {
  /// It shows how far the job is.
  case known
  /// It is not known how far the job is, and something turns or travels for ever.
  case unknown
  /// The same for people whom motion disturbs: nothing changes its place or size.
  case unknownCalm
}
