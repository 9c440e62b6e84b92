import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

struct LayerTreeTests {
  /// Reports its end.
  final class Watched: Layer {
    let onDeinit: () -> Void
    init(_ onDeinit: @escaping () -> Void) {
      self.onDeinit = onDeinit
      super.init()
    }
    deinit { onDeinit() }
  }

  @Test func `sublayers are inserted, moved and removed in order`() {
    let root = Layer()
    let (a, b, c) = (Layer(), Layer(), Layer())
    root.addSublayer(a)
    root.addSublayer(b)
    root.insertSublayer(c, at: 0)
    #expect(root.sublayers.map { $0 === a ? "a" : $0 === b ? "b" : "c" } == ["c", "a", "b"])
    root.insertSublayer(c, above: b)
    #expect(root.sublayers.last === c)
    root.insertSublayer(b, below: a)
    #expect(root.sublayers.first === b)
    root.addSublayer(b)
    #expect(root.sublayers.count == 3 && root.sublayers.last === b)
    b.removeFromSuperlayer()
    #expect(b.superlayer == nil && root.sublayers.count == 2)
  }

  @Test func `a layer cannot come into itself or what is below it`() {
    let (a, b, c) = (Layer(), Layer(), Layer())
    a.addSublayer(b)
    b.addSublayer(c)
    #expect(!c.addSublayer(a))
    #expect(!a.addSublayer(a))
    #expect(!c.insertSublayer(b, at: 0))
    #expect(a.sublayers.count == 1 && b.sublayers.count == 1 && c.sublayers.isEmpty)
    #expect(!a.insertSublayer(Layer(), above: c))
    let tree = committedTree()
    #expect(!a.addSublayer(tree.root))
  }

  @Test func `a removed layer goes away and its tree is counted`() {
    var gone = 0
    let tree = committedTree()
    do {
      let parent = Watched { gone += 1 }
      parent.addSublayer(Watched { gone += 1 })
      tree.root.addSublayer(parent)
      parent.add(fade(), forKey: "fade")
      #expect(tree.layerCount == 3)
    }
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    tree.root.sublayers[0].removeFromSuperlayer()
    #expect(tree.layerCount == 1)
    tree.advance(to: 0.6)
    tree.clearChanges()
    tree.advance(to: 0.7)
    #expect(gone == 2)
  }

  @Test func `a tree that goes away leaves its layers usable`() {
    var gone = 0
    var root: Layer? = Watched { gone += 1 }
    do {
      let tree = LayerTree(root: root ?? Layer())
      tree.advance(to: 0)
      root?.add(fade(), forKey: "fade")
      tree.advance(to: 0.5)
    }
    #expect(root?.tree == nil)
    #expect(root?.presentation() == nil)
    root?.opacity = 0.5
    #expect(root?.opacity == 0.5)
    root = nil
    #expect(gone == 1)
  }

  @Test func `a sublayer outlives its superlayer`() {
    let child = Layer()
    do {
      let parent = Layer()
      parent.addSublayer(child)
      #expect(child.superlayer === parent)
    }
    #expect(child.superlayer == nil)
  }

