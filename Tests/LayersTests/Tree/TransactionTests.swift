import Animation
import Geometry
import Layers
import Raster
import Testing

struct TransactionTests {
  @Test func `a layer that was never committed gets no implicit animation`() {
    let layer = Layer()
    layer.opacity = 0.5
    #expect(layer.animationKeys.isEmpty)
    let root = Layer()
    let tree = LayerTree(root: root)
    root.addSublayer(layer)
    layer.opacity = 0.25
    #expect(layer.animationKeys.isEmpty)
    #expect(layer.presentation() == nil)
    tree.advance(to: 0)
    #expect(layer.presentation()?.opacity == 0.25)
    layer.opacity = 1
    #expect(layer.animationKeys == ["opacity"])
  }

  @Test func `an implicit animation takes a quarter of a second from the old to the new value`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.opacity = 0
    #expect(layer.opacity == 0)
    tree.advance(to: 4)
    #expect(layer.presentation()?.opacity == 1)
    tree.advance(to: 4.125)
    #expect(layer.presentation()?.opacity == 0.5)
    tree.advance(to: 4.25)
    #expect(layer.presentation()?.opacity == 0)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `the innermost transaction decides and inherits what it does not set`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.beginTransaction()
    tree.transaction.duration = 2
    tree.transaction.timingFunction = .easeIn
    tree.beginTransaction()
    tree.transaction.duration = 3
    layer.opacity = 0
    tree.commitTransaction()
    layer.cornerRadius = 5
    tree.commitTransaction()
    layer.zPosition = 1
    #expect(layer.animation(forKey: "opacity")?.timing.duration == 3)
    #expect(layer.animation(forKey: "opacity")?.timingFunction == .easeIn)
    #expect(layer.animation(forKey: "cornerRadius")?.timing.duration == 2)
    #expect(layer.animation(forKey: "zPosition")?.timing.duration == 0.25)
    #expect(layer.animation(forKey: "zPosition")?.timingFunction == nil)
  }

  @Test func `disabled actions hold for their transaction and do not leak out of it`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.transact(disableActions: true) { layer.opacity = 0.5 }
    #expect(layer.animationKeys.isEmpty)
    layer.opacity = 0.25
    #expect(layer.animationKeys == ["opacity"])
  }

  @Test func `settings of the implicit transaction end with the turn`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.transaction.disableActions = true
    layer.opacity = 0.5
    tree.advance(to: 1)
    #expect(layer.presentation()?.opacity == 0.5)
    layer.opacity = 0.25
    #expect(layer.animationKeys == ["opacity"])
  }

  @Test func `a completion without animations comes one turn later, once`() {
    let tree = committedTree(Layer())
    var calls = 0
    tree.beginTransaction()
    tree.setCompletion { calls += 1 }
    tree.commitTransaction()
    #expect(calls == 0)
    tree.advance(to: 0)
    #expect(calls == 0)
    #expect(tree.hasPendingWork)
    tree.advance(to: 0)
    #expect(calls == 1)
    for _ in 0..<5 { tree.advance(to: 1) }
    #expect(calls == 1)
    #expect(!tree.hasPendingWork)
  }

  @Test func `a completion waits for all its animations, removed ones too`() {
    let (a, b) = (Layer(), Layer())
    let tree = committedTree(a, b)
    var calls = 0
    tree.setCompletion { calls += 1 }
    a.add(fade(duration: 1), forKey: "fade")
    b.add(fade(duration: 9), forKey: "fade")
    tree.advance(to: 0)
    tree.advance(to: 1)
    tree.advance(to: 2)
    #expect(calls == 0)
    b.removeAnimation(forKey: "fade")
    tree.advance(to: 3)
    #expect(calls == 0)
    tree.advance(to: 3)
    #expect(calls == 1)
    tree.advance(to: 20)
    #expect(calls == 1)
  }

  @Test func `an outer completion waits for the inner transaction's animations`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var order: [String] = []
    tree.beginTransaction()
    tree.setCompletion { order.append("outer") }
    tree.beginTransaction()
    tree.setCompletion { order.append("inner") }
    layer.add(fade(duration: 1), forKey: "fade")
    tree.commitTransaction()
    tree.commitTransaction()
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    #expect(order.isEmpty)
    tree.advance(to: 1)
    tree.advance(to: 1.1)
    #expect(order == ["inner", "outer"])
  }

  @Test func `a completion is called even when its layer leaves the tree`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var calls = 0
    tree.setCompletion { calls += 1 }
    layer.add(fade(duration: 9), forKey: "fade")
    tree.advance(to: 0)
    layer.removeFromSuperlayer()
    tree.advance(to: 1)
    tree.advance(to: 2)
    #expect(calls == 1)
  }

  @Test func `a completion may change the tree, with the next turn's animations`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.setCompletion { layer.opacity = 0 }
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(layer.presentation()?.opacity == 1)
    tree.advance(to: 1.125)
    #expect(layer.presentation()?.opacity == 0.5)
  }
}
