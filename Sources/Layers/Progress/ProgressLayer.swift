public import Animation
public import Geometry
public import Raster

/// A layer that shows the progress of a job, in an interchangeable style.
///
/// The layer is drawn again for every progress that is presented: `progress` is an animatable
/// property like the built-in ones.
public final class ProgressLayer: Layer {
  private struct Values: Equatable {
    var progress = 0.0
    var isIndeterminate = false
    /// The phase of the drawing of an unknown progress, 0…1.
    var phase = 0.0
    /// The opacity of that drawing while it fades away, since the progress is known: 1…0.
    var strength = 0.0
    /// Nil for the style's colour.
    var progressColor: Color?
    var trackColor: Color?
  }

  private var meter = Values()
  /// The phase and the remaining time, for texts of the style.
  private var details = JobState()
  private var look: ProgressStyle
  /// The values that the style's layers and the content show now.
  private var shown: (values: ProgressValues, bounds: Rect)?

  /// A layer in a style that no other layer has.
  public init(style: ProgressStyle) {
    look = style
    super.init()
    attachStyle()
  }

  /// A presentation, which only draws and owns no style.
  private init(presenting style: ProgressStyle) {
    look = style
    super.init()
  }

  deinit {
    if style.layer === self { unsafe look.owner = nil }
  }

  public override var contentKind: ContentKind { .progress }

  public override var kind: LayerKind { .progress }

  public override var drawsContent: Bool { look.drawsContent }

  public override func draw(into drawing: inout Drawing) {
    look.draw(currentValues, in: bounds, into: &drawing)
  }