  @Test func `a layer that leaves the tree loses its animations and its presentation`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var stops: [Bool] = []
    layer.add(fade(duration: 9), forKey: "fade", onStop: { stops.append($0) })
    tree.advance(to: 0)
    layer.removeFromSuperlayer()
    tree.advance(to: 1)
    #expect(stops.isEmpty)
    tree.advance(to: 1)
    #expect(stops == [false])
    #expect(layer.animationKeys.isEmpty)
    #expect(layer.presentation() == nil)
  }

  @Test func `a layer that is moved within a turn keeps its animations`() {
    let layer = Layer()
    let other = Layer()
    let tree = committedTree(layer, other)
    layer.add(fade(duration: 2), forKey: "fade")
    tree.advance(to: 0)
    layer.removeFromSuperlayer()
    other.addSublayer(layer)
    tree.advance(to: 1)
    #expect(layer.animationKeys == ["fade"])
    #expect(isClose(layer.presentation()?.opacity, 0.5))
    #expect(tree.runningAnimationCount == 1)
  }

  @Test func `random edits keep the tree's books`() {
    let seed: UInt64 = 0x5eed_0005
    var generator = SeededGenerator(seed: seed)
    let tree = committedTree()
    let pool = (0..<20).map { _ in Layer() }
    func count(_ layer: Layer) -> Int {
      layer.sublayers.reduce(1 + (layer.mask.map { count($0) } ?? 0)) { $0 + count($1) }
    }
    for round in 0..<2000 {
      let layer = pool[Int.random(in: 0..<pool.count, using: &generator)]
      let target = pool[Int.random(in: 0..<pool.count, using: &generator)]
      switch Int.random(in: 0..<8, using: &generator) {
      case 6: target.mask = layer
      case 0: layer.removeFromSuperlayer()
      case 1: target.addSublayer(layer)
      case 2: tree.root.insertSublayer(layer, at: 0)
      case 3: layer.add(fade(duration: 0.3), forKey: "fade")
      case 4: layer.opacity = .random(in: 0...1, using: &generator)
      case 5: layer.removeAllAnimations()
      default:
        tree.advance(to: tree.time + 0.1)
        #expect(tree.changedLayers.allSatisfy { $0.tree === tree }, "seed \(seed), round \(round)")
        tree.clearChanges()
      }
      #expect(tree.layerCount == count(tree.root), "seed \(seed), round \(round)")
    }
    for _ in 0..<20 { tree.advance(to: tree.time + 0.1) }
    #expect(tree.runningAnimationCount == 0)
    #expect(!tree.hasPendingWork)
    for layer in pool where layer.tree === tree {
      #expect(layer.presentation()?.opacity == layer.opacity, "seed \(seed)")
    }
  }

  @Test func `siblings are drawn by their height, equals in order`() {
    let root = Layer()
    let (a, b, c) = (Layer(), Layer(), Layer())
    for layer in [a, b, c] { root.addSublayer(layer) }
    a.zPosition = 1
    let order = root.sublayersInDrawingOrder
    #expect(order[0] === b && order[1] === c && order[2] === a)
  }

  @Test func `time does not run back`() {
    let tree = committedTree()
    tree.advance(to: 5)
    tree.advance(to: 3)
    #expect(tree.time == 5)
    tree.advance(to: .nan)
    #expect(tree.time == 5)
  }
}

struct LayerGeometryTests {
  @Test func `the frame is the bounding box and keeps the bounds' origin when set`() {
    let layer = Layer()
    layer.bounds = Rect(x: 5, y: 6, width: 10, height: 20)
    layer.frame = Rect(x: 100, y: 200, width: 30, height: 40)
    #expect(layer.position == Point(x: 115, y: 220))
    #expect(layer.bounds == Rect(x: 5, y: 6, width: 30, height: 40))
    layer.anchorPoint = Point(x: 0, y: 1)
    #expect(layer.frame == Rect(x: 115, y: 180, width: 30, height: 40))
  }

  @Test func `a size below zero lies on the other side of the origin`() {
    let layer = Layer()
    layer.frame = Rect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.bounds == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(layer.position == Point(x: -50, y: -25))
    layer.bounds = Rect(x: 5, y: 5, width: -10, height: 20)
    #expect(layer.bounds == Rect(x: -5, y: 5, width: 10, height: 20))
    layer.setValue(
      .rect(Rect(x: 0, y: 9, width: 4, height: -9)), for: AnimationKeyPath(.bounds))
    #expect(layer.bounds == Rect(x: 0, y: 0, width: 4, height: 9))
    if let width = AnimationKeyPath("bounds.size.width") {
      layer.setValue(.scalar(-4), for: width)
    }
    #expect(layer.bounds == Rect(x: -4, y: 0, width: 4, height: 9))
  }

