import Animation
import Geometry
import Testing

@testable import Layers

/// A layer with so many animations that they are no longer searched one after the other.
@Suite struct AnimationListTests {
  private let count = 40

  /// A layer with an animation of its opacity under each number below `count`.
  private func layer(_ duration: (Int) -> Double = { _ in 10 }) -> (layer: Layer, tree: LayerTree) {
    let layer = Layer()
    let tree = committedTree(layer)
    for index in 0..<count {
      let value = Double(index) / 100
      layer.add(fade(from: value, to: value, duration: duration(index)), forKey: "\(index)")
    }
    return (layer, tree)
  }

  @Test func `the order stays when some are replaced or removed`() {
    let (layer, tree) = layer()
    for index in stride(from: 0, to: count, by: 2) { layer.removeAnimation(forKey: "\(index)") }
    layer.add(fade(from: 0.7, to: 0.7, duration: 10), forKey: "1")
    layer.removeAnimation(forKey: "0")
    let odd = stride(from: 3, to: count, by: 2).map { "\($0)" }
    #expect(layer.animationKeys == odd + ["1"])
    #expect(layer.animation(forKey: "0") == nil && layer.animation(forKey: "39") != nil)
    #expect(layer.animations.count == count / 2)
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(isClose(layer.presentation()?.opacity, 0.7), "the last one wins")
    layer.removeAnimation(forKey: "1")
    tree.advance(to: 2)
    #expect(isClose(layer.presentation()?.opacity, 0.39))
  }

  @Test func `ended animations leave the list, and the others keep their order`() {
    let (layer, tree) = layer { $0 < 30 ? 1 : 10 }
    var ends: [String] = []
    tree.onAnimationStop = { _, key, finished in if finished { ends.append(key) } }
    tree.advance(to: 0)
    tree.advance(to: 2)
    #expect(layer.animationKeys == (30..<count).map { "\($0)" })
    #expect(layer.animations.count == 10)
    tree.advance(to: 3)
    #expect(ends == (0..<30).map { "\($0)" })
    #expect(isClose(layer.presentation()?.opacity, 0.39))
    tree.advance(to: 11)
    #expect(layer.animations.isEmpty && layer.presentation()?.opacity == 1)
  }

  @Test func `keys are compared by their bytes`() {
    let (layer, tree) = layer()
    layer.add(fade(), forKey: "\u{E9}")
    layer.add(fade(), forKey: "e\u{301}")
    #expect(layer.animations.count == count + 2)
    layer.removeAnimation(forKey: "\u{E9}")
    #expect(layer.animation(forKey: "e\u{301}") != nil)
    _ = tree
  }

  @Test func `the places of ended animations are used again`() {
    let (layer, tree) = layer()
    for _ in 0..<10 {
      for index in 0..<count { layer.add(fade(duration: 10), forKey: "\(index)") }
      #expect(layer.animations.indices.count <= 2 * count)
    }
    #expect(layer.animationKeys == (0..<count).map { "\($0)" })
    for index in (1..<count).reversed() { layer.removeAnimation(forKey: "\(index)") }
    #expect(layer.animationKeys == ["0"] && layer.animations.indices.count == 1)
    _ = tree
  }

  @Test func `all of many animations come to rest`() {
    let (layer, tree) = layer()
    tree.advance(to: 1)
    tree.land(by: 5)
    // The last one sets the value from which the opacity returns.
    #expect(layer.animationKeys == ["opacity"])
    tree.advance(to: 1)
    tree.advance(to: 1.125)
    #expect(isClose(layer.presentation()?.opacity, (0.39 + 1) / 2))
    tree.advance(to: 1.25)
    tree.advance(to: 1.5)
    #expect(layer.animations.isEmpty && layer.presentation()?.opacity == 1)
  }
}
