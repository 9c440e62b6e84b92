import Animation
import Geometry

/// The pace of an animation.
enum TimingDescription {
  case named(TimingName)
  case curve(MediaTimingFunction)

  var function: MediaTimingFunction {
    switch self {
    case .named(let name): name.function
    case .curve(let curve): curve
    }
  }
}

/// A value of an animation or of a control, with lengths that wait for sizes.
enum ValueDescription {
  case scalar(Double)
  case length(Length, Axis)
  case point(Length, Length)
  /// In the layer's own coordinates.
  case innerPoint(Length, Length)
  /// As fractions of the bounds.
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
  case transform(TransformDescription)

  /// The measure that a percentage refers to.
  enum Axis {
    /// The superlayer's width or height.
    case outerX, outerY
    /// The layer's own width, height or shorter side.
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
    case .innerPoint(let x, let y): .point(inner.point(x, y))
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
    case .transform(let transform): .transform(transform.resolved(inner))
    }
  }
}

/// An animation as the scene file describes it.
struct AnimationDescription {
  enum Motion {
    case basic(AnimationKeyPath, EndsDescription)
    /// The spring; its `basic` is made from the key path and the ends once they are resolved.
    case spring(AnimationKeyPath, EndsDescription, SpringAnimation)
    case keyframes(AnimationKeyPath, KeyframesDescription)
    case group([AnimationDescription])
  }

  var motion: Motion
  var isAdditive = false
  var isCumulative = false
  var timing: MediaTiming
  var timingFunction: MediaTimingFunction
  var isRemovedOnCompletion = true
  /// True if it is shown unchanged even if motion is to be reduced.
  var isEssential = false
  /// Its place in the file.
  var offset = 0

  /// The key under which the layer keeps the animation.
  var key: String {
    switch motion {
    case .basic(let keyPath, _), .spring(let keyPath, _, _), .keyframes(let keyPath, _):
      keyPath.name
    case .group: "group"
    }
  }

  /// True if the animation changes the property.
  func animates(_ property: AnimatableProperty) -> Bool {
    switch motion {
    case .basic(let own, _), .spring(let own, _, _): own.property == property
    case .keyframes(let own, let keyframes):
      own.property == property || property == .transform && keyframes.rotationMode != nil
    case .group(let animations): animations.contains { $0.animates(property) }
    }
  }

  func resolved(inner: LengthContext, outer: LengthContext) -> Animation {
    switch motion {
    case .basic(let keyPath, let ends):
      return .basic(basic(keyPath, ends, inner: inner, outer: outer))
    case .spring(let keyPath, let ends, var spring):
      spring.basic = basic(keyPath, ends, inner: inner, outer: outer)
      return .spring(spring)
    case .keyframes(let keyPath, let keyframes):
      var animation = KeyframeAnimation(
        keyPath: keyPath,
        values: keyframes.values.map { $0.resolved(inner: inner, outer: outer) },
        // A path of the layer's position is in the superlayer's coordinates, a path of the bounds'
        // origin in the layer's own.
        path: keyframes.path?.resolved(keyPath.property == .position ? outer : inner),
        keyTimes: keyframes.keyTimes, timingFunctions: keyframes.timingFunctions,
        calculationMode: keyframes.calculationMode, rotationMode: keyframes.rotationMode,
        spline: keyframes.spline, timing: timing, timingFunction: timingFunction)
      animation.isAdditive = isAdditive
      animation.isCumulative = isCumulative
      animation.isRemovedOnCompletion = isRemovedOnCompletion
      return .keyframe(animation)
    case .group(let animations):
      var group = AnimationGroup(
        animations.map { $0.resolved(inner: inner, outer: outer) }, timing: timing,
        timingFunction: timingFunction)
      group.isRemovedOnCompletion = isRemovedOnCompletion
      return .group(group)
    }
  }

  private func basic(
    _ keyPath: AnimationKeyPath, _ ends: EndsDescription, inner: LengthContext,
    outer: LengthContext
  ) -> BasicAnimation {
    var animation = BasicAnimation(
      keyPath: keyPath, from: ends.from?.resolved(inner: inner, outer: outer),
      to: ends.to?.resolved(inner: inner, outer: outer),
      by: ends.by?.resolved(inner: inner, outer: outer), timing: timing,
      timingFunction: timingFunction)
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    animation.isRemovedOnCompletion = isRemovedOnCompletion
    return animation
  }
}

/// The ends of a basic animation or a spring: one or two of the three.
struct EndsDescription {
  var from: ValueDescription?
  var to: ValueDescription?
  var by: ValueDescription?
}

/// The stages of a keyframe animation: values, or a path.
struct KeyframesDescription {
  var values: [ValueDescription] = []
  var path: PathDescription?
  var keyTimes: [Double] = []
  var timingFunctions: [MediaTimingFunction] = []
  var calculationMode: CalculationMode
  var rotationMode: RotationMode?
  var spline = SplineShape()
}
