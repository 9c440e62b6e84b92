internal import Animation
internal import Layers
internal import Scene

/// A control of the scene in play: what it was set to, and what of that is still to be applied.
struct ControlState {
  let binding: ControlBinding
  /// The last value asked for, 0…1.
  private(set) var value = 0.0
  private(set) var isIndeterminate = false
  var text = ""
  private var pending: Request?
  private var appliedValue = 0.0
  private var appliedIndeterminate = false

  /// A change of progress that was accepted.
  private struct Request {
    /// Nil for the control's own.
    var duration: Double?
    var timingFunction: MediaTimingFunction?
  }

  init(binding: ControlBinding) {
    self.binding = binding
    switch binding.control.kind {
    case .progress(let settings):
      value = settings.value
      isIndeterminate = settings.isIndeterminate
      appliedValue = value
      appliedIndeterminate = isIndeterminate
    case .text(let text):
      self.text = text
    }
  }

  var name: String { binding.control.name }

  var settings: ControlDescription.ProgressSettings? {
    if case .progress(let settings) = binding.control.kind { settings } else { nil }
  }

  var hasPending: Bool { pending != nil }

  mutating func set(_ value: Double, duration: Double?, timingFunction: MediaTimingFunction?) {
    self.value = value
    isIndeterminate = false
    pending = Request(duration: duration, timingFunction: timingFunction)
  }

  mutating func setIndeterminate(_ enabled: Bool) {
    guard enabled != isIndeterminate else { return }
    isIndeterminate = enabled
    pending = pending ?? Request()
  }

  /// Takes over what the same control was set to, to be reached at once.
  mutating func carryOver(_ former: ControlState) {
    text = former.text
    guard
      former.value != value || former.isIndeterminate != isIndeterminate || former.hasPending
    else { return }
    value = former.value
    isIndeterminate = former.isIndeterminate
    // What was not applied before has still to be reported.
    appliedValue = former.appliedValue
    appliedIndeterminate = former.appliedIndeterminate
    pending = Request(duration: 0)
  }

  /// Gives the driven layers what was asked for.
  ///
  /// - Returns: true if the value or the state differs from the last that was applied.
  mutating func applyPending(in tree: LayerTree) -> Bool {
    guard let request = pending, let settings else { return false }
    pending = nil
    let duration =
      request.duration ?? settings.duration.duration(from: presentedValue, to: value)
    let timingFunction = request.timingFunction ?? settings.timingFunction
    let mayGoOn = request.duration == nil && request.timingFunction == nil
    tree.transact(disableActions: true) {
      for target in binding.targets {
        if let layer = target.layer as? ProgressLayer, target.keyPath.property == .progress {
          layer.setIndeterminate(isIndeterminate, animated: request.duration != 0)
        }
        if mayGoOn && target.isMoving(to: value) { continue }
        target.move(to: value, duration: duration, timingFunction: timingFunction)
      }
    }
    let isChanged = value != appliedValue || isIndeterminate != appliedIndeterminate
    appliedValue = value
    appliedIndeterminate = isIndeterminate
    return isChanged
  }

  /// Where the control's drives are on the screen, 0…1; the value applied last where none can tell.
  private var presentedValue: Double {
    for target in binding.targets {
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
