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
  /// The strength of the drawing of an unknown progress, at its last phase, while it fades away
  /// since the progress is known: 1…0.
  public var fading: Double
  /// The tint of the part that is done.
  public var progressColor: Color
  public var trackColor: Color

  public init(
    progress: Double, activity: ProgressActivity = .known, reducesMotion: Bool = false,
    phase: Double = 0, fading: Double = 0,
    progressColor: Color, trackColor: Color
  ) {
    self.progress = progress
    self.activity = activity
    self.reducesMotion = reducesMotion
    self.phase = phase
    self.fading = fading
    self.progressColor = progressColor
    self.trackColor = trackColor
  }

  /// The visible drawings, from back to front: two while one fades into the other.
  var drawings: [ProgressValues] {
    guard activity == .known, fading > 0 else { return [self] }
    var (former, own) = (self, self)
    former.activity = .unknown
    former.progressColor.alpha *= fading
    own.progressColor.alpha *= 1 - fading
    return [former, own]
  }
}

/// The activity that a progress layer shows.
public enum ProgressActivity: Sendable, Equatable {
  /// The progress is known and shown.
  case known
  /// The progress is unknown, and something turns or travels without end.
  case unknown
}
