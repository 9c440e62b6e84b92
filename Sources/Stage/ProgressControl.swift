internal import Animation
internal import Layers
internal import Scene

/// A control with a value in 0…1, or none that is known.
class ProgressControl: Control {
  let description: ProgressControlDescription
  let targets: [ControlTarget]
  /// The last value asked for, 0…1.
  private(set) var value: Double
  private(set) var isIndeterminate: Bool
  private var pending: Request?
  private var appliedValue: Double
  private var appliedIndeterminate: Bool

  /// A change that was accepted.
  private struct Request {
    /// Nil for the control's own.
    var duration: Double?
    var timingFunction: MediaTimingFunction?
  }

  init(
    _ binding: ControlBinding, _ description: ProgressControlDescription,
    _ targets: [ControlTarget]
  ) {
    self.description = description
    self.targets = targets
    value = description.value
    isIndeterminate = description.isIndeterminate
    appliedValue = value
    appliedIndeterminate = isIndeterminate
    super.init(binding)
  }

  override var kind: ControlKind { .progress }

  override var info: ControlInfo {
    ControlInfo(
      name: name, kind: kind, value: value, isIndeterminate: isIndeterminate, label: label,
      description: isIndeterminate
        ? "in progress" : "\(ProgressStyle.completeParts(of: 100, at: value))%")
  }

  override var hasPending: Bool { pending != nil }

  func set(_ value: Double, duration: Double?, timingFunction: MediaTimingFunction?) {
    self.value = value
    isIndeterminate = false
    pending = Request(duration: duration, timingFunction: timingFunction)
  }

  func setIndeterminate(_ enabled: Bool) {
    guard enabled != isIndeterminate else { return }
    isIndeterminate = enabled
    pending = pending ?? Request()
  }

  override func carryOver(_ former: Control) {
    guard let former = former as? ProgressControl,
      former.value != value || former.isIndeterminate != isIndeterminate || former.hasPending
    else { return }
    value = former.value
    isIndeterminate = former.isIndeterminate
    // What was not applied before has still to be reported.
    appliedValue = former.appliedValue
    appliedIndeterminate = former.appliedIndeterminate
    pending = Request(duration: 0)
  }

  override func applyPending(in tree: LayerTree, _ events: inout [StageEvent]) {
    guard let request = pending else { return }
    pending = nil
    let duration =
      request.duration ?? description.duration.duration(from: presentedValue, to: value)
    let timingFunction = request.timingFunction ?? description.timingFunction
    let mayGoOn = request.duration == nil && request.timingFunction == nil
    tree.transact(disableActions: true) {
      for target in targets {
        if let layer = target.layer as? ProgressLayer, target.keyPath.property == .progress {
          layer.setIndeterminate(isIndeterminate, animated: request.duration != 0)
        }
        if mayGoOn && target.isMoving(to: value) { continue }
        target.move(to: value, duration: duration, timingFunction: timingFunction)
      }
    }
    guard value != appliedValue || isIndeterminate != appliedIndeterminate else { return }
    appliedValue = value
    appliedIndeterminate = isIndeterminate
    events.append(
      .progressChanged(control: name, value: value, isIndeterminate: isIndeterminate))
  }

  /// Where the control's drives are on the screen, 0…1; the value applied last where none can tell.
  private var presentedValue: Double {
    for target in targets {
      if let value = target.presentedFraction { return value }
    }
    return appliedValue
  }
}

extension ControlTarget {
  /// The fraction of the way between the two ends that is presented, if they are numbers.
  var presentedFraction: Double? {
    guard case .scalar(let start) = from, case .scalar(let end) = to, start != end,
      case .scalar(let now)? = (layer.presentation() ?? layer).value(for: keyPath)
    else { return nil }
    return (now - start) / (end - start)
  }

  /// True if the property is on its way to a fraction already.
  func isMoving(to fraction: Double) -> Bool {
    let target = value(at: fraction)
    guard case .basic(let animation)? = layer.animation(forKey: keyPath.name) else { return false }
    return animation.toValue == target && layer.value(for: keyPath) == target
  }

  /// Moves the property to a fraction of its way, from what is presented; at once for a duration
  /// of 0.
  func move(to fraction: Double, duration: Double, timingFunction: MediaTimingFunction) {
    let target = value(at: fraction)
    let start = (layer.presentation() ?? layer).value(for: keyPath)
    let key = keyPath.name
    guard duration > 0, let start, start != target else {
      layer.removeAnimation(forKey: key)
      layer.setValue(target, for: keyPath)
      return
    }
    layer.setValue(target, for: keyPath)
    var animation = BasicAnimation(keyPath: keyPath, from: start, to: target)
    animation.timing.duration = duration
    animation.timingFunction = timingFunction
    layer.add(.basic(animation), forKey: key)
  }
}
