import Animation
import Geometry

/// Continuing a driven property in a layout for another size.
extension DrivenProperty {
  /// Adopts the state of the same property in the other layout.
  /// - Parameter fraction: the last fraction that the control set.
  public func adopt(_ other: DrivenProperty, at fraction: Double) {
    show(other.layer.job, animated: false)
    guard let value = other.layer.value(for: keyPath) else { return }
    layer.setValue(fitted(value, from: other, at: fraction), for: keyPath)
  }

  /// Scales a motion towards a fraction, so that it leads from where it would have begun in this
  /// layout to where it ends in it.
  public func fitAnimation(of other: DrivenProperty, at fraction: Double) {
    let key = keyPath.name
    guard values != other.values, let motion = other.layer.animation(forKey: key),
      motion.animates(where: { $0 == keyPath.property }), let target = motion.target,
      target == other.layer.value(for: keyPath)
    else { return }
    layer.replaceValues(
      ofAnimation: key, by: motion.mappingValues { fitted($1, from: other, at: fraction) })
  }

  /// The value here that corresponds to one of the other property: ends and steps are mapped to
  /// ends and steps, and values between and beyond in proportion.
  private func fitted(
    _ value: AnimatableValue, from other: DrivenProperty, at fraction: Double
  ) -> AnimatableValue {
    if values == other.values { return value }
    if value == other.value(at: fraction) { return self.value(at: fraction) }
    if let index = other.values.firstIndex(of: value) { return values[index] }
    let count = value.components.count
    var components: [Double] = []
    for index in 0..<count {
      components.append(
        Self.fitted(
          value.components[index], from: other.values.map { $0.components[index] },
          to: values.map { $0.components[index] }))
    }
    return value.replacing(components: components)
  }

  private static func fitted(_ number: Double, from former: [Double], to own: [Double]) -> Double {
    var result: Double?
    for index in 1..<former.count where former[index] != former[index - 1] {
      let part = (number - former[index - 1]) / (former[index] - former[index - 1])
      let fitted = own[index - 1] + (own[index] - own[index - 1]) * part
      if 0...1 ~= part { return fitted }
      result = result ?? fitted
    }
    return result ?? (former[0] != 0 ? number * (own[0] / former[0]) : number)
  }
}

extension AnimatableValue {
  /// The numbers of a value in points; empty for a value of another kind.
  fileprivate var components: [Double] {
    switch self {
    case .scalar(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.minX, rect.minY, rect.width, rect.height]
    default: []
    }
  }

  fileprivate func replacing(components: [Double]) -> AnimatableValue {
    switch self {
    case .scalar: .scalar(components[0])
    case .point: .point(Point(x: components[0], y: components[1]))
    case .size: .size(Size(width: components[0], height: components[1]))
    case .rect:
      .rect(
        Rect(
          x: components[0], y: components[1], width: components[2], height: components[3]))
    default: self
    }
  }
}
