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

  @Test(arguments: [0, -1.0])
  func `a motion is over where time stands or runs back`(speed: Double) {
    let (tree, box) = migrated(from: 1, to: speed)
    tree.advance(to: 101)
    #expect(box.presentation()?.opacity == 1 && box.animationKeys.isEmpty)
  }
}
