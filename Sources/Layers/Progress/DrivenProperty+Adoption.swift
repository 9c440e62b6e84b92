import Animation
import Geometry

/// Continuing a driven property in a layout for another size.
extension DrivenProperty {
  /// Adopts the state of the same property in the other layout.
  /// - Parameter fraction: the last fraction that the control set.
  public func adopt(_ other: DrivenProperty, at fraction: Double) {
    show(other.layer.job, animated: false)
    guard let value = other.layer.value(for: keyPath) else { return }
    layer.setValue(fitted(value, from: other, near: fraction), for: keyPath)
  }

  /// Scales a motion between two fractions, so that it leads from where it would have begun in this
  /// layout to where it ends in it.
  public func fitAnimation(of other: DrivenProperty, from start: Double, to fraction: Double) {
    let key = keyPath.name
    guard values != other.values, let motion = other.layer.animation(forKey: key),
      motion.animates(where: { $0 == keyPath.property }), let target = motion.target,
      target == other.layer.value(for: keyPath)
    else { return }
    var places = [start, fraction]
    if case .keyframe(let animation) = motion {
      let all = [start] + bends(between: start, and: fraction) + [fraction]
      if all.count == animation.values.count { places = all }
    }
    var index = 0
    layer.replaceValues(
      ofAnimation: key,
      by: motion.mappingValues { _, value in
        defer { index += 1 }
        return fitted(value, from: other, near: places[min(index, places.count - 1)])
      })
  }

  /// The value here that corresponds to one of the other property: ends and steps are mapped to
  /// ends and steps, and values between and beyond in proportion.
  /// - Parameter fraction: of several places with the value the one nearest to this is meant.
  private func fitted(
    _ value: AnimatableValue, from other: DrivenProperty, near fraction: Double
  ) -> AnimatableValue {
    if values == other.values { return value }
    if value == other.value(at: fraction) { return self.value(at: fraction) }
    let same = values.indices.filter { other.values[$0] == value }
    if let index = same.min(by: { distance(of: $0, to: fraction) < distance(of: $1, to: fraction) })
    {
      return values[index]
    }
    let count = value.components.count
    var components: [Double] = []
    for index in 0..<count {
      components.append(
        fitted(
          value.components[index], from: other.values.map { $0.components[index] },
          to: values.map { $0.components[index] }, near: fraction))
    }
    return value.replacing(components: components)
  }

  private func fitted(
    _ number: Double, from former: [Double], to own: [Double], near fraction: Double
  ) -> Double {
    var nearest: (number: Double, distance: Double)?
    var outside: Double?
    for index in 1..<former.count where former[index] != former[index - 1] {
      let part = (number - former[index - 1]) / (former[index] - former[index - 1])
      let fitted = own[index - 1] + (own[index] - own[index - 1]) * part
      guard 0...1 ~= part else {
        outside = outside ?? fitted
        continue
      }
      let distance = distance(of: Double(index - 1) + part, to: fraction)
      if nearest.map({ $0.distance <= distance }) ?? false { continue }
      nearest = (fitted, distance)
    }
    if let nearest { return nearest.number }
    return outside ?? (former[0] != 0 ? number * (own[0] / former[0]) : number)
  }

  /// The distance of a place among the values, counted from 0, to a progress.
  private func distance(of place: Double, to fraction: Double) -> Double {
    abs(self.fraction(ofPart: place / Double(values.count - 1)) - fraction)
  }

  private func distance(of index: Int, to fraction: Double) -> Double {
    distance(of: Double(index), to: fraction)
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
