import Animation
import Geometry
import Layers
import Testing

/// Motions that go on in the tree of an edited scene.
@Suite struct MigratedMotionTests {
  /// A box in a group whose time has a speed.
  private func parts(speed: Double) -> (group: Layer, box: Layer) {
    let (group, box) = (Layer(), Layer())
    group.speed = speed
    group.addSublayer(box)
    return (group, box)
  }

  /// The box of another tree, in which a motion of a second has begun half a second ago.
  private func migrated(from former: Double, to speed: Double) -> (tree: LayerTree, box: Layer) {
    let (group, box) = parts(speed: former)
    let tree = committedTree(group)
    tree.advance(to: 99.5)
    box.add(fade(duration: former), forKey: "motion")
    tree.advance(to: 99.5)
    tree.advance(to: 100)
    #expect(isClose(box.presentation()?.opacity, 0.5))
    let now = parts(speed: speed)
    let root = Layer()
    root.bounds = tree.root.bounds
    root.addSublayer(now.group)
    let next = LayerTree(root: root)
    next.migrate(from: tree, duration: 0)
    return (next, now.box)
  }

  @Test(arguments: [(1, 0.5), (1, 1), (0.5, 2)])
  func `a motion goes on where it was, at the speed of the new tree`(former: Double, speed: Double)
  {
    let (tree, box) = migrated(from: former, to: speed)
    tree.advance(to: 100)
    #expect(isClose(box.presentation()?.opacity, 0.5))
    let rate = speed / former
    tree.advance(to: 100 + 0.25 / rate)
    #expect(isClose(box.presentation()?.opacity, 0.75))
    tree.advance(to: 100 + 0.6 / rate)
    #expect(isClose(box.presentation()?.opacity, 1) && box.animationKeys.isEmpty)
  }

  /// A box with a loop of four seconds.
  private func looping(_ speed: Double) -> (tree: LayerTree, box: Layer) {
    let (group, box) = parts(speed: speed)
    box.add(fade(duration: 4) { $0.timing.repeatCount = .infinity }, forKey: "loop")
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    root.addSublayer(group)
    return (LayerTree(root: root), box)
  }

  @Test func `a loop of a paused layer keeps its phase, and goes on from there`() {
    let before = looping(1)
    before.tree.advance(to: 0)
    before.tree.advance(to: 9)
    before.box.pause()
    before.tree.advance(to: 9)
    before.tree.advance(to: 11.5)
    #expect(isClose(before.box.presentation()?.opacity, 0.25))
    let (next, box) = looping(1)
    next.migrate(from: before.tree, duration: 0)
    for time in [11.5, 13] {
      next.advance(to: time)
      #expect(isClose(box.presentation()?.opacity, 0.25), "at \(time)")
    }
    box.resume()
    next.advance(to: 13)
    next.advance(to: 14)
    #expect(isClose(box.presentation()?.opacity, 0.5))
  }

  /// Motions of a second to 1, in a tree where the layer has 0.5.
  @Test(arguments: [true, false])
  func `a motion to a value goes on to the layer's own`(isTarget: Bool) {
    let before = Layer()
    before.opacity = 0.9
    let tree = committedTree(before)
    let key = AnimationKeyPath(.opacity)
    var motion = BasicAnimation(
      keyPath: key, from: .scalar(0), to: .scalar(isTarget ? 0.9 : 0.8), timingFunction: .linear)
    motion.timing.duration = 1
    before.add(.basic(motion), forKey: "motion")
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    let now = Layer()
    now.opacity = 0.5
    let root = Layer()
    root.bounds = tree.root.bounds
    root.addSublayer(now)
    let next = LayerTree(root: root)
    next.migrate(from: tree, duration: 0)
    next.advance(to: 0.5)
    #expect(isClose(now.presentation()?.opacity, isTarget ? 0.25 : 0.5))
    next.advance(to: 0.75)
    #expect(isClose(now.presentation()?.opacity, isTarget ? 0.375 : 0.5))
    next.advance(to: 1.1)
    #expect(now.presentation()?.opacity == 0.5 && now.animationKeys.isEmpty)
  }

  @Test(arguments: [(1, 0.5), (1, 1), (0.5, 2), (1, 0), (1, -1)])
  func `a loop goes on where it was, at the speed of the new tree`(former: Double, speed: Double) {
    let before = looping(former)
    before.tree.advance(to: 0)
    before.tree.advance(to: 9)
    let (next, box) = looping(speed)
    next.migrate(from: before.tree, duration: 0)
    next.advance(to: 9)
    let phase = (9 * former).truncatingRemainder(dividingBy: 4) / 4
    #expect(isClose(before.box.presentation()?.opacity, phase))
    #expect(isClose(box.presentation()?.opacity, phase))
    next.advance(to: 9.25)
    #expect(isClose(box.presentation()?.opacity, phase + 0.25 * speed / 4))
  }

  @Test(arguments: [0, -1.0])
  func `a motion is over where time stands or runs back`(speed: Double) {
    let (tree, box) = migrated(from: 1, to: speed)
    tree.advance(to: 101)
    #expect(box.presentation()?.opacity == 1 && box.animationKeys.isEmpty)
  }
}
