internal import Animation
import CodeUnits
internal import Layers
internal import Scene

/// A control with a value in 0…1, or an unknown one.
///
/// Every value is reported to an estimator. A smooth control shows the estimator's value, in each
/// frame while that moves; any other control animates to each value.
class ProgressControl: Control {
  let description: ProgressControlDescription
  let targets: [DrivenProperty]
  /// The targets that emitters may depend on.
  private let emitting: [Layer]
  let plan: PhasePlan
  /// The last requested value, 0…1.
  private(set) var value: Double
  /// The index of the last requested phase; nil for the one that contains the value.
  private var phase: Int?
  private var isIndeterminate: Bool
  private var isStalled = false
  /// True if no report has come for so long that the remaining time is unknown.
  private var isSilent = false
  private var pending: Request?
  private var appliedValue: Double
  private var appliedIndeterminate: Bool
  /// Nil before the first motion, and for a smooth control.
  private var motion: DrivenMotion?
  private var estimator: ProgressEstimator
  /// The value that a smooth control shows, and the time from which on it does.
  private var shown: Double
  private var shownTime = 0.0
  private var isHeld = false
  private var completion = ProgressCompletion.open
  /// The indices of the targets that were last seen on their way to the end.
  private var awaited: [Int] = []
  /// The settings of other controls that the end brings.
  private var settings: [ControlSetting] = []
  /// Names of controls that the end of this job no longer sets.
  private var withheld: [String] = []

  /// An accepted change.
  private struct Request {
    /// False if only the state changes, and not the value.
    var isReport: Bool
    /// False for a value that does not end a stall.
    var isSignOfLife = true
    /// Nil for the control's own.
    var duration: Double?
    var timingFunction: MediaTimingFunction?
  }

  init(
    _ binding: ControlBinding, _ description: ProgressControlDescription,
    _ targets: [DrivenProperty]
  ) {
    self.description = description
    self.targets = targets
    emitting = targets.map { $0.layer }.filter { [.emitter, .progress].contains($0.contentKind) }
    plan = PhasePlan(weights: description.phases.map { $0.weight })
    value = description.value
    isIndeterminate = description.isIndeterminate
    appliedValue = value
    appliedIndeterminate = isIndeterminate
    estimator = ProgressEstimator(
      plan: plan, value: value, stallAfter: description.stallAfter)
    shown = value
    super.init(binding)
    if isComplete { completion = .settled }
    describe()
  }

  /// A layer whose opacity or visibility is driven is represented by the layer around it, which is
  /// visible at every value.
  override var faces: [Layer] {
    targets.compactMap { target -> Layer? in
      switch target.keyPath.property {
      case .opacity, .isHidden: target.layer.superlayer
      default: target.layer
      }
    }
  }

  override var describedLayers: [Layer] {
    targets.map { $0.layer }.filter { $0 is TextLayer || $0 is ProgressLayer }
  }

  override var info: ControlInfo {
    var info = ControlInfo(
      name: name, kind: kind, value: value, isIndeterminate: showsIndeterminate, label: label,
      description: spokenText)
    if !description.phases.isEmpty {
      info.phases = description.phases.map { $0.name }
      info.phase = phaseDescription?.name
    }
    info.remaining = remaining
    return info
  }

  /// The text for people who cannot see the screen.
  var spokenText: String {
    spoken.progress(
      showsIndeterminate ? nil : value, phase: phaseDescription?.label, remaining: remaining)
  }

  private var showsIndeterminate: Bool { isIndeterminate || isStalled }

  private var isComplete: Bool { value >= 1 && !isIndeterminate }

  /// The present phase of the job; nil for a job without phases.
  private var phaseDescription: PhaseDescription? {
    guard !description.phases.isEmpty else { return nil }
    return description.phases[phase ?? plan.phase(at: value)]
  }

  /// Seconds until the end, as of the last value; nil while unknown, and after the end.
  private var remaining: Double? {
    guard !showsIndeterminate, !isSilent, !estimator.isComplete, let time = estimator.lastReport
    else {
      return nil
    }
    return estimator.remaining(at: time)
  }

  // MARK: Requests

  override var hasPending: Bool { pending != nil }

  /// - Parameter phase: the index of the phase that the value belongs to; nil for the one that
  ///   contains it.
  func set(
    _ value: Double, inPhase phase: Int?, duration: Double?, timingFunction: MediaTimingFunction?,
    isSignOfLife: Bool = true
  ) {
    self.value = value
    self.phase = phase
    withheld = []
    isIndeterminate = false
    let isAlive = isSignOfLife || pending.map { $0.isReport && $0.isSignOfLife } ?? false
    pending = Request(
      isReport: true, isSignOfLife: isAlive, duration: duration, timingFunction: timingFunction
    )
  }

  func setIndeterminate(_ enabled: Bool) {
    guard enabled != isIndeterminate else { return }
    isIndeterminate = enabled
    pending = pending ?? Request(isReport: false)
  }

