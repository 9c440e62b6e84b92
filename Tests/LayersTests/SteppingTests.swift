import Animation
import Geometry
import Layers
import TestSupport
import Testing

/// The presentation at a time does not depend on the samples before it, whatever the timing.
struct SteppingTests {
  private enum Kind: CaseIterable {
    case basic, linear, discrete, paced, cubic, cubicPaced, path, spring, group
  }

  private func timing(_ random: inout SeededGenerator) -> MediaTiming {
    var timing = MediaTiming(duration: random.double(in: 0.05...1.2))
    timing.beginTime = random.chance(0.3) ? random.double(in: -1...2) : 0
    timing.speed = random.double(in: 0.2...3)
    if random.chance(0.2) {
      timing.speed.negate()
      timing.timeOffset = random.double(in: 0.2...2)
    } else if random.chance(0.2) {
      timing.timeOffset = random.double(in: -0.5...1)
    }
    switch random.int(in: 0...3) {
    case 0: timing.repeatCount = random.double(in: 0.3...4)
    case 1: timing.repeatDuration = random.double(in: 0.1...3)
    case 2: timing.repeatCount = random.chance(0.3) ? .infinity : 2
    default: break
    }
    timing.autoreverses = random.chance(0.4)
    timing.fillMode = FillMode.allCases[random.int(in: 0...3)]
    return timing
  }

  private func curve(_ random: inout SeededGenerator) -> MediaTimingFunction? {
    [nil, .linear, .easeIn, .easeOut, .easeInEaseOut][random.int(in: 0...4)]
  }

  private func animation(_ kind: Kind, _ random: inout SeededGenerator) -> Animation {
    let timing = timing(&random)
    let isRemoved = random.chance(0.5)
    var basic = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), from: .scalar(random.double(in: 0...1)),
      to: .scalar(random.double(in: 0...1)), timing: timing, timingFunction: curve(&random))
    basic.isCumulative = random.chance(0.2)
    basic.isAdditive = random.chance(0.2)
    basic.isRemovedOnCompletion = isRemoved
    let mode: CalculationMode
    switch kind {
    case .basic: return .basic(basic)
    case .spring:
      basic.keyPath = AnimationKeyPath(.borderWidth)
      return .spring(
        SpringAnimation(
          basic, mass: random.double(in: 0.5...2), stiffness: random.double(in: 20...300),
          damping: random.double(in: 0...30), initialVelocity: random.double(in: -5...5)))
    case .group:
      let parts = Kind.allCases.filter { $0 != .group && random.chance(0.3) }
      var group = AnimationGroup(
        parts.map { animation($0, &random) }, timing: timing, timingFunction: curve(&random))
      group.isRemovedOnCompletion = isRemoved
      return .group(group)
    case .linear, .path: mode = .linear
    case .discrete: mode = .discrete
    case .paced: mode = .paced
    case .cubic: mode = .cubic
    case .cubicPaced: mode = .cubicPaced
    }
    let points = (0..<random.int(in: 1...5)).map { _ in
      Point(x: random.double(in: 0...90), y: random.double(in: 0...90))
    }
    var path = Path()
    for point in points {
      if path.elements.isEmpty {
        path.move(to: point)
      } else {
        path.addQuadratic(control: Point(x: 50, y: 50), to: point)
      }
    }
    var keyframes = KeyframeAnimation(
      keyPath: AnimationKeyPath(.position), values: points.map { .point($0) },
      path: kind == .path ? path : nil, timingFunctions: [.easeIn, .easeOut],
      calculationMode: mode, rotationMode: kind == .path ? .auto : nil,
      spline: SplineShape(tension: [0.5, -0.3], continuity: [0.2], bias: [-0.4]), timing: timing,
      timingFunction: curve(&random))
    keyframes.isAdditive = random.chance(0.2)
    keyframes.isRemovedOnCompletion = isRemoved
    return .keyframe(keyframes)
  }

  /// A layer in another, with timings of their own, on which two animations of a kind begin at 0.
  private func play(_ kind: Kind, seed: UInt64) -> (LayerTree, Layer) {
    var random = SeededGenerator(seed: seed)
    let (outer, inner) = (Layer(), Layer())
    outer.addSublayer(inner)
    for layer in [outer, inner] where random.chance(0.5) {
      layer.speed = random.chance(0.1) ? 0 : random.double(in: -0.5...2)
      layer.timeOffset = random.double(in: -1...1)
    }
    inner.position = Point(x: 7, y: 8)
    let tree = committedTree(outer)
    for key in ["first", "second"] { inner.add(animation(kind, &random), forKey: key) }
    tree.advance(to: 0)
    return (tree, inner)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `sampling at a time equals stepping to it`(seed: UInt64) {
    for kind in Kind.allCases {
      let (steady, steadyLayer) = play(kind, seed: seed)
      let (leaping, leapingLayer) = play(kind, seed: seed)
      var random = SeededGenerator(seed: ~seed)
      var now = 0.0
      for leap in [0.01, 0.3, 0.31, 1.07, 2.5, 6, 20] {
        while now < leap {
          now = min(leap, now + random.double(in: 0.002...0.2))
          steady.advance(to: now)
        }
        leaping.advance(to: leap)
        let (a, b) = (steadyLayer.presentation(), leapingLayer.presentation())
        let comment: Comment = "seed \(seed), \(kind), \(leap) s"
        #expect(a?.opacity == b?.opacity, comment)
        #expect(a?.position == b?.position, comment)
        #expect(a?.borderWidth == b?.borderWidth, comment)
        #expect(a?.transform == b?.transform, comment)
        #expect(steadyLayer.animationKeys == leapingLayer.animationKeys, comment)
        #expect(steady.hasRunningAnimations == leaping.hasRunningAnimations, comment)
      }
    }
  }

  @Test func `times convert from layer to layer and back`() throws {
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      var layers = [Layer()]
      for _ in 0..<5 {
        let layer = Layer()
        layer.speed = random.double(in: 0.2...4) * (random.chance(0.3) ? -1 : 1)
        layer.timeOffset = random.double(in: -9...9)
        layer.beginTime = random.double(in: -9...9)
        layers[random.int(in: 0...(layers.count - 1))].addSublayer(layer)
        layers.append(layer)
      }
      let tree = LayerTree(root: layers[0])
      try withExtendedLifetime(tree) {
        let (one, other) = (layers[random.int(in: 0...5)], layers[random.int(in: 0...5)])
        let time = random.double(in: -20...20)
        let there = other.localTime(atTreeTime: try #require(one.treeTime(atLocalTime: time)))
        let back = one.localTime(atTreeTime: try #require(other.treeTime(atLocalTime: there)))
        #expect(abs(back - time) < 1e-8, "seed \(seed)")
        // Seconds pass at the product of the speeds.
        let later = other.localTime(
          atTreeTime: try #require(one.treeTime(atLocalTime: time + 1)))
        #expect(abs(later - there - other.effectiveSpeed / one.effectiveSpeed) < 1e-8)
        one.speed = 0
        #expect(one.treeTime(atLocalTime: time) == nil, "seed \(seed)")
      }
    }
  }
}
