public import Animation

extension DrivenProperty {
  /// The presented fraction, if the property's values are numbers and none of its ends is presented
  /// while it follows a part alone.
  /// - Parameter near: of several fractions with the presented value the one nearest to this is
  ///   meant.
  public func presentedFraction(near: Double) -> Double? {
    guard case .scalar(let now)? = (layer.presentation() ?? layer).value(for: keyPath) else {
      return nil
    }
    if !followsAll, values.first == .scalar(now) || values.last == .scalar(now) { return nil }
    if value(at: near) == .scalar(now) { return near }
    var nearest: Double?
    for index in 1..<values.count {
      guard case .scalar(let start) = values[index - 1], case .scalar(let end) = values[index],
        start != end
      else { continue }
      var fraction = (now - start) / (end - start)
      if values.count > 2 {
        guard 0...1 ~= fraction else { continue }
        fraction = (Double(index - 1) + fraction) / Double(values.count - 1)
      }
      if !followsAll {
        guard 0 < fraction && fraction < 1 else { continue }
        fraction = self.fraction(ofPart: fraction)
      }
      if let other = nearest, abs(other - near) <= abs(fraction - near) { continue }
      nearest = fraction
    }
    return nearest
  }

  /// True if no two fractions of the part that the property follows have the same value.
  public var tellsFraction: Bool {
    let steps = values.indices.dropFirst().map { index -> Double in
      guard case .scalar(let start) = values[index - 1], case .scalar(let end) = values[index]
      else { return 0 }
      return end - start
    }
    return steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 }
  }

  /// True if the property is already moving to a fraction.
  public func isMoving(to fraction: Double) -> Bool {
    let target = value(at: fraction)
    return layer.animation(forKey: keyPath.name)?.target == target
      && layer.value(for: keyPath) == target
  }

  /// The tree time at which the motion to a fraction ends; nil if there is none, and infinite while
  /// it does not go on.
  public func endOfMotion(to fraction: Double) -> Double? {
    isMoving(to: fraction) ? layer.endOfAnimation(forKey: keyPath.name) : nil
  }

  /// Moves the property from its presented value to a fraction, through the values between, so that
  /// all properties that follow a progress show the same one; at once for a duration of 0.
  /// - Parameter start: the presented fraction.
  public func move(
    from start: Double, to fraction: Double, duration: Double, timingFunction: MediaTimingFunction
  ) {
    let places = bends(between: start, and: fraction)
    guard duration > 0, !places.isEmpty, keyPath.property != .isHidden,
      let presented = (layer.presentation() ?? layer).value(for: keyPath)
    else { return move(to: fraction, duration: duration, timingFunction: timingFunction) }
    layer.move(
      keyPath, through: [presented] + places.map { value(at: $0) } + [value(at: fraction)],
      at: [0] + places.map { ($0 - start) / (fraction - start) } + [1], duration: duration,
      timingFunction: timingFunction)
  }

  /// The fractions between two at which the property changes its pace, on the way from the first
  /// one.
  func bends(between start: Double, and end: Double) -> [Double] {
    guard values.count > 2 || !followsAll else { return [] }
    let (low, high) = (min(start, end), max(start, end))
    let bends = values.indices.map { fraction(ofPart: Double($0) / Double(values.count - 1)) }
      .filter { low < $0 && $0 < high }
    return start < end ? bends : bends.reversed()
  }

  /// Moves the property from its presented value to a fraction; at once for a duration of 0.
  public func move(to fraction: Double, duration: Double, timingFunction: MediaTimingFunction) {
    layer.move(
      keyPath, to: value(at: fraction), duration: duration, timingFunction: timingFunction)
  }
}

extension Animation {
  /// The value that a motion leads to; nil for another animation.
  var target: AnimatableValue? {
    switch self {
    case .basic(let animation): animation.toValue
    case .keyframe(let animation): animation.values.last
    case .spring, .group, .transition: nil
    }
  }
}
