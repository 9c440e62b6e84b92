import Animation
import Geometry
import Layers
import Raster
import Testing

/// A mask is not a sublayer, but is part of the tree like sublayers.
@Suite struct MaskTests {
  @Test func `a mask belongs to its layer and is no sublayer`() {
    let (layer, mask) = (Layer(), Layer())
    let tree = committedTree(layer)
    layer.mask = mask
    #expect(mask.superlayer === layer && mask.isMask && mask.tree === tree)
    #expect(layer.sublayers.isEmpty && tree.layerCount == 3 && tree.isStructureChanged)
    tree.advance(to: 0)
    #expect(mask.presentation() != nil)
    layer.mask = nil
    #expect(mask.superlayer == nil && mask.tree == nil && !mask.isMask && tree.layerCount == 2)
    tree.advance(to: 0)
    #expect(mask.presentation() == nil)
  }

  @Test func `a layer leaves its place when it becomes a mask, and the other way`() {
    let (layer, ring) = (Layer(), ShapeLayer())
    let tree = committedTree(layer)
    layer.addSublayer(ring)
    layer.mask = ring
    #expect(layer.sublayers.isEmpty && layer.mask === ring && ring.superlayer === layer)
    layer.addSublayer(ring)
    #expect(layer.mask == nil && layer.sublayers.first === ring)
    layer.mask = ring
    ring.removeFromSuperlayer()
    #expect(layer.mask == nil && ring.superlayer == nil && tree.layerCount == 2)
  }

  @Test func `a new mask takes the old one's place`() {
    let layer = Layer()
    let (first, second) = (Layer(), Layer())
    let tree = committedTree(layer)
    layer.mask = first
    first.addSublayer(second)
    layer.mask = second
    #expect(layer.mask === second && first.superlayer == nil && first.sublayers.isEmpty)
    #expect(second.tree === tree && tree.layerCount == 3)
  }

  @Test func `no layer masks itself, or what it lies in`() {
    let (outer, inner) = (Layer(), Layer())
    let tree = committedTree(outer)
    outer.addSublayer(inner)
    inner.mask = outer
    inner.mask = inner
    inner.mask = tree.root
    #expect(inner.mask == nil && outer.superlayer === tree.root)
    inner.mask = Layer()
    #expect(inner.mask?.addSublayer(outer) == false)
    #expect(!outer.insertSublayer(Layer(), above: outer.mask ?? outer))
    outer.mask = Layer()
    #expect(outer.mask.map { outer.insertSublayer(Layer(), above: $0) } == false)
  }

  @Test func `a mask keeps its animations on the way from a sublayer`() {
    let (layer, ring) = (Layer(), ShapeLayer())
    let tree = committedTree(layer)
    layer.addSublayer(ring)
    tree.advance(to: 0)
    ring.add(fade(duration: 2), forKey: "fade")
    tree.advance(to: 0)
    layer.mask = ring
    tree.advance(to: 1)
    #expect(isClose(ring.presentation()?.opacity, 0.5))
    #expect(tree.runningAnimationCount == 1)
    #expect(tree.changedLayers.contains { $0 === ring })
  }

  @Test func `a mask takes its time from its layer`() {
    let (layer, mask) = (Layer(), Layer())
    let tree = committedTree(layer)
    layer.mask = mask
    layer.speed = 0.5
    mask.add(fade(duration: 2), forKey: "fade")
    tree.advance(to: 0)
    tree.advance(to: 2)
    #expect(isClose(mask.presentation()?.opacity, 0.5))
    layer.pause()
    tree.advance(to: 3)
    #expect(isClose(mask.presentation()?.opacity, 0.5))
    #expect(tree.runningAnimationCount == 0)
  }

  @Test func `a mask takes the output's scale`() {
    let (layer, mask) = (Layer(), Layer())
    let tree = committedTree(layer)
    layer.mask = mask
    tree.contentsScale = 2
    #expect(mask.contentsScale == 2)
  }

  @Test func `a mask outlives its layer and goes away with its tree`() {
    let mask = Layer()
    do {
      let layer = Layer()
      layer.mask = mask
      let tree = LayerTree(root: layer)
      #expect(mask.tree === tree)
    }
    #expect(mask.superlayer == nil && mask.tree == nil)
  }

  @Test func `shadows have Core Animation's values and animate`() {
    let layer = Layer()
    #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3 && layer.shadowColor == .black)
    #expect(layer.shadowOffset == Size(width: 0, height: -3) && layer.shadowPath == nil)
    let tree = committedTree(layer)
    layer.shadowOpacity = 1
    layer.setValue(.scalar(5), for: AnimationKeyPath("shadowOffset.width") ?? .init(.opacity))
    layer.shadowPath = .rect(Rect(x: 0, y: 0, width: 4, height: 4))
    #expect(layer.animationKeys == ["shadowOpacity", "shadowOffset"])
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    #expect(isClose(layer.presentation()?.shadowOpacity, eased(0.5)))
    #expect(layer.shadowOffset == Size(width: 5, height: -3))
    #expect(isClose(layer.presentation()?.shadowOffset.width, 5 * eased(0.5)))
    #expect(layer.presentation()?.shadowPath == layer.shadowPath)
    #expect(layer.changes.contains(.shadow))
  }
}
