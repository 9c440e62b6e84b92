import Animation
import Geometry
import TestSupport
import Testing

struct KeyframeAnimationTests {
  private let position = AnimationKeyPath(.position)

  private func scalars(_ values: [Double]) -> [AnimatableValue] { values.map { .scalar($0) } }

  private func animation(
    _ values: [Double], keyTimes: [Double] = [], timingFunctions: [MediaTimingFunction] = [],
    mode: CalculationMode = .linear, spline: SplineShape = SplineShape()
  ) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: AnimationKeyPath(.opacity), values: scalars(values), keyTimes: keyTimes,
      timingFunctions: timingFunctions, calculationMode: mode, spline: spline,
      timing: MediaTiming(duration: 1))
  }

  /// Frozen, so that the end can be seen too.
  private func value(
    _ animation: KeyframeAnimation, at time: Double, current: AnimatableValue = .scalar(-1)
  ) -> AnimatableValue {
    var animation = animation
    animation.timing.speed = 0
    animation.timing.timeOffset = time
    return animation.value(at: animation.timing.position(atParentTime: 0), current: current)
  }

  private func number(_ animation: KeyframeAnimation, at time: Double) -> Double {
    if case .scalar(let number) = value(animation, at: time) { number } else { .nan }
  }

  private func point(_ animation: KeyframeAnimation, at time: Double) -> Point {
    if case .point(let point) = value(animation, at: time, current: .point(.zero)) {
      point
    } else {
      Point(x: .nan, y: .nan)
    }
  }

  // MARK: Values

  @Test func `values are evenly spaced and joined by lines`() {
    let animation = animation([0, 10, 30])
    #expect(
      [0, 0.25, 0.5, 0.75, 1].map { number(animation, at: $0) } == [0, 5, 10, 20, 30])
  }

  @Test func `key times place the values`() {
    let animation = animation([0, 10, 30], keyTimes: [0, 0.8, 1])
    #expect(number(animation, at: 0.4) == 5)
    #expect(number(animation, at: 0.8) == 10)
    #expect(abs(number(animation, at: 0.9) - 20) < 1e-9)
  }

  @Test(arguments: [
    [0, 1], [0, 0.5, 0.7, 1], [0.1, 0.8, 1], [0, 0.8, 0.9], [0, 2, 1], [0, -0.5, 1],
    [0, .nan, 1],
  ])
  func `key times that do not fit leave the values evenly spaced`(keyTimes: [Double]) {
    #expect(!KeyframeAnimation.isValid(keyTimes: keyTimes, intervalCount: 2))
    #expect(number(animation([0, 10, 30], keyTimes: keyTimes), at: 0.25) == 5)
  }

  @Test func `a key time that comes twice is a jump`() {
    let animation = animation([0, 10, 20, 30], keyTimes: [0, 0.5, 0.5, 1])
    #expect(number(animation, at: 0.25) == 5)
    #expect(number(animation, at: 0.5) == 20)
    #expect(number(animation, at: 0.75) == 25)
  }

  @Test func `each interval has its timing function`() {
    let animation = animation(
      [0, 10, 20], timingFunctions: [.easeInEaseOut, .easeIn])
    #expect(number(animation, at: 0.125) == 10 * MediaTimingFunction.easeInEaseOut.value(at: 0.25))
    #expect(number(animation, at: 0.75) == 10 + 10 * MediaTimingFunction.easeIn.value(at: 0.5))
    // The list may end early.
    let short = self.animation([0, 10, 20], timingFunctions: [.easeIn])
    #expect(number(short, at: 0.75) == 15)
  }

  @Test func `the overall timing function bends the whole run`() {
    var animation = animation([0, 1.1, 0.8], keyTimes: [0, 0.8, 1])
    animation.timingFunction = .easeInEaseOut
    #expect(abs(number(animation, at: 0.5) - 0.6875) < 1e-6)
  }

  @Test func `discrete values hold until the next and take one key time more`() {
    let even = animation([1, 2, 4], mode: .discrete)
    #expect([0, 0.3, 0.34, 0.66, 0.67, 1].map { number(even, at: $0) } == [1, 1, 2, 2, 4, 4])
    let placed = animation([1, 2, 4], keyTimes: [0, 0.1, 0.2, 1], mode: .discrete)
    #expect([0.05, 0.1, 0.15, 0.2, 1].map { number(placed, at: $0) } == [1, 2, 2, 4, 4])
    // As many key times as values are one too few.
    let unfit = animation([1, 2, 4], keyTimes: [0, 0.1, 1], mode: .discrete)
    #expect(number(unfit, at: 0.2) == 1)
  }

  @Test func `paced values have one speed, whatever the key times and timing functions say`() {
    let animation = animation(
      [0, 10, -20, 0], keyTimes: [0, 0.1, 0.2, 1], timingFunctions: [.easeIn, .easeIn, .easeIn],
      mode: .paced)
    let length = 60.0
    for step in 0..<60 {
      let (a, b) = (
        number(animation, at: Double(step) / 60), number(animation, at: Double(step + 1) / 60)
      )
      #expect(abs(abs(b - a) - length / 60) < 1e-9, "step \(step)")
    }
    // The path has no length: the keyframes are evenly spaced.
    #expect(number(self.animation([3, 3, 3], mode: .paced), at: 0.4) == 3)
  }

  @Test func `a cubic curve is Catmull–Rom with virtual ends`() {
    // Tangents 1 (virtual value −1), 2 and 3 (virtual value 7): the cubic Hermite form.
    let animation = animation([0, 1, 4], mode: .cubic)
    func hermite(_ p0: Double, _ m0: Double, _ p1: Double, _ m1: Double, _ u: Double) -> Double {
      (2 * u * u * u - 3 * u * u + 1) * p0 + (u * u * u - 2 * u * u + u) * m0
        + (3 * u * u - 2 * u * u * u) * p1 + (u * u * u - u * u) * m1
    }
    for u in [0, 0.2, 0.5, 0.9, 1] {
      #expect(abs(number(animation, at: u / 2) - hermite(0, 1, 1, 2, u)) < 1e-12)
      #expect(abs(number(animation, at: 0.5 + u / 2) - hermite(1, 2, 4, 3, u)) < 1e-12)
    }
  }

  @Test func `tension, continuity and bias shape the tangents`() {
    // At the middle value the chords are 1 and 3.
    func tangents(_ t: Double, _ c: Double, _ b: Double) -> (Double, Double) {
      let animation = animation(
        [0, 1, 4], mode: .cubic,
        spline: SplineShape(tension: [0, t], continuity: [0, c], bias: [0, b]))
      let step = 1e-7
      return (
        (1 - number(animation, at: 0.5 - step)) / step / 2,
        (number(animation, at: 0.5 + step) - 1) / step / 2
      )
    }
    func isClose(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
      abs(a.0 - b.0) < 1e-4 && abs(a.1 - b.1) < 1e-4
    }
    #expect(isClose(tangents(0, 0, 0), (2, 2)))
    #expect(isClose(tangents(1, 0, 0), (0, 0)))
    #expect(isClose(tangents(-1, 0, 0), (4, 4)))
    #expect(isClose(tangents(0, 0, 1), (1, 1)))
    #expect(isClose(tangents(0, 0, -1), (3, 3)))
    #expect(isClose(tangents(0, 1, 0), (3, 1)))
    #expect(isClose(tangents(0, -1, 0), (1, 3)))
    #expect(isClose(tangents(7, .nan, 0), (0, 0)))
  }

  @Test func `cubicPaced takes times from distances and smooths the speed at the values`() {
    let animation = animation([0, 1, 4], keyTimes: [0, 0.9, 1], mode: .cubicPaced)
    #expect(abs(number(animation, at: 0.25) - 1) < 1e-12)
    let step = 1e-7
    let before = (1 - number(animation, at: 0.25 - step)) / step
    let after = (number(animation, at: 0.25 + step) - 1) / step
    // Tangent 2 times 2h/(h₋+h₊), over h: (2·2·¼)/¼ and (2·2·¾)/¾.
    #expect(abs(before - 4) < 1e-4)
    #expect(abs(after - 4) < 1e-4)
  }

  @Test func `points, rectangles, colors and transforms go on curves too`() {
    let values: [[AnimatableValue]] = [
      [.point(Point(x: 0, y: 0)), .point(Point(x: 10, y: 0)), .point(Point(x: 10, y: 10))],
      [.rect(.zero), .rect(Rect(x: 1, y: 2, width: 3, height: 4)), .rect(.zero)],
      [
        .color(ColorComponents(red: 1, green: 0, blue: 0, alpha: 1)),
        .color(ColorComponents(red: 0, green: 1, blue: 0, alpha: 1)),
        .color(ColorComponents(red: 0, green: 0, blue: 1, alpha: 0)),
      ],
      [.transform(.identity), .transform(.rotation(1)), .transform(.scale(x: 2, y: 3))],
      [.scalars([0, 1]), .scalars([2, 0]), .scalars([4, 4])],
    ]
    for list in values {
      for mode in CalculationMode.allCases {
        let animation = KeyframeAnimation(
          keyPath: position, values: list, calculationMode: mode,
          timing: MediaTiming(duration: 1))
        for step in 0...20 {
          #expect(value(animation, at: Double(step) / 20, current: list[0]).kind == list[0].kind)
        }
        #expect(value(animation, at: 0, current: list[0]) == list[0])
        #expect(value(animation, at: 1, current: list[0]) == list[2])
      }
    }
  }

  @Test func `no values change nothing and a single one holds`() {
    for mode in CalculationMode.allCases {
      #expect(number(animation([], mode: mode), at: 0.5) == -1)
      #expect(number(animation([7], keyTimes: [0], mode: mode), at: 0.5) == 7)
    }
  }

  @Test func `keyframes add to the current value and to the cycles before`() {
    var animation = animation([0, 10, 20])
    animation.isAdditive = true
    #expect(number(animation, at: 0.5) == 9)
    animation.isAdditive = false
    animation.isCumulative = true
    animation.timing.repeatCount = 3
    #expect(number(animation, at: 1.5) == 30)
    animation.timing.autoreverses = true
    #expect(number(animation, at: 2.5) == 10)
  }

  // MARK: Paths

  private func square() -> Path {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 30, y: 0))
    path.addLine(to: Point(x: 30, y: 10))
    return path
  }

  private func along(
    _ path: Path, mode: CalculationMode = .linear, keyTimes: [Double] = [],
    rotation: RotationMode? = nil
  ) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: position, values: [.point(Point(x: 99, y: 99))], path: path, keyTimes: keyTimes,
      calculationMode: mode, rotationMode: rotation, timing: MediaTiming(duration: 1))
  }

  @Test func `a path overrides the values and gives each segment an interval`() {
    #expect(point(along(square()), at: 0) == Point(x: 0, y: 0))
    #expect(point(along(square()), at: 0.25) == Point(x: 15, y: 0))
    #expect(point(along(square()), at: 0.75) == Point(x: 30, y: 5))
    #expect(point(along(square()), at: 1) == Point(x: 30, y: 10))
    let placed = along(square(), keyTimes: [0, 0.1, 1])
    #expect(point(placed, at: 0.1) == Point(x: 30, y: 0))
  }

  @Test func `a paced path is passed at one speed, curves too`() {
    var path = square()
    path.addCubic(
      control1: Point(x: 30, y: 100), control2: Point(x: 200, y: 10), to: Point(x: 50, y: 50))
    path.addArc(EllipticArc(center: Point(x: 40, y: 50), radius: 10, startAngle: 0, sweep: 3))
    let animation = along(path, mode: .paced, keyTimes: [0, 0.1, 0.2, 0.3, 1])
    let steps = 20_000
    let speed = path.length / Double(steps)
    for index in stride(from: 0, to: steps, by: 37) {
      let way =
        point(animation, at: Double(index + 1) / Double(steps))
        - point(animation, at: Double(index) / Double(steps))
      // A step around a corner is shorter.
      #expect(way.length <= speed * 1.000001)
      #expect(way.length > speed * 0.7, "step \(index)")
    }
  }

  @Test func `discrete follows the starts of a path's segments to the path's end`() {
    let animation = along(square(), mode: .discrete)
    #expect(point(animation, at: 0) == Point(x: 0, y: 0))
    #expect(point(animation, at: 0.49) == Point(x: 0, y: 0))
    #expect(point(animation, at: 0.5) == Point(x: 30, y: 0))
    #expect(point(animation, at: 0.75) == Point(x: 30, y: 0))
    #expect(point(animation, at: 1) == Point(x: 30, y: 10))
  }

  @Test func `discrete jumps to the starts of subpaths`() {
    var path = square()
    path.move(to: Point(x: 100, y: 100))
    path.addLine(to: Point(x: 110, y: 100))
    let animation = along(path, mode: .discrete)
    #expect(point(animation, at: 0.7) == Point(x: 100, y: 100))
  }

  // MARK: Overshooting

  private var overshooting: MediaTimingFunction {
    MediaTimingFunction(x1: 0.4, y1: -0.8, x2: 0.6, y2: 1.8) ?? .linear
  }

  @Test func `a whole pace that overshoots goes on beyond the values as one of an interval does`() {
    var whole = animation([10, 20])
    whole.timingFunction = overshooting
    let interval = animation([10, 20], timingFunctions: [overshooting])
    var least = 20.0
    var most = 10.0
    for step in 0...100 {
      let time = Double(step) / 100
      let value = number(whole, at: time)
      #expect(abs(value - number(interval, at: time)) < 1e-9, "at \(time)")
      least = min(least, value)
      most = max(most, value)
    }
    #expect(least < 9 && most > 21)
  }

  @Test(arguments: [CalculationMode.linear, .paced, .cubic, .cubicPaced])
  func `the last interval goes on without a corner where the whole overshoots`(
    mode: CalculationMode
  ) throws {
    var animation = animation([0, 10, 20], mode: mode)
    animation.timingFunction = overshooting
    // Evenly spaced on one line: the value is the pace itself.
    for step in 0...100 {
      let time = Double(step) / 100
      #expect(abs(number(animation, at: time) - 20 * overshooting.value(at: time)) < 1e-9)
    }
  }

  @Test func `an interval's own pace ends with it, and the way goes on straight`() {
    var animation = animation([0, 10, 20], timingFunctions: [.easeIn, .easeIn])
    animation.timingFunction = overshooting
    for step in 60...99 {
      let way = overshooting.value(at: Double(step) / 100)
      guard way > 1 else { continue }
      #expect(abs(number(animation, at: Double(step) / 100) - 20 * way) < 1e-9)
    }
  }

  @Test func `discrete values stop at the ends where the whole overshoots, and a path goes on`() {
    var steps = animation([1, 2, 4], mode: .discrete)
    steps.timingFunction = overshooting
    #expect(number(steps, at: 0.1) == 1 && number(steps, at: 0.9) == 4)
    for mode in [CalculationMode.linear, .paced] {
      var way = along(square(), mode: mode)
      way.timingFunction = overshooting
      #expect(point(way, at: 0.9).x == 30 && point(way, at: 0.9).y > 10.5)
      #expect(point(way, at: 0.1).x < -0.5 && point(way, at: 0.1).y == 0)
    }
  }

  @Test func `key times that end early leave the last value where the whole overshoots`() {
    var animation = animation([0, 10, 20], keyTimes: [0, 1, 1])
    animation.timingFunction = overshooting
    #expect(number(animation, at: 0.9) == 20)
  }

  @Test func `a new subpath is jumped to`() {
    var path = square()
    path.move(to: Point(x: 100, y: 100))
    path.addLine(to: Point(x: 110, y: 100))
    let animation = along(path, keyTimes: [0, 0.25, 0.5, 1])
    #expect(point(animation, at: 0.4999).y < 10.1)
    #expect(point(animation, at: 0.5) == Point(x: 100, y: 100))
    #expect(point(animation, at: 0.75) == Point(x: 105, y: 100))
  }

  @Test func `the rotation follows the path, ahead or back`() throws {
    func angle(_ mode: RotationMode?, at time: Double) -> Double? {
      let animation = along(square(), rotation: mode)
      return animation.rotation(at: animation.timing.position(atParentTime: time))
    }
    #expect(angle(nil, at: 0.25) == nil)
    #expect(angle(.auto, at: 0.25) == 0)
    #expect(angle(.auto, at: 0.75) == .pi / 2)
    #expect(angle(.autoReverse, at: 0.25) == .pi)
    #expect(Animation.keyframe(along(square(), rotation: .auto)).animates(.transform))
    #expect(!Animation.keyframe(along(square())).animates(.transform))
  }

  @Test func `a path without segments leaves the values`() {
    var path = Path()
    path.move(to: Point(x: 5, y: 5))
    #expect(point(along(path, rotation: .auto), at: 0.5) == Point(x: 99, y: 99))
    #expect(point(along(Path()), at: 0.5) == Point(x: 99, y: 99))
  }

  // MARK: Properties

  @Test func `values are exact at their key times in every mode but the paced ones`() {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...9, using: &random)
      let values = (0..<count).map { _ in Double.random(in: -100...100, using: &random) }
      for mode in [CalculationMode.linear, .discrete, .cubic] {
        let intervals = mode == .discrete ? count : count - 1
        var inner = (1..<intervals).map { _ in Double.random(in: 0...1, using: &random) }
        inner.sort()
        let times = [0] + inner + [1]
        let animation = animation(values, keyTimes: times, mode: mode)
        for index in values.indices where index == 0 || times[index] > times[index - 1] {
          #expect(number(animation, at: times[index]) == values[index], "seed \(seed), \(mode)")
        }
      }
    }
  }

  @Test func `hostile numbers never trap`() {
    let hostile: [Double] = [
      0, -1, 1e308, -1e308, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    ]
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      func number() -> Double { hostile.randomElement(using: &random) ?? 0 }
      func numbers() -> [Double] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in number() }
      }
      var path = Path()
      path.move(to: Point(x: number(), y: number()))
      path.addLine(to: Point(x: number(), y: number()))
      path.addCubic(
        control1: Point(x: number(), y: number()), control2: Point(x: number(), y: number()),
        to: Point(x: number(), y: number()))
      path.close()
      for mode in CalculationMode.allCases {
        var animation = KeyframeAnimation(
          keyPath: position, values: numbers().map { .point(Point(x: $0, y: number())) },
          path: .random(using: &random) ? path : nil, keyTimes: numbers(),
          calculationMode: mode, rotationMode: .auto,
          spline: SplineShape(tension: numbers(), continuity: numbers(), bias: numbers()),
          timing: MediaTiming(duration: 1, repeatCount: 9))
        animation.isCumulative = true
        for time in [-1, 0, 0.3, 0.999, 1, 7.7, .nan, .infinity] {
          let position = animation.timing.position(atParentTime: time)
          Animation.keyframe(animation).forEachChange(at: position) { _, change in
            _ = change(.point(.zero))
          }
        }
      }
    }
  }
}
