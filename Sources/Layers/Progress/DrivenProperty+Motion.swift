public import Animation

extension DrivenProperty {
  /// The presented fraction, if the property's values are numbers.
  public var presentedFraction: Double? {
    guard case .scalar(let now)? = (layer.presentation() ?? layer).value(for: keyPath) else {
      return nil
    }
    for index in 1..<values.count {
      guard case .scalar(let start) = values[index - 1], case .scalar(let end) = values[index],
        start != end
      else { continue }
      let fraction = (now - start) / (end - start)
      if values.count == 2 { return fraction }
      if 0...1 ~= fraction { return (Double(index - 1) + fraction) / Double(values.count - 1) }
    }
    return nil
  }

  /// True if the property is already moving to a fraction.
  public func isMoving(to fraction: Double) -> Bool {
    let target = value(at: fraction)
    guard case .basic(let animation)? = layer.animation(forKey: keyPath.name) else { return false }
    return animation.toValue == target && layer.value(for: keyPath) == target
  }

  /// Moves the property from its presented value to a fraction; at once for a duration of 0.
  public func move(to fraction: Double, duration: Double, timingFunction: MediaTimingFunction) {
    layer.move(
      keyPath, to: value(at: fraction), duration: duration, timingFunction: timingFunction)
  }
}
