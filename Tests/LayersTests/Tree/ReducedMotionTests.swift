import Animation
import Geometry
import Layers
import Testing

@Suite struct ReducedMotionTests {
  private static let rotation: AnimationKeyPath = {
    guard let keyPath = AnimationKeyPath("transform.rotation") else {
      preconditionFailure("the key path is known")
    }
    return keyPath
  }()

  private static func spin(_ layer: Layer, isEssential: Bool = false) {
    layer.add(
      .basic(
        BasicAnimation(
          keyPath: rotation, from: .scalar(0), to: .scalar(3),
          timing: MediaTiming(duration: 1, repeatCount: .infinity))),
      forKey: "spin", isEssential: isEssential)
  }

  private static func angle(_ layer: Layer) -> AnimatableValue? {
    layer.presentation()?.value(for: rotation)
  }

  @Test func `an endless spin stands still under reduced motion and needs no frames`() {
    let layer = Layer()
    let tree = committedTree(layer)
    Self.spin(layer)
    tree.reducesMotion = true
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    #expect(Self.angle(layer) == .scalar(0))
    #expect(tree.runningAnimationCount == 0)
    #expect(tree.nextChange == nil)
    #expect(!tree.hasPendingWork)
  }

  @Test func `the switch works while animations run`() {
    let layer = Layer()
    let tree = committedTree(layer)
    Self.spin(layer)
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    #expect(Self.angle(layer) == .scalar(1.5))
    tree.reducesMotion = true
    #expect(tree.hasPendingWork)
    tree.advance(to: 1.5)
    #expect(Self.angle(layer) == .scalar(0))
    tree.reducesMotion = false
    tree.advance(to: 1.75)
    #expect(Self.angle(layer) == .scalar(2.25))
  }

  @Test func `implicit moves jump while colours and opacity change as ever`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.reducesMotion = true
    tree.advance(to: 1)
    layer.position = Point(x: 50, y: 0)
    layer.opacity = 0
    tree.advance(to: 1)
    #expect(layer.presentation()?.position == Point(x: 50, y: 0))
    #expect(layer.presentation()?.opacity == 1)
    tree.advance(to: 1.125)
    #expect(isClose(layer.presentation()?.opacity, 0.5))
  }

  @Test func `progress moves as ever and breathes where it is not known`() {
    let ring = circleLayer()
    let tree = committedTree(ring)
    tree.reducesMotion = true
    ring.update(1, animated: true)
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    #expect(isClose(ring.presentation()?.progress, 0.5))
    ring.isIndeterminate = true
    tree.advance(to: 2)
    var opacities: [Double] = []
    for step in 1...8 {
      tree.advance(to: 2 + Double(step) * 0.2)
      opacities.append(ring.presentation()?.opacity ?? -1)
    }
    #expect(opacities.allSatisfy { $0 > 0.39 && $0 <= 1 })
    #expect(Set(opacities.map { ($0 * 100).rounded() }).count > 3)
    #expect(tree.runningAnimationCount == 1)
  }

  @Test func `an essential animation and animations inside an essential layer still move`() {
    let outer = Layer()
    let inner = Layer()
    let other = Layer()
    outer.addSublayer(inner)
    let tree = committedTree(outer, other)
    outer.isEssential = true
    Self.spin(inner)
    Self.spin(other, isEssential: true)
    tree.reducesMotion = true
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    #expect(Self.angle(inner) == .scalar(1.5))
    #expect(Self.angle(other) == .scalar(1.5))
    #expect(tree.runningAnimationCount == 2)
  }

  @Test func `a layer whose time is scrubbed follows the scrubbing`() {
    let layer = Layer()
    let tree = committedTree(layer)
    Self.spin(layer)
    tree.advance(to: 0)
    tree.reducesMotion = true
    layer.speed = 0
    layer.timeOffset = 0.5
    tree.advance(to: 1)
    #expect(Self.angle(layer) == .scalar(1.5))
  }
}
