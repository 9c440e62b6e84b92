import Animation
import Geometry
import Layers
import Raster
import Testing
import Text

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

  /// A box with few or many loops of different lengths.
  private func loopingBox(_ count: Int) -> Layer {
    let box = Layer()
    for index in 0..<count {
      let loop = fade(duration: 4 + Double(index)) { $0.timing.repeatCount = .infinity }
      box.add(loop, forKey: "loop \(index)")
    }
    return box
  }

  @Test(arguments: [2, 15, 16, 300])
  func `each of many animations of a layer goes on from its own`(count: Int) {
    let former = Layer()
    let tree = committedTree(former)
    for index in 0..<count {
      tree.advance(to: Double(index))
      let loop = fade(duration: 4 + Double(index)) { $0.timing.repeatCount = .infinity }
      former.add(loop, forKey: "loop \(index)")
    }
    former.add(fade(duration: 1000), forKey: "another")
    tree.advance(to: 500)
    tree.advance(to: 501)
    let box = loopingBox(count)
    let next = uncommittedTree(box)
    next.migrate(from: tree, duration: 0)
    for index in 0..<count {
      let begin = box.animation(forKey: "loop \(index)")?.timing.beginTime
      #expect(begin == former.animation(forKey: "loop \(index)")?.timing.beginTime)
      #expect(begin == (index == count - 1 ? 500 : Double(index + 1)))
    }
    #expect(box.animationKeys.last == "another")
    #expect(box.animation(forKey: "another")?.timing.beginTime == 500)
  }

  @Test(arguments: [2, 15, 16, 300])
  func `in another size each of many animations of a layer is its own`(count: Int) {
    let former = loopingBox(count)
    let tree = committedTree(former)
    tree.advance(to: 3)
    former.removeAnimation(forKey: "loop 1")
    tree.advance(to: 5)
    let box = loopingBox(count)
    let next = uncommittedTree(box)
    next.adopt(tree)
    #expect(box.animationKeys == former.animationKeys)
    for index in 0..<count where index != 1 {
      let animation = box.animation(forKey: "loop \(index)")
      #expect(animation?.timing.duration == 4 + Double(index))
      #expect(animation == former.animation(forKey: "loop \(index)"))
    }
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

  private static let (red, green, blue) = (
    Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0),
    Color(red: 0, green: 0, blue: 1)
  )

  /// A text with one part.
  private func text(_ color: Color, _ name: String = "host") throws -> TextLayer {
    let layer = TextLayer(
      fonts: try FontStack(FontDescriptor(), in: FontCatalog(directories: [])))
    layer.string = TextRunMark.marked("a", style: 1)
    layer.runStyles = [TextLayer.RunStyle(TextStyle(), color: color, name: name)]
    return layer
  }

  /// A tree at 1, in which a part of a text is half way from red to blue in a second.
  private func coloring() throws -> LayerTree {
    let layer = try text(Self.red)
    let tree = committedTree(layer)
    let blue = ColorComponents(red: 0, green: 0, blue: 1, alpha: 1)
    layer.move(
      AnimationKeyPath(.textColor("host")), to: .color(blue), duration: 1, timingFunction: .linear)
    tree.advance(to: 0.5)
    tree.advance(to: 1)
    return tree
  }

  private func uncommittedTree(_ layer: Layer) -> LayerTree {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
    root.addSublayer(layer)
    return LayerTree(root: root)
  }

  @Test(arguments: [(blue, "host", true), (green, "host", true), (blue, "guest", false)])
  func `a motion of a part goes on to the colour that the part has now`(
    color: Color, name: String, goesOn: Bool
  ) throws {
    let layer = try text(color, name)
    let next = uncommittedTree(layer)
    next.migrate(from: try coloring(), duration: 0)
    #expect(layer.animationKeys.isEmpty != goesOn)
    next.advance(to: 1.25)
    let shown = try #require(layer.presentation()?.runStyles[0].color)
    #expect(isClose(shown.red, goesOn ? 0.25 : 0, within: 0.01))
    #expect(isClose(shown.green, color.green * (goesOn ? 0.75 : 1), within: 0.01))
    #expect(isClose(shown.blue, color.blue * (goesOn ? 0.75 : 1), within: 0.01))
  }

  @Test func `a part changes to another colour as its layer does`() throws {
    let former = committedTree(try text(Self.red))
    former.advance(to: 1)
    let layer = try text(Self.green)
    let next = uncommittedTree(layer)
    next.migrate(from: former, duration: 1)
    next.advance(to: 1.5)
    let shown = try #require(layer.presentation()?.runStyles[0].color)
    #expect(isClose(shown.red, 0.5, within: 0.01) && isClose(shown.green, 0.5, within: 0.01))
    next.advance(to: 2.1)
    #expect(layer.presentation()?.runStyles[0].color == Self.green && layer.animationKeys.isEmpty)
  }

  @Test func `a motion of a part goes on in another size`() throws {
    let layer = try text(Self.blue)
    let next = uncommittedTree(layer)
    next.adopt(try coloring())
    next.advance(to: 1.25)
    let shown = try #require(layer.presentation()?.runStyles[0].color)
    #expect(isClose(shown.red, 0.25, within: 0.01) && isClose(shown.blue, 0.75, within: 0.01))
  }
}