  /// Called when a control has lost its holder: an end that was reported before, but is still on
  /// its way, does not set that control.
  func withholdSettings(of control: String) {
    guard isComplete, completion != .settled,
      dueSettings.contains(where: { $0.control.isIdentical(to: control) })
    else { return }
    withheld.append(control)
  }

  /// The settings that the end of the job brings.
  private var dueSettings: [ControlSetting] {
    description.settings.filter { setting in
      !withheld.contains { $0.isIdentical(to: setting.control) }
    }
  }

  override func migrate(_ former: Control) {
    guard let former = former as? ProgressControl else { return }
    (completion, withheld) = (former.completion, former.withheld)
    awaited = Array(targets.indices)
    if former.plan == plan {
      estimator = former.estimator
      estimator.stallAfter = description.stallAfter
      phase = former.phase
      (isStalled, isSilent) = (former.isStalled, former.isSilent)
      shown = former.shown
      shownTime = former.shownTime
    } else {
      estimator = ProgressEstimator(
        plan: plan, value: former.value, stallAfter: description.stallAfter)
      shown = former.value
    }
    describe()
    guard
      former.value != value || former.showsIndeterminate != showsIndeterminate
        || former.hasPending || shown != value
    else { return }
    value = former.value
    isIndeterminate = former.isIndeterminate
    // A change that was not applied before has still to be reported.
    appliedValue = former.appliedValue
    appliedIndeterminate = former.appliedIndeterminate
    pending = Request(isReport: former.pending?.isReport ?? false, duration: 0)
  }

  override var record: ControlRecord {
    var record = super.record
    record.value = value
    record.isIndeterminate = isIndeterminate
    // If a setting is withheld the end counts as over, since the names of withheld controls are not
    // saved.
    record.isCompleting =
      isComplete && completion != .settled && withheld.isEmpty && !dueSettings.isEmpty
    if let phase { record.phase = description.phases[phase].name }
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard let value = record.value, 0...1 ~= value else { return }
    let index = record.phase.flatMap { name in
      description.phases.firstIndex { $0.name.isIdentical(to: name) }
    }
    if value != self.value || index != nil || record.isCompleting {
      set(value, inPhase: index, duration: 0, timingFunction: nil)
    }
    setIndeterminate(record.isIndeterminate)
    completion = isComplete && !record.isCompleting ? .settled : .open
  }

  override func adopt(_ former: Control) {
    guard let former = former as? ProgressControl else { return }
    value = former.value
    phase = former.phase
    isIndeterminate = former.isIndeterminate
    (isStalled, isSilent) = (former.isStalled, former.isSilent)
    pending = former.pending
    appliedValue = former.appliedValue
    appliedIndeterminate = former.appliedIndeterminate
    estimator = former.estimator
    shown = former.shown
    shownTime = former.shownTime
    isHeld = former.isHeld
    (completion, settings, withheld) = (former.completion, former.settings, former.withheld)
    awaited = Array(targets.indices)
    motion = former.motion
    for (target, other) in zip(targets, former.targets) {
      target.adopt(other, at: drivenFraction)
    }
    // The phases may have their labels in another locale.
    if pending == nil { describe() }
  }

  override func fitAnimations(of former: Control) {
    guard let former = former as? ProgressControl else { return }
    for (target, other) in zip(targets, former.targets) {
      target.fitAnimation(of: other, from: motion?.start ?? drivenFraction, to: drivenFraction)
    }
  }

  /// The fraction to which the layers were last brought.
  private var drivenFraction: Double { description.isSmooth ? shown : appliedValue }

  override func applyPending(
    in tree: LayerTree, at time: Double, _ events: inout [StageEvent]
  ) {
    guard let request = pending else { return }
    pending = nil
    let formerPhase = estimator.phase
    if request.isReport {
      if request.isSignOfLife { isStalled = false }
      estimator.report(
        value, inPhase: phase, at: time, catchUp: request.duration ?? description.catchUp,
        isSignOfLife: request.isSignOfLife)
      isSilent = estimator.isSilent(at: time)
    }
    if description.isSmooth {
      showIndeterminate(in: tree)
      show(in: tree, at: time)
    } else {
      animate(request, in: tree, at: time)
    }
    noteCompletion()
    describe()
    report(to: &events, isNewPhase: estimator.phase != formerPhase)
  }

  private func noteCompletion() {
    awaited = []
    guard isComplete else { return completion = .open }
    guard completion != .settled else { return }
    completion = description.settings.isEmpty ? .settled : .due
    if completion == .due && !description.isSmooth {
      awaited = targets.indices.filter { targets[$0].isMoving(to: 1) }
    }
  }

  private func animate(_ request: Request, in tree: LayerTree, at time: Double) {
    let start = presentedValue(at: time)
    let duration = request.duration ?? description.duration.duration(from: start, to: value)
    let timingFunction = request.timingFunction ?? description.timingFunction
    let mayGoOn = request.duration == nil && request.timingFunction == nil
    if !mayGoOn || targets.isEmpty || !targets.allSatisfy({ $0.isMoving(to: value) }) {
      motion = DrivenMotion(
        from: start, to: value, at: time, duration: duration, timingFunction: timingFunction)
    }
    tree.transact(disableActions: true) {
      for target in targets {
        if mayGoOn && target.isMoving(to: value) { continue }
        target.move(
          from: start, to: value, duration: duration, timingFunction: timingFunction)
      }
    }
    // The later animation of a property wins.
    showIndeterminate(in: tree, animated: request.duration != 0)
  }

