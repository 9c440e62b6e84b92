public import Animation
public import Raster

/// A layer that shows how far a job is, in an interchangeable style.
///
/// It draws itself anew for every progress that is presented: `progress` is a property of its own
/// kind that animates like the built-in ones.
public final class ProgressLayer: Layer {
  private struct Values: Equatable {
    var progress = 0.0
    var isIndeterminate = false
    var phase = 0.0
    var style: ProgressStyle
  }

  /// Key of the animation that runs while the progress is not known.
  static var indeterminateKey: String { "indeterminate" }

  /// Seconds in which the drawing of an unknown progress repeats.
  static var indeterminatePeriod: Double { 1.6 }

  private var meter: Values

  public init(style: ProgressStyle) {
    meter = Values(style: style)
    super.init()
  }

  public override var kind: LayerKind { .progress }

  public override var drawsContent: Bool { true }

  public override func draw(into drawing: inout Drawing) {
    if meter.isIndeterminate {
      meter.style.draw(indeterminatePhase: meter.phase, in: bounds, into: &drawing)
    } else {
      meter.style.draw(progress: meter.progress, in: bounds, into: &drawing)
    }
  }

  public override func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    switch property {
    case .progress, .indeterminatePhase, .trackColor, .progressColor: true
    default: super.needsDisplay(forKey: property)
    }
  }

  public override func defaultAction(forKey property: AnimatableProperty) -> Action? {
    guard property == .progress else { return super.defaultAction(forKey: property) }
    return .animation(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.progress), from: .scalar(presentedProgress),
          timingFunction: .easeInEaseOut)))
  }

  public override func makePresentation() -> Layer { ProgressLayer(style: meter.style) }

  public override func presentation() -> ProgressLayer? { super.presentation() as? ProgressLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ProgressLayer else { return [] }
    presentation.meter = meter
    return super.updatePresentation(presentation)
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .progress: .scalar(meter.progress)
    case .indeterminatePhase: .scalar(meter.phase)
    case .trackColor: AnimatableValue(meter.style.trackColor)
    case .progressColor: AnimatableValue(meter.style.progressColor)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.progress, .scalar(let number)): meter.progress = ProgressLayer.clamped(number)
    case (.indeterminatePhase, .scalar(let number)): meter.phase = number
    case (.trackColor, .color(let color)): meter.style.trackColor = Color(color)
    case (.progressColor, .color(let color)): meter.style.progressColor = Color(color)
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  public override func didEnterTree() {
    if isIndeterminate && animation(forKey: ProgressLayer.indeterminateKey) == nil { spin() }
  }

  // MARK: Properties

  /// The part that is done, clamped to 0…1; no number counts as 0. Setting it animates by default
  /// from the presented value in .25 s.
  public var progress: Double {
    get { meter.progress }
    set {
      let target = ProgressLayer.clamped(newValue)
      change(.progress, unless: progress == target) { meter.progress = target }
    }
  }

  /// True while it is not known how far the job is: something turns or travels for ever.
  public var isIndeterminate: Bool {
    get { meter.isIndeterminate }
    set {
      guard newValue != meter.isIndeterminate else { return }
      meter.isIndeterminate = newValue
      setNeedsDisplay()
      if newValue { spin() } else { removeAnimation(forKey: ProgressLayer.indeterminateKey) }
    }
  }

  public var style: ProgressStyle {
    get { meter.style }
    set {
      guard newValue != meter.style else { return }
      meter.style = newValue
      setNeedsDisplay()
    }
  }

  public var trackColor: Color {
    get { meter.style.trackColor }
    set {
      change(.trackColor, unless: trackColor == newValue) { meter.style.trackColor = newValue }
    }
  }

  /// The tint of what is done.
  public var progressColor: Color {
    get { meter.style.progressColor }
    set {
      change(.progressColor, unless: progressColor == newValue) {
        meter.style.progressColor = newValue
      }
    }
  }

  // MARK: Updates

  /// Goes to a progress, clamped to 0…1, and leaves the indeterminate state.
  ///
  /// Animated, it starts from the presented value and takes as many seconds as there are wholes
  /// between the two, by `easeInEaseOut`, unless told otherwise. Not animated, it ends a running
  /// animation and shows the new value with the next commit. A motion that already goes to the same
  /// progress goes on, unless a duration or a timing function is given.
  public func update(
    _ target: Double, animated: Bool, duration: Double? = nil,
    timingFunction: MediaTimingFunction? = nil
  ) {
    let target = ProgressLayer.clamped(target)
    let key = AnimatableProperty.progress.name
    let isUnderWay = target == progress && !isIndeterminate && animation(forKey: key) != nil
    if animated && isUnderWay && duration == nil && timingFunction == nil { return }
    let start = presentedProgress
    let length = max(duration ?? abs(start - target), 0)
    isIndeterminate = false
    changeInstantly(.progress) { meter.progress = target }
    // A duration of nothing would be taken as the transaction's.
    guard animated, length > 0, start != target else {
      removeAnimation(forKey: key)
      return
    }
    add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.progress), from: .scalar(start), to: .scalar(target),
          timing: MediaTiming(duration: length),
          timingFunction: timingFunction ?? .easeInEaseOut)),
      forKey: key)
  }

  /// Shows a state: `update` for a known one.
  public func show(_ state: ProgressState, animated: Bool) {
    switch state {
    case .indeterminate: isIndeterminate = true
    case .progress(let fraction): update(fraction, animated: animated)
    }
  }

  /// What is on the screen, or the model's value before the first commit.
  public var presentedProgress: Double { presentation()?.progress ?? progress }

  private func spin() {
    add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.indeterminatePhase), from: .scalar(0), to: .scalar(1),
          timing: MediaTiming(
            duration: ProgressLayer.indeterminatePeriod, repeatCount: .infinity),
          timingFunction: .linear)),
      forKey: ProgressLayer.indeterminateKey)
  }

  private static func clamped(_ progress: Double) -> Double {
    progress.isNaN ? 0 : min(max(progress, 0), 1)
  }
}
