import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

struct LayerAnimationTests {
  @Test func `the same key replaces and keys are in order of application`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.add(fade(), forKey: "a")
    layer.add(fade(), forKey: "b")
    layer.add(fade(), forKey: "a")
    #expect(layer.animationKeys == ["b", "a"])
    layer.removeAllAnimations()
    #expect(layer.animationKeys.isEmpty)
    _ = tree
  }

  @Test func `later animations build on earlier ones`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.add(fade(from: 0.2, to: 0.2), forKey: "base")
    layer.add(fade(from: 0, to: 0.4) { $0.isAdditive = true }, forKey: "more")
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    #expect(isClose(layer.presentation()?.opacity, 0.4))
    #expect(layer.opacity == 1)
  }

  @Test func `model and presentation have values of their own, where these differ`() throws {
    let layer = ShapeLayer()
    let tree = committedTree(layer)
    let shown = try #require(layer.presentation())
    layer.fillColor = .white
    layer.cornerRadius = 3
    #expect(shown.fillColor == .black && shown.cornerRadius == 0)
    // The action of a change takes a quarter of a second.
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(shown.fillColor == .white && shown.cornerRadius == 3)
    for (name, to) in [("lineWidth", 5.0), ("cornerRadius", 7)] {
      let keyPath = try #require(AnimationKeyPath(name))
      layer.add(
        .basic(
          BasicAnimation(keyPath: keyPath, to: .scalar(to), timing: MediaTiming(duration: 1))),
        forKey: name)
    }
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    #expect(shown.lineWidth == 3 && shown.cornerRadius == 5)
    #expect(layer.lineWidth == 1 && layer.cornerRadius == 3)
    layer.lineWidth = 9
    #expect(shown.lineWidth == 3)
    tree.advance(to: 3)
    #expect(shown.lineWidth == 9 && shown.cornerRadius == 3)
  }

  @Test func `components animate apart from each other`() throws {
    let layer = Layer()
    layer.position = Point(x: 1, y: 2)
    let tree = committedTree(layer)
    for (name, to) in [
      ("position.x", 11.0), ("bounds.size.width", 50), ("transform.rotation.z", .pi),
      ("transform.scale", 3),
    ] {
      let keyPath = try #require(AnimationKeyPath(name))
      layer.add(
        .basic(
          BasicAnimation(
            keyPath: keyPath, to: .scalar(to), timing: MediaTiming(duration: 1))),
        forKey: name)
    }
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    let shown = try #require(layer.presentation())
    #expect(shown.position == Point(x: 6, y: 2))
    #expect(shown.bounds.width == 25)
    let expected = AffineTransform.scale(x: 2, y: 2).followed(by: .rotation(.pi / 2))
    let drawn = shown.affineTransform
    #expect(isClose(drawn.a, expected.a) && isClose(drawn.b, expected.b))
  }

  @Test func `start and stop are reported one turn later, each once`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var told: [String] = []
    layer.add(
      fade(duration: 1), forKey: "fade", onStart: { told.append("start") },
      onStop: { told.append("stop \($0)") })
    tree.advance(to: 0)
    #expect(told.isEmpty)
    tree.advance(to: 0.1)
    #expect(told == ["start"])
    tree.advance(to: 1)
    #expect(told == ["start"])
    tree.advance(to: 1)
    #expect(told == ["start", "stop true"])
    tree.advance(to: 2)
    #expect(told.count == 2)
  }

  @Test func `a delayed animation is reported as started when it begins`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var told: [String] = []
    tree.onAnimationStart = { _, key in told.append("start \(key)") }
    layer.add(
      fade { $0.timing.beginTime = 3 }, forKey: "late", onStart: { told.append("begun") },
      onStop: { told.append("stop \($0)") })
    for time in [0, 1, 2.9] { tree.advance(to: time) }
    #expect(told.isEmpty)
    #expect(tree.nextChange == 3)
    // A frame's time is rounded down to microseconds.
    tree.advance(to: 2.9999995)
    #expect(told.isEmpty)
    tree.advance(to: 3.1)
    #expect(told == ["begun", "start late"])
    tree.advance(to: 3.5)
    tree.advance(to: 4)
    tree.advance(to: 4.1)
    #expect(told == ["begun", "start late", "stop true"])
  }

  @Test func `an animation that is over before a frame shows it starts and stops all the same`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var told: [String] = []
    layer.add(
      fade { $0.timing.beginTime = 3 }, forKey: "late", onStart: { told.append("start") },
      onStop: { told.append("stop \($0)") })
    tree.advance(to: 1)
    tree.advance(to: 9)
    tree.advance(to: 9)
    #expect(told == ["start", "stop true"])
  }

  @Test func `an animation that is removed before it begins never starts`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var told: [String] = []
    layer.add(
      fade { $0.timing.beginTime = 3 }, forKey: "late", onStart: { told.append("start") },
      onStop: { told.append("stop \($0)") })
    tree.advance(to: 1)
    layer.removeAnimation(forKey: "late")
    tree.advance(to: 4)
    tree.advance(to: 5)
    #expect(told == ["stop false"])
  }

  @Test func `edges are on their frames in layers of any speed`() {
    for speed in [0.5, 7.0, 120] {
      let layer = Layer()
      layer.speed = speed
      let tree = committedTree(layer)
      layer.add(fade { $0.timing.duration = speed * 10 / 60 }, forKey: "fade")
      tree.advance(to: 0)
      tree.advance(to: 0.166665)
      #expect(layer.animationKeys == ["fade"])
      tree.advance(to: 0.166666)
      #expect(layer.animationKeys.isEmpty, "speed \(speed)")
    }
  }

  @Test func `time that runs back in a layer goes from an animation's end to its start`() {
    let layer = Layer()
    layer.timing = MediaTiming(timeOffset: 3, speed: -1, duration: .infinity)
    let tree = committedTree(layer)
    layer.add(
      fade {
        $0.timing.beginTime = 1
        $0.timing.fillMode = .both
        $0.isRemovedOnCompletion = false
      }, forKey: "fade")
    tree.advance(to: 0)
    #expect(layer.presentation()?.opacity == 1)
    #expect(tree.nextChange == 1)
    tree.advance(to: 1.75)
    #expect(isClose(layer.presentation()?.opacity, 0.25))
    tree.advance(to: 5)
    #expect(layer.presentation()?.opacity == 0)
    #expect(tree.nextChange == nil)
  }

  @Test func `an animation that stays is reported as stopped and shows its end`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var stops = 0
    layer.add(
      fade(from: 0, to: 0.5) {
        $0.isRemovedOnCompletion = false
        $0.timing.fillMode = .forwards
      }, forKey: "fade", onStop: { _ in stops += 1 })
    tree.advance(to: 0)
    for frame in 0..<5 { tree.advance(to: 1 + Double(frame)) }
    #expect(layer.presentation()?.opacity == 0.5)
    #expect(layer.animationKeys == ["fade"])
    #expect(stops == 1)
    #expect(!tree.hasRunningAnimations)
    layer.removeAnimation(forKey: "fade")
    tree.advance(to: 7)
    tree.advance(to: 7)
    #expect(layer.presentation()?.opacity == 1)
    #expect(stops == 1)
  }

  @Test func `animations that end in one frame stop in their order, and others stay`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var stopped: [Int] = []
    for index in 0..<200 {
      let stays = index % 3 == 0
      layer.add(
        fade(duration: index % 2 == 0 ? 1 : 9) { $0.isRemovedOnCompletion = !stays },
        forKey: "\(index)", onStop: { if $0 { stopped.append(index) } })
    }
    tree.advance(to: 0)
    for time in [2.0, 2, 3, 3] { tree.advance(to: time) }
    #expect(stopped == Array(stride(from: 0, to: 200, by: 2)))
    let kept = (0..<200).filter { $0 % 2 == 1 || $0 % 3 == 0 }
    #expect(layer.animationKeys == kept.map { "\($0)" })
  }

  @Test func `an animation that fills and is removed gives way to the model`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.add(fade(from: 0, to: 0.5) { $0.timing.fillMode = .forwards }, forKey: "fade")
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(layer.presentation()?.opacity == 1)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `an animation that begins later lets the tree sleep until then`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.add(fade(from: 0, to: 0.5) { $0.timing.beginTime = 10 }, forKey: "fade")
    tree.advance(to: 1)
    #expect(!tree.hasRunningAnimations)
    #expect(tree.nextChange == 10)
    #expect(layer.presentation()?.opacity == 1)
    tree.advance(to: 10.5)
    #expect(tree.hasRunningAnimations)
    #expect(isClose(layer.presentation()?.opacity, 0.25))
    tree.advance(to: 12)
    #expect(tree.nextChange == nil)
  }

  @Test func `pausing stops the subtree and resuming goes on without a jump`() {
    let parent = Layer()
    let child = Layer()
    parent.addSublayer(child)
    let tree = committedTree(parent)
    child.add(fade(duration: 4), forKey: "fade")
    tree.advance(to: 0)
    tree.advance(to: 1)
    parent.pause()
    tree.advance(to: 2)
    #expect(isClose(child.presentation()?.opacity, 0.25))
    #expect(!tree.hasRunningAnimations)
    #expect(tree.nextChange == nil)
    // The tree sleeps: it does not know the time.
    parent.resume()
    tree.advance(to: 50)
    #expect(isClose(child.presentation()?.opacity, 0.25))
    #expect(tree.hasRunningAnimations)
    tree.advance(to: 51)
    #expect(isClose(child.presentation()?.opacity, 0.5))
    tree.advance(to: 53)
    #expect(child.animationKeys.isEmpty)
  }

  @Test func `the known recipe by speed, offset and begin time pauses and resumes too`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.add(fade(duration: 4), forKey: "fade")
    tree.advance(to: 0)
    tree.advance(to: 1)
    let paused = layer.localTime(atTreeTime: tree.time)
    layer.speed = 0
    layer.timeOffset = paused
    tree.advance(to: 3)
    #expect(isClose(layer.presentation()?.opacity, 0.25))
    let offset = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.localTime(atTreeTime: 3) - offset
    tree.advance(to: 4)
    #expect(isClose(layer.presentation()?.opacity, 0.5))
  }

  @Test func `a layer's speed is that of its animations`() {
    let layer = Layer()
    layer.speed = 2
    let tree = committedTree(layer)
    tree.advance(to: 5)
    layer.add(fade(duration: 4), forKey: "fade")
    tree.advance(to: 5)
    tree.advance(to: 6)
    #expect(isClose(layer.presentation()?.opacity, 0.5))
  }

  @Test func `scrubbing a layer at speed zero shows any moment`() {
    let layer = Layer()
    layer.speed = 0
    let tree = committedTree(layer)
    layer.add(
      fade(duration: 1) {
        $0.timing.beginTime = 1e-9
        $0.isRemovedOnCompletion = false
        $0.timing.fillMode = .both
      }, forKey: "scrub")
    for offset in [0.3, 0.9, 0.1, 1, 0] {
      layer.timeOffset = offset
      tree.advance(to: 0)
      #expect(isClose(layer.presentation()?.opacity, offset, within: 1e-6), "\(offset)")
    }
  }

  @Test func `stepping to a time shows the same as going there at once`() {
    let seed: UInt64 = 0x5eed_0004
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      var animation = BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), from: .scalar(0), to: .scalar(1))
      animation.timing.duration = .random(in: 0.05...2, using: &generator)
      animation.timing.repeatCount = .random(in: 0...4, using: &generator)
      animation.timing.autoreverses = .random(using: &generator)
      animation.isCumulative = .random(using: &generator)
      animation.timingFunction = .easeInEaseOut
      let end = Double.random(in: 0...5, using: &generator)
      let (stepped, direct) = (Layer(), Layer())
      let trees = (committedTree(stepped), committedTree(direct))
      for (layer, tree) in [(stepped, trees.0), (direct, trees.1)] {
        layer.add(.basic(animation), forKey: "a")
        tree.advance(to: 0)
      }
      var time = 0.0
      while time < end {
        time = min(time + .random(in: 0.001...0.2, using: &generator), end)
        trees.0.advance(to: time)
      }
      trees.1.advance(to: end)
      #expect(
        stepped.presentation()?.opacity == direct.presentation()?.opacity,
        "seed \(seed), round \(round)")
      #expect(stepped.animationKeys == direct.animationKeys)
    }
  }

  @Test func `only what animates or changed is sampled and reported`() {
    let layers = (0..<100).map { _ in Layer() }
    let root = Layer()
    for layer in layers { root.addSublayer(layer) }
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    #expect(tree.changedLayers.count == 101)
    #expect(tree.isStructureChanged)
    tree.clearChanges()
    layers[7].add(fade(), forKey: "fade")
    tree.transact(disableActions: true) { layers[9].position = Point(x: 3, y: 4) }
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    let changed = tree.changedLayers
    #expect(changed.count == 2)
    #expect(changed.contains { $0 === layers[7] } && changed.contains { $0 === layers[9] })
    #expect(layers[7].changes == .compositing)
    #expect(layers[9].changes == .geometry)
    #expect(!tree.isStructureChanged)
    tree.clearChanges()
    let generation = layers[9].presentationGeneration
    tree.advance(to: 0.6)
    #expect(tree.changedLayers.count == 1)
    #expect(layers[9].presentationGeneration == generation)
  }

  @Test func `an equal value starts no animation`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.opacity = 1
    layer.position = .zero
    #expect(layer.animationKeys.isEmpty)
    #expect(!tree.hasPendingWork)
  }
}
