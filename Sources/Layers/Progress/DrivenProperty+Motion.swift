public import Animation

extension DrivenProperty {
  /// The presented fraction, if the property's values are numbers and none of its ends is presented while it
  /// follows a part alone.
  public var presentedFraction: Double? {
    guard case .scalar(let now)? = (layer.presentation() ?? layer).value(for: keyPath) else {
      return nil
    }
    for index in 1..<values.count {
      guard case .scalar(let start) = values[index - 1], case .scalar(let end) = values[index],
        start != end
      else { continue }
      var fraction = (now - start) / (end - start)
      if values.count > 2 {
        guard 0...1 ~= fraction else { continue }
        fraction = (Double(index - 1) + fraction) / Double(values.count - 1)
      }
      if followsAll { return fraction }
      return 0 < fraction && fraction < 1 ? self.fraction(ofPart: fraction) : nil
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
