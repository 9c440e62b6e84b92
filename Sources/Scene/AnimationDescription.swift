import Animation
import Geometry

/// The pace of an animation.
enum TimingDescription {
  case named(String)
  case curve(MediaTimingFunction)

  var function: MediaTimingFunction {
    switch self {
    case .named(let name): MediaTimingFunction(name: name) ?? .linear
    case .curve(let curve): curve
    }
  }
}

/// A value of an animation or of what a control drives, with lengths that wait for sizes.
enum ValueDescription {
  case scalar(Double)
  case length(Length, Axis)
  case point(Length, Length)
  /// In parts of the bounds.
  case unitPoint(Point)
  case size(Length, Length)
  /// A distance in the layer's own coordinates.
  case offset(Length, Length)
  case rect(Length, Length, Length, Length)
  case color(ColorComponents)
  case flag(Bool)
  case scalars([Double])
  case colors([ColorComponents])
  case path(PathDescription)

  /// What a percentage is of.
  enum Axis {
    /// The superlayer's width or height.
    case outerX, outerY
    /// The layer's own.
    case innerX, innerY, innerSide
  }

  /// - Parameters:
  ///   - inner: measures of the layer itself.
  ///   - outer: measures of its superlayer.
  func resolved(inner: LengthContext, outer: LengthContext) -> AnimatableValue {
    switch self {
    case .scalar(let value): .scalar(value)
    case .length(let length, let axis):
      switch axis {
      case .outerX: .scalar(outer.x(length))
      case .outerY: .scalar(outer.y(length))
      case .innerX: .scalar(inner.x(length))
      case .innerY: .scalar(inner.y(length))
      case .innerSide: .scalar(inner.side(length))
      }
    case .point(let x, let y): .point(outer.point(x, y))
    case .unitPoint(let point): .point(point)
    case .size(let width, let height):
      .size(Size(width: outer.x(width), height: outer.y(height)))
    case .offset(let x, let y):
      .size(Size(width: inner.x(x), height: inner.y(y)))
    case .rect(let x, let y, let width, let height):
      .rect(
        Rect(
          x: inner.x(x), y: inner.y(y), width: outer.x(width), height: outer.y(height)))
    case .color(let color): .color(color)
    case .flag(let value): .flag(value)
    case .scalars(let values): .scalars(values)
    case .colors(let values): .colors(values)
    case .path(let path): .path(path.resolved(inner))
    }
  }
}

/// A basic animation as the scene file describes it.
struct AnimationDescription {
  var keyPath: AnimationKeyPath
  var from: ValueDescription?
  var to: ValueDescription?
  var by: ValueDescription?
  var isAdditive: Bool
  var isCumulative: Bool
  var timing: MediaTiming
  var timingFunction: MediaTimingFunction
  var isRemovedOnCompletion: Bool

  func resolved(inner: LengthContext, outer: LengthContext) -> BasicAnimation {
    var animation = BasicAnimation(
      keyPath: keyPath, from: from?.resolved(inner: inner, outer: outer),
      to: to?.resolved(inner: inner, outer: outer), by: by?.resolved(inner: inner, outer: outer),
      timing: timing, timingFunction: timingFunction)
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    animation.isRemovedOnCompletion = isRemovedOnCompletion
    return animation
  }
}
