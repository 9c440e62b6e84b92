public import Animation

/// A property of a layer that follows a progress.
public struct DrivenProperty {
  public let layer: Layer
  /// `progress` of a progress layer, or any other animatable property.
  public let keyPath: AnimationKeyPath
  /// The values of the property at progress 0, at 1, and at even steps between: at least two.
  public let values: [AnimatableValue]
  /// The part of the progress that it follows, within 0…1 and not empty: before it the property has
  /// its first value, and behind it the last.
  public let part: ClosedRange<Double>

  public init(
    layer: Layer, keyPath: AnimationKeyPath, values: [AnimatableValue],
    part: ClosedRange<Double> = 0...1
  ) {
    precondition(values.count > 1, "a property is driven from one value to another")
    self.layer = layer
    self.keyPath = keyPath
    self.values = values
    self.part = part
  }

  /// The value of the property at a progress in 0…1.
  public func value(at fraction: Double) -> AnimatableValue {
    let own = followsAll ? fraction : (fraction - part.lowerBound) / length
    let place = own.isNaN ? 0 : (followsAll ? own : min(max(own, 0), 1)) * Double(values.count - 1)
    let index = place > 0 ? Int(min(place, Double(values.count - 2))) : 0
    return values[index].interpolated(to: values[index + 1], at: place - Double(index))
  }

  /// True if it follows the whole progress.
  var followsAll: Bool { part == 0...1 }

  private var length: Double { part.upperBound - part.lowerBound }

  /// True if a progress is in the part that the property follows; a part's end belongs to the next
  /// one.
  public func follows(_ fraction: Double) -> Bool {
    part.contains(fraction) && (fraction < part.upperBound || part.upperBound == 1)
  }

  /// The progress at which the property is a fraction of its way.
  func fraction(ofPart fraction: Double) -> Double {
    followsAll ? fraction : part.lowerBound + fraction * length
  }

  /// Shows the phases of the job and the remaining seconds in a layer that shows the progress.
  /// - Parameter phases: with ends and a value as fractions of the job.
  public func show(phases: JobPhases, remaining: Double?) {
    guard keyPath.property == layer.progressProperty else { return }
    var job = layer.job
    job.phases = shown(phases)
    job.remaining = remaining
    show(job, animated: false)
  }

  /// Phases with ends in terms of the progress that the layer shows; only the requested phase if
  /// that progress does not rise with the job's.
  func shown(_ phases: JobPhases) -> JobPhases {
    var shown = phases
    var last = number(at: 0)
    for index in phases.phases.indices {
      let end = number(at: phases.phases[index].end)
      guard end > last else {
        return JobPhases([JobPhases.Phase(label: phases.label, end: .infinity)])
      }
      shown.phases[index].end = end
      last = end
    }
    shown.value = number(at: phases.value)
    return shown
  }

  /// The value at a progress; not a number if the property has no numbers.
  private func number(at fraction: Double) -> Double {
    if case .scalar(let number) = value(at: fraction) { number } else { .nan }
  }

  /// Switches a layer that shows the progress to indeterminate and back.
  public func show(isIndeterminate: Bool, animated: Bool) {
    var job = layer.job
    job.isIndeterminate = isIndeterminate
    show(job, animated: animated)
  }

  func show(_ job: JobState, animated: Bool) {
    guard keyPath.property == layer.progressProperty else { return }
    layer.show(job, animated: animated)
  }
}
