import Animation
import Geometry

/// Animations of all kinds with numbers of all sizes, at times of all sizes.
enum TimingTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let animation = animation(&source, depth: 0)
    let timing = animation.timing
    for _ in 0..<8 {
      let time = source.number()
      let position = timing.position(atParentTime: time)
      try require(
        !(position.fraction < 0) && !(position.fraction > 1),
        "a fraction of \(position.fraction) at \(time) of \(timing)")
      try require(position.iteration >= 0, "the cycle \(position.iteration)")
      animation.forEachChange(at: position) { path, change in
        _ = change(path.component == .whole ? value(&source) : .scalar(1))
      }
    }
    _ = (timing.activeStart, timing.activeEnd, timing.activeDuration)
  }

  private static func timing(_ source: inout ByteSource) -> MediaTiming {
    MediaTiming(
      beginTime: source.number(), timeOffset: source.number(), speed: source.number(),
      duration: abs(source.number()), repeatCount: source.number(),
      repeatDuration: source.isOnce(in: 3) ? source.number() : 0,
      autoreverses: source.isOnce(in: 2), fillMode: source.pick(FillMode.allCases))
  }

  private static func function(_ source: inout ByteSource) -> MediaTimingFunction? {
    source.isOnce(in: 2)
      ? MediaTimingFunction(
        x1: Double(source.byte()) / 255, y1: source.finiteNumber(),
        x2: Double(source.byte()) / 255, y2: source.finiteNumber()) : nil
  }

  private static func keyPath(_ source: inout ByteSource) -> AnimationKeyPath {
    let property = source.pick(AnimatableProperty.allCases)
    let component = source.pick(AnimationKeyPath.Component.allCases)
    return AnimationKeyPath(property, component) ?? AnimationKeyPath(.opacity)
  }

  private static func value(_ source: inout ByteSource) -> AnimatableValue {
    let (a, b) = (source.number(), source.number())
    switch source.choice(8) {
    case 0: return .point(Point(x: a, y: b))
    case 1: return .size(Size(width: a, height: b))
    case 2:
      return .rect(Rect(x: a, y: b, width: source.number(), height: source.number()))
    case 3: return .color(ColorComponents(red: a, green: b, blue: source.number(), alpha: 1))
    case 4: return .scalars((0..<source.choice(6)).map { _ in source.number() })
    case 5:
      var path = Path()
      path.move(to: Point(x: a, y: b))
      for _ in 0..<source.choice(5) {
        path.addLine(to: Point(x: source.number(), y: source.number()))
      }
      return .path(path)
    case 6: return .flag(a > 0)
    default: return .scalar(a)
    }
  }

  private static func animation(_ source: inout ByteSource, depth: Int) -> Animation {
    switch source.choice(depth > 2 ? 3 : 4) {
    case 0:
      var basic = basic(&source)
      basic.isAdditive = source.isOnce(in: 2)
      basic.isCumulative = source.isOnce(in: 2)
      return .basic(basic)
    case 1:
      var spring = SpringAnimation(basic(&source))
      spring.mass = abs(source.finiteNumber())
      spring.stiffness = abs(source.finiteNumber())
      spring.damping = abs(source.finiteNumber())
      spring.initialVelocity = source.finiteNumber()
      _ = spring.settlingDuration
      return .spring(spring)
    case 2: return .keyframe(keyframes(&source))
    default:
      let inner = (0..<source.choice(4)).map { _ in animation(&source, depth: depth + 1) }
      return .group(AnimationGroup(inner, timing: timing(&source)))
    }
  }

  private static func basic(_ source: inout ByteSource) -> BasicAnimation {
    BasicAnimation(
      keyPath: keyPath(&source), from: source.isOnce(in: 3) ? nil : value(&source),
      to: source.isOnce(in: 3) ? nil : value(&source),
      by: source.isOnce(in: 3) ? value(&source) : nil, timing: timing(&source),
      timingFunction: function(&source))
  }

  private static func keyframes(_ source: inout ByteSource) -> KeyframeAnimation {
    let count = source.choice(7)
    var values: [AnimatableValue] = []
    var path: Path?
    if source.isOnce(in: 4) {
      if case .path(let curve) = value(&source) { path = curve }
    } else {
      values = (0..<count).map { _ in value(&source) }
    }
    let times = source.isOnce(in: 2) ? (0..<count).map { _ in source.number() } : []
    return KeyframeAnimation(
      keyPath: keyPath(&source), values: values, path: path, keyTimes: times,
      calculationMode: source.pick(CalculationMode.allCases),
      rotationMode: source.pick([nil, .auto, .autoReverse]), timing: timing(&source),
      timingFunction: function(&source))
  }
}
