public import Geometry

/// A value that an animation interpolates.
public enum AnimatableValue: Equatable, Sendable {
  case scalar(Double)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case color(ColorComponents)
  /// Indirect, to keep the values of most animations small.
  indirect case transform(Transform3D)
  case path(Path)
  case flag(Bool)
  case scalars([Double])
  case colors([ColorComponents])

  /// A value's kind, without the value.
  public enum Kind: Sendable, Equatable {
    case scalar, point, size, rect, color, transform, path, flag, scalars, colors
  }

  public var kind: Kind {
    switch self {
    case .scalar: .scalar
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .transform: .transform
    case .path: .path
    case .flag: .flag
    case .scalars: .scalars
    case .colors: .colors
    }
  }

  /// The neutral value of addition, of the same kind; nil if the kind has no sum.
  public var neutral: AnimatableValue? {
    switch self {
    case .scalar: .scalar(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .color: .color(ColorComponents(red: 0, green: 0, blue: 0, alpha: 0))
    case .transform: .transform(.identity)
    case .scalars(let numbers): .scalars(numbers.map { _ in 0 })
    case .colors(let colors):
      .colors(colors.map { _ in ColorComponents(red: 0, green: 0, blue: 0, alpha: 0) })
    case .path, .flag: nil
    }
  }

  /// The sum with `factor` times another value of the same kind. Transforms are concatenated, the
  /// other one being applied first, raised to a power for whole factors. Lists of equal count are
  /// added element by element. Values without a sum stay unchanged.
  public func adding(_ other: AnimatableValue, times factor: Double = 1) -> AnimatableValue {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)):
      .scalar(a + b * factor)
    case (.point(let a), .point(let b)):
      .point(Point(x: a.x + b.x * factor, y: a.y + b.y * factor))
    case (.size(let a), .size(let b)):
      .size(a.adding(b, times: factor))
    case (.rect(let a), .rect(let b)):
      .rect(
        Rect(
          origin: Point(
            x: a.origin.x + b.origin.x * factor, y: a.origin.y + b.origin.y * factor),
          size: a.size.adding(b.size, times: factor)))
    case (.color(let a), .color(let b)):
      .color(a.adding(b, times: factor))
    case (.transform(let a), .transform(let b)):
      .transform(a.preceded(by: b, times: factor))
    case (.scalars(let a), .scalars(let b)) where a.count == b.count:
      .scalars(a.indices.map { a[$0] + b[$0] * factor })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      .colors(a.indices.map { a[$0].adding(b[$0], times: factor) })
    default:
      self
    }
  }

  /// The value at a fraction of the way to another. The fraction may be outside 0…1 if a curve
  /// overshoots. Values without interpolation step halfway.
  ///
  /// - Parameter areDifferences: true if the values are differences, to be added to others. A
  ///   difference of colours has no alpha as a weight: its components are interpolated linearly.
  public func interpolated(
    to other: AnimatableValue, at fraction: Double, areDifferences: Bool = false
  ) -> AnimatableValue {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)):
      return .scalar(mix(a, b, fraction))
    case (.point(let a), .point(let b)):
      return .point(mix(a, b, fraction))
    case (.size(let a), .size(let b)):
      return .size(mix(a, b, fraction))
    case (.rect(let a), .rect(let b)):
      return .rect(
        Rect(origin: mix(a.origin, b.origin, fraction), size: mix(a.size, b.size, fraction)))
    case (.color(let a), .color(let b)):
      return .color(a.interpolated(to: b, at: fraction, areDifferences: areDifferences))
    case (.transform(let a), .transform(let b)):
      return .transform(a.interpolated(to: b, fraction: fraction))
    case (.path(let a), .path(let b)):
      return .path(a.interpolated(to: b, fraction: fraction))
    case (.scalars(let a), .scalars(let b)) where a.count == b.count:
      return .scalars(a.indices.map { mix(a[$0], b[$0], fraction) })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      return .colors(
        a.indices.map {
          a[$0].interpolated(to: b[$0], at: fraction, areDifferences: areDifferences)
        })
    default:
      return fraction < 0.5 ? self : other
    }
  }
}

@inline(__always) private func mix(_ a: Double, _ b: Double, _ fraction: Double) -> Double {
  a + (b - a) * fraction
}

@inline(__always) private func mix(_ a: Point, _ b: Point, _ fraction: Double) -> Point {
  Point(x: mix(a.x, b.x, fraction), y: mix(a.y, b.y, fraction))
}

@inline(__always) private func mix(_ a: Size, _ b: Size, _ fraction: Double) -> Size {
  Size(width: mix(a.width, b.width, fraction), height: mix(a.height, b.height, fraction))
}

extension Size {
  fileprivate func adding(_ other: Size, times factor: Double) -> Size {
    Size(width: width + other.width * factor, height: height + other.height * factor)
  }
}
