import Geometry
import Layers
import Testing

/// Layout that changes of a layer's sublayers request.
struct SublayerLayoutTests {
  private func counted(_ layer: Layer, _ body: @escaping (Layer) -> Void = { _ in }) -> () -> Int {
    var count = 0
    layer.layoutHandler = {
      count += 1
      body($0)
    }
    return {
      defer { count = 0 }
      return count
    }
  }

  @Test func `a sublayer that comes, goes or moves asks for its superlayer's layout once`() {
    let parent = Layer()
    let (first, second) = (Layer(), Layer())
    let tree = committedTree(parent)
    let layouts = counted(parent)
    func turn(_ body: () -> Void) -> Int {
      body()
      tree.advance(to: tree.time + 0.1)
      return layouts()
    }
    #expect(turn {} == 0)
    #expect(turn { parent.addSublayer(first) } == 1)
    #expect(turn { parent.insertSublayer(second, at: 0) } == 1)
    #expect(turn { parent.insertSublayer(second, above: first) } == 1)
    #expect(turn { first.removeFromSuperlayer() } == 1)
    #expect(
      turn {
        parent.addSublayer(first)
        second.removeFromSuperlayer()
      } == 1)
    #expect(turn { parent.mask = Layer() } == 0)
    #expect(turn {} == 0)
  }

  @Test func `a layer that changes superlayers asks both for layout`() {
    let (one, other) = (Layer(), Layer())
    let moving = Layer()
    one.addSublayer(moving)
    let tree = committedTree(one, other)
    let (left, entered) = (counted(one), counted(other))
    other.addSublayer(moving)
    tree.advance(to: 1)
    #expect(left() == 1 && entered() == 1)
  }

  @Test func `layout that makes sublayers of its own is not asked for again`() {
    let parent = Layer()
    let tree = committedTree(parent)
    let layouts = counted(parent) { layer in
      for sublayer in layer.sublayers { sublayer.removeFromSuperlayer() }
      layer.addSublayer(Layer())
    }
    parent.setNeedsLayout()
    tree.advance(to: 1)
    tree.advance(to: 2)
    #expect(layouts() == 1)
  }
}