  @Test func `a set frame reads back under any turn and scale that allows it`() {
    let seed: UInt64 = 0x5eed_0006
    var generator = SeededGenerator(seed: seed)
    for round in 0..<200 {
      let layer = Layer()
      layer.anchorPoint = Point(
        x: .random(in: 0...1, using: &generator), y: .random(in: 0...1, using: &generator))
      layer.affineTransform = AffineTransform.scale(
        x: .random(in: 0.2...3, using: &generator), y: .random(in: 0.2...3, using: &generator)
      ).followed(by: .rotation(.random(in: -0.3...0.3, using: &generator)))
      let frame = Rect(x: -20, y: 30, width: 100, height: 90)
      layer.frame = frame
      let box = layer.frame
      #expect(
        isClose(box.minX, frame.minX) && isClose(box.minY, frame.minY)
          && isClose(box.width, frame.width) && isClose(box.height, frame.height),
        "seed \(seed), round \(round)")
    }
  }

  @Test func `the transform acts about the anchor point`() {
    let layer = Layer()
    layer.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.position = Point(x: 50, y: 50)
    layer.transform = .scale(x: 2, y: 2)
    let map = layer.transformToSuperlayer
    #expect(map.apply(to: Point(x: 5, y: 5)) == Point(x: 50, y: 50))
    #expect(map.apply(to: Point.zero) == Point(x: 40, y: 40))
  }

  @Test func `contents are laid by gravity`() {
    let bounds = Rect(x: 10, y: 20, width: 100, height: 50)
    let size = Size(width: 40, height: 40)
    func rect(_ name: String) -> Rect? {
      ContentsGravity(name: name)?.rect(for: size, in: bounds)
    }
    #expect(rect("resize") == bounds)
    #expect(rect("resizeAspect") == Rect(x: 35, y: 20, width: 50, height: 50))
    #expect(rect("resizeAspectFill") == Rect(x: 10, y: -5, width: 100, height: 100))
    #expect(rect("center") == Rect(x: 40, y: 25, width: 40, height: 40))
    #expect(rect("topLeft") == Rect(x: 10, y: 20, width: 40, height: 40))
    #expect(rect("bottomRight") == Rect(x: 70, y: 30, width: 40, height: 40))
    #expect(rect("top") == Rect(x: 40, y: 20, width: 40, height: 40))
    #expect(rect("left") == Rect(x: 10, y: 25, width: 40, height: 40))
    for gravity in ContentsGravity.allCases {
      #expect(ContentsGravity(name: gravity.name) == gravity)
    }
  }

  @Test func `an image is as large as its pixels at the contents scale`() {
    let layer = ImageLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.contentsGravity = .center
    layer.contentsScale = 2
    #expect(
      layer.contentsPlace.frame(of: PixelSize(width: 4, height: 2))
        == Rect(x: 4, y: 4.5, width: 2, height: 1))
  }

  @Test func `a gradient follows its unit points and needs two colors`() {
    let layer = GradientLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 200, height: 100)
    layer.colors = [.black]
    #expect(layer.gradient == nil)
    layer.colors = [.black, .white, .black]
    #expect(
      layer.gradient?.geometry
        == .axial(start: Point(x: 100, y: 0), end: Point(x: 100, y: 100)))
    #expect(layer.gradient?.stops.map { $0.offset } == [0, 0.5, 1])
    layer.locations = [0, 0.2, 1]
    #expect(layer.gradient?.stops.map { $0.offset } == [0, 0.2, 1])
    layer.form = .radial
    layer.startPoint = Point(x: 0.5, y: 0.5)
    layer.endPoint = Point(x: 1, y: 1)
    #expect(
      layer.gradient?.geometry
        == .radial(center: Point(x: 100, y: 50), radius: 100, scaleY: 0.5))
  }
}