  /// Reports the differences from the last report.
  private func report(to events: inout [StageEvent], isNewPhase: Bool = false) {
    guard isNewPhase || value != appliedValue || showsIndeterminate != appliedIndeterminate else {
      return
    }
    appliedValue = value
    appliedIndeterminate = showsIndeterminate
    events.append(change)
  }

  private var change: StageEvent {
    .progressChanged(
      control: name, value: value, isIndeterminate: showsIndeterminate,
      phase: phaseDescription?.name, remaining: remaining)
  }

  // MARK: Time

  override var nextChange: Double? {
    var next = isStalled || isIndeterminate ? nil : estimator.stallTime
    if !isSilent, !showsIndeterminate, let silence = estimator.silenceTime {
      next = min(next ?? silence, silence)
    }
    if description.isSmooth, shownTime < estimator.restTime {
      next = min(next ?? shownTime, shownTime)
    }
    // Layers on their way have their own frames, up to the end.
    if completion == .due, description.isSmooth || !isAwaiting {
      next = min(next ?? shownTime, shownTime)
    }
    return next
  }

  /// True if the target to be examined next is still on its way to the end.
  private var isAwaiting: Bool {
    awaited.last.map { targets[$0].isMoving(to: 1) } ?? false
  }

  override func makeDueRequests(to time: Double, from start: Double) -> Double? {
    guard completion == .due, let end = arrival(before: time, from: start) else { return nil }
    completion = .settled
    settings = dueSettings
    return end
  }

  /// The time of the stage at which the layers have come to the end, if it is not after the given
  /// one.
  private func arrival(before time: Double, from start: Double) -> Double? {
    let limit = time + MediaTiming.frameRounding
    if description.isSmooth {
      // After time that stood still the way's end is found with the next frame.
      return isHeld || estimator.restTime > limit ? nil : estimator.restTime
    }
    var last = 0.0
    while let index = awaited.last {
      if let end = targets[index].endOfMotion(to: 1) {
        guard start + end <= limit else { return nil }
        last = max(last, start + end)
      }
      awaited.removeLast()
    }
    return last
  }

  override func takeSettings() -> [ControlSetting] {
    defer { settings = [] }
    return settings
  }

  override func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {
    if isHeld {
      isHeld = false
      estimator.hold(shown, at: time)
    }
    if description.isSmooth { show(in: tree, at: time) }
    if !isStalled, !isIndeterminate, estimator.isStalled(at: time) {
      isStalled = true
      showIndeterminate(in: tree)
      describe()
      report(to: &events)
    } else if !isSilent, !showsIndeterminate, estimator.isSilent(at: time) {
      isSilent = true
      describe()
      events.append(change)
    }
  }

  override var leads: [Layer] { emitting }

  override func hold(at time: Double) {
    isHeld = description.isSmooth
    motion?.hold(at: time)
  }

  override func resume(at time: Double) { motion?.resume(at: time) }

  /// Brings the layers of a smooth control to the estimator's value.
  private func show(in tree: LayerTree, at time: Double) {
    shown = estimator.displayed(at: time)
    shownTime = time
    tree.transact(disableActions: true) {
      for target in targets { target.move(to: shown, duration: 0, timingFunction: .linear) }
    }
  }

  /// Updates the phases and, as of the last value, the remaining time in texts.
  private func describe() {
    let (phases, remaining) = (jobPhases, remaining)
    for target in targets { target.show(phases: phases, remaining: remaining) }
  }

  private var jobPhases: JobPhases {
    JobPhases(
      description.phases.indices.map {
        JobPhases.Phase(label: description.phases[$0].label, end: plan.end(of: $0))
      }, current: phase ?? plan.phase(at: value), value: value)
  }

  private func showIndeterminate(in tree: LayerTree, animated: Bool = true) {
    tree.transact(disableActions: true) {
      for target in targets {
        target.show(
          isIndeterminate: showsIndeterminate && target.follows(value), animated: animated)
      }
    }
  }

  /// The presented fraction of the control's drives, 0…1. It is read from a drive whose values
  /// determine the fraction. Otherwise it is read from any other drive: of the places with its
  /// value, the one nearest to the time of the motion is meant. Without such a drive it is the
  /// fraction at that time.
  private func presentedValue(at time: Double) -> Double {
    let place = motion?.fraction(at: time) ?? appliedValue
    for target in targets where target.tellsFraction {
      if let value = target.presentedFraction(near: place) { return value }
    }
    for target in targets where !target.tellsFraction {
      if let value = target.presentedFraction(near: place) { return value }
    }
    return place
  }
}

extension ProgressControlDescription {
  /// Seconds in which a smooth control catches up with a value, if the scene gives them.
  fileprivate var catchUp: Double? {
    if case .seconds(let seconds) = duration { seconds } else { nil }
  }
}
