public import Animation
public import Raster

/// A change of a scene as a value: it can be applied to any stage, and has the same effect on all
/// stages of the same scene.
///
/// A command without a control's name is for the scene's first control of the kind.
public enum StageCommand: Equatable {
  case setProgress(control: String?, ProgressChange)
  case setIndeterminate(control: String?, Bool)
  case setText(control: String?, String)
  /// The text is the picture in words.
  case setImage(control: String?, Image, text: String)
  /// Adds lines.
  case appendLog(control: String?, String)
  /// The duration is in seconds. Without a duration or timing, the control's own is used.
  case reveal(control: String?, duration: Double?, timing: MediaTimingFunction?)
  case conceal(control: String?)
  case beginScrub(control: String?, by: ControlHolder)
  /// The holder is the number that was given to `beginScrub`.
  case updateScrub(control: String?, to: Double, by: UInt64)
  /// The velocity is in values per second.
  case endScrub(control: String?, velocity: Double?, by: ControlHolder)
  case toggleScrub(control: String?)
  /// If the caller holds the control and is lost, the control gets the state that the scene
  /// provides for that.
  case setState(control: String?, String, by: ControlHolder, holds: Bool)
  /// Nil for no option.
  case choose(control: String?, option: String?)
  case setReducedMotion(Bool)
  /// Requests the nearest locale that the scene has, or the scene's own for an empty tag. The scene
  /// still has to be laid out in it.
  case setLocale(String)
  /// Stops the time of a layer and of all layers below it; nil for the whole scene.
  case pause(layer: String?)
  case resume(layer: String?)

  /// True if the command changes the progress of a job.
  public var isOfProgress: Bool {
    switch self {
    case .setProgress, .setIndeterminate, .reveal, .conceal: true
    case .setText, .setImage, .appendLog, .beginScrub, .updateScrub, .endScrub, .toggleScrub,
      .setState, .choose, .setReducedMotion, .setLocale, .pause, .resume:
      false
    }
  }
}

/// The progress of a job, and the way in which a control moves to it.
public struct ProgressChange: Equatable, Sendable {
  /// The part of the job that is done.
  public enum Amount: Equatable, Sendable {
    /// Clamped to 0…1.
    case value(Double)
    /// Both in the same unit. If nothing is expected the control becomes indeterminate.
    case received(Double, expected: Double)
  }

  public var amount: Amount
  /// The phase that the amount is a part of, with all phases before it done; nil for a part of the
  /// whole.
  public var phase: String?
  /// Seconds; 0 for at once, nil for the control's own.
  public var duration: Double?
  /// Nil for the control's own.
  public var timing: MediaTimingFunction?
  /// True if a value below the last one is accepted; nil for the control's choice.
  public var allowsDecrease: Bool?
  /// False for an estimate, which does not put a stall off.
  public var isSignOfLife: Bool

  public init(
    _ amount: Amount, phase: String? = nil, duration: Double? = nil,
    timing: MediaTimingFunction? = nil, allowsDecrease: Bool? = nil, isSignOfLife: Bool = true
  ) {
    self.amount = amount
    self.phase = phase
    self.duration = duration
    self.timing = timing
    self.allowsDecrease = allowsDecrease
    self.isSignOfLife = isSignOfLife
  }
}

/// The answer of a stage to a command that it has done.
public enum StageAnswer: Equatable, Sendable {
  case done
  case progress(ProgressOutcome)
  case reveal(RevealOutcome)
  /// The value of a scrub control, or the one at which it settles.
  case value(Double)
}

extension Stage {
  /// Carries out a command. A command that is refused leaves the picture unchanged.
  @discardableResult
  public func apply(_ command: StageCommand) throws(ControlError) -> StageAnswer {
    switch command {
    case .setProgress(let control, let change):
      return .progress(try setProgress(control, change))
    case .setIndeterminate(let control, let isEnabled):
      try setIndeterminate(control, isEnabled)
    case .setText(let control, let text):
      try setText(control, to: text)
    case .setImage(let control, let image, let text):
      try setImage(control, to: image, text: text)
    case .appendLog(let control, let text):
      try appendLog(control, text)
    case .reveal(let control, let duration, let timing):
      return .reveal(try reveal(control, duration: duration, timing: timing))
    case .conceal(let control):
      try conceal(control)
    case .beginScrub(let control, let holder):
      return .value(try beginScrub(control, by: holder))
    case .updateScrub(let control, let value, let holder):
      try updateScrub(control, to: value, by: holder)
    case .endScrub(let control, let velocity, let holder):
      return .value(try endScrub(control, velocity: velocity, by: holder))
    case .toggleScrub(let control):
      return .value(try toggleScrub(control))
    case .setState(let control, let state, let caller, let holds):
      try setState(control, to: state, by: caller, holds: holds)
    case .choose(let control, let option):
      try choose(control, option: option)
    case .setReducedMotion(let isEnabled):
      reducesMotion = isEnabled
    case .setLocale(let locale):
      try askForLocale(locale)
    case .pause(let layer):
      try pause(layer: layer)
    case .resume(let layer):
      try resume(layer: layer)
    }
    return .done
  }
}