  public override func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    switch property {
    case .progress, .indeterminatePhase, .indeterminateStrength, .trackColor, .progressColor:
      drawsContent
    default: super.needsDisplay(forKey: property)
    }
  }

  public override func defaultAction(forKey property: AnimatableProperty) -> Action? {
    guard property == .progress else { return super.defaultAction(forKey: property) }
    var animation = BasicAnimation(
      keyPath: AnimationKeyPath(.progress), from: .scalar(presentedProgress),
      timingFunction: .easeInEaseOut)
    if case .even(let seconds) = look.pace {
      animation.timing.duration = seconds
      animation.timingFunction = .linear
    }
    return .animation(.basic(animation))
  }

  public override func makePresentation() -> Layer { ProgressLayer(presenting: look) }

  public override func presentation() -> ProgressLayer? { super.presentation() as? ProgressLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ProgressLayer else { return [] }
    presentation.meter = meter
    presentation.look = look
    return super.updatePresentation(presentation)
  }

  public override func didPresent(_ presentation: Layer) {
    guard let presentation = presentation as? ProgressLayer, let tree else { return }
    var values = presentation.currentValues
    // The phase is for drawings, which are recorded again when it changes.
    (values.phase, values.fading) = (0, 0)
    values.reducesMotion = reducesMotion
    let bounds = presentation.bounds
    let isResized = shown?.bounds != bounds
    guard isResized || shown?.values != values else { return }
    shown = (values, bounds)
    tree.transact(disableActions: true) {
      let radius = ProgressLayer.radius(in: bounds)
      if isResized {
        look.sizeHandler?(look, bounds.size)
        look.layOut(in: bounds)
        for item in content { item.layOut(center: bounds.center, radius: radius) }
      }
      look.show(values)
      for item in content { item.show(values) }
    }
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .progress: .scalar(meter.progress)
    case .indeterminatePhase: .scalar(meter.phase)
    case .indeterminateStrength: .scalar(meter.strength)
    case .trackColor: AnimatableValue(trackColor)
    case .progressColor: AnimatableValue(progressColor)
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
    case (.indeterminateStrength, .scalar(let number)): meter.strength = number
    case (.trackColor, .color(let color)): meter.trackColor = Color(color)
    case (.progressColor, .color(let color)): meter.progressColor = Color(color)
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  public override func didEnterTree() {
    // The animations of a layer end when it leaves a tree.
    if isIndeterminate { transition(animated: false) }
  }

  // MARK: Properties

  /// The part that is done, clamped to 0…1; NaN counts as 0. Setting it animates by default from
  /// the presented value in .25 s.
  public var progress: Double {
    get { meter.progress }
    set {
      let target = ProgressLayer.clamped(newValue)
      change(.progress, unless: progress == target) { meter.progress = target }
    }
  }

  /// True while the progress is unknown: something turns or travels without end. Setting it
  /// animates unless actions are disabled.
  public var isIndeterminate: Bool {
    get { meter.isIndeterminate }
    set { setIndeterminate(newValue, animated: !(tree?.transaction.disableActions ?? false)) }
  }

  /// The look. A style belongs to one layer.
  public var style: ProgressStyle {
    get { look }
    set {
      guard newValue !== look else { return }
      unsafe look.owner = nil
      for layer in look.layers { layer.removeFromSuperlayer() }
      look = newValue
      attachStyle()
    }
  }

  /// The contents within the style, the last on top, below sublayers that were added directly.
  public var content: [ProgressContent] = [] {
    didSet {
      for item in oldValue { item.layer.removeFromSuperlayer() }
      for (index, item) in content.enumerated() {
        insertSublayer(item.layer, at: look.layers.count + index)
        item.transition(to: activity)
      }
      styleDidChange()
    }
  }

  public var trackColor: Color {
    get { meter.trackColor ?? look.trackColor ?? progressColor }
    set {
      change(.trackColor, unless: meter.trackColor == newValue) { meter.trackColor = newValue }
    }
  }

  /// The tint of the part that is done, and of everything without a colour of its own.
  public var progressColor: Color {
    get { meter.progressColor ?? look.progressColor }
    set {
      change(.progressColor, unless: meter.progressColor == newValue) {
        meter.progressColor = newValue
      }
    }
  }

  /// The radius of round styles: half the shorter side.
  public static func radius(in bounds: Rect) -> Double {
    max(min(bounds.width, bounds.height) / 2, 0)
  }

  // MARK: Updates

  /// Goes to a progress, clamped to 0…1, and leaves the indeterminate state.
  ///
  /// Animated, it starts from the presented value and moves at the style's pace unless a duration
  /// or timing function is given. Not animated, it ends a running animation and shows the new value
  /// with the next commit. A motion towards the same progress continues, unless a duration or a
  /// timing function is given.
  public func update(
    _ target: Double, animated: Bool, duration: Double? = nil,
    timingFunction: MediaTimingFunction? = nil
  ) {
    let target = ProgressLayer.clamped(target)
    let key = AnimatableProperty.progress.name
    let isUnderWay = target == progress && !isIndeterminate && animation(forKey: key) != nil
    if animated && isUnderWay && duration == nil && timingFunction == nil { return }
    let start = presentedProgress
    var (length, function) = (abs(start - target), MediaTimingFunction.easeInEaseOut)
    if case .even(let seconds) = look.pace { (length, function) = (seconds, .linear) }
    length = max(duration ?? length, 0)
    setIndeterminate(false, animated: animated)
    changeInstantly(.progress) { meter.progress = target }
    // A duration of 0 would become the transaction's.
    guard animated, length > 0, start != target else {
      removeAnimation(forKey: key)
      return
    }
    add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.progress), from: .scalar(start), to: .scalar(target),
          timing: MediaTiming(duration: length),
          timingFunction: timingFunction ?? function)),
      forKey: key)
  }

  /// Shows a state: `update` for a known one.
  public func show(_ state: ProgressState, animated: Bool) {
    switch state {
    case .indeterminate: setIndeterminate(true, animated: animated)
    case .progress(let fraction): update(fraction, animated: animated)
    }
  }

  /// The progress on the screen, or the model's value before the first commit.
  public var presentedProgress: Double { presentation()?.progress ?? progress }

  /// Enters or leaves the indeterminate state, with a transition or at once.
  public func setIndeterminate(_ isIndeterminate: Bool, animated: Bool) {
    guard isIndeterminate != meter.isIndeterminate else { return }
    meter.isIndeterminate = isIndeterminate
    setNeedsDisplay()
    transition(animated: animated)
  }

  // MARK: A job

  public override var progressProperty: AnimatableProperty? { .progress }

  public override var job: JobState {
    var job = details
    job.isIndeterminate = isIndeterminate
    return job
  }

  public override func show(_ job: JobState, animated: Bool) {
    setIndeterminate(job.isIndeterminate, animated: animated)
    guard job != self.job else { return }
    details = job
    look.show(job)
  }

  // MARK: The style

  private var activity: ProgressActivity {
    meter.isIndeterminate ? .unknown : .known
  }

  private var currentValues: ProgressValues {
    ProgressValues(
      progress: meter.progress, activity: activity, phase: meter.phase,
      fading: activity == .known ? meter.strength : 0, progressColor: progressColor,
      trackColor: trackColor)
  }

  private func attachStyle() {
    precondition(look.layer == nil, "a style belongs to one layer")
    unsafe look.owner = self
    for (index, layer) in look.layers.enumerated() { insertSublayer(layer, at: index) }
    transition(animated: false)
    styleDidChange()
  }

  /// Lays out and updates everything with the next commit.
  func styleDidChange() {
    shown = nil
    setNeedsDisplay()
  }

  private func transition(animated: Bool) {
    let activity = activity
    func run() {
      runPhase(activity, animated: animated)
      look.transition(to: activity, animated: animated)
      look.show(job)
      for item in content { item.transition(to: activity) }
    }
    if let tree { tree.transact(disableActions: !animated, run) } else { run() }
  }

  /// Runs the phase while the progress is unknown. Drawings follow it; if motion is to be reduced,
  /// the whole layer fades up and down instead.
  private func runPhase(_ activity: ProgressActivity, animated: Bool) {
    let key = ProgressStyle.endlessKey
    guard activity != .known else { return endPhase(animated: animated) }
    guard !look.isEndless(self, key: key) else { return }
    // A drawing that is fading away goes on from its present phase.
    let start = animation(forKey: key) == nil ? 0 : presentation()?.meter.phase ?? 0
    add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.indeterminatePhase), from: .scalar(0), to: .scalar(1),
          timing: MediaTiming(
            timeOffset: start * ProgressStyle.period, duration: ProgressStyle.period,
            repeatCount: .infinity),
          timingFunction: .linear)),
      forKey: key)
  }

  /// Fades the drawing of an unknown progress away where it is, into that of the known one.
  private func endPhase(animated: Bool) {
    let key = ProgressStyle.endlessKey
    guard animated, look.drawsContent, look.isEndless(self, key: key),
      let presented = presentation()
    else {
      // A drawing that is fading away already goes on with that.
      if !animated || look.isEndless(self, key: key) { removeAnimation(forKey: key) }
      return
    }
    func basic(_ property: AnimatableProperty, from start: Double, to end: Double) -> BasicAnimation
    {
      BasicAnimation(
        keyPath: AnimationKeyPath(property), from: .scalar(start), to: .scalar(end),
        timingFunction: .linear)
    }
    let phase = presented.meter.phase
    var parts = [
      basic(.indeterminatePhase, from: phase, to: phase),
      basic(.indeterminateStrength, from: 1, to: 0),
    ]
    // With reduced motion the whole layer was fading up and down: its opacity has to return, too.
    if reducesMotion, !animations.contains(where: { $0.animation.animates(.opacity) }) {
      parts.append(basic(.opacity, from: presented.opacity - opacity, to: 0))
      parts[2].isAdditive = true
    }
    add(
      .group(
        AnimationGroup(
          parts.map { .basic($0) },
          timing: MediaTiming(duration: ProgressStyle.fadeDuration), timingFunction: .linear)),
      forKey: key)
  }

  private static func clamped(_ progress: Double) -> Double {
    progress.isNaN ? 0 : min(max(progress, 0), 1)
  }
}
