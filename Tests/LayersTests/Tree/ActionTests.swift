import Animation
import Geometry
import Layers
import Testing

struct ActionTests {
  private func duration(of layer: Layer) -> Double? {
    layer.animation(forKey: "opacity")?.timing.duration
  }

  @Test func `the provider is asked first, then the dictionary, then the class`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.opacity = 0.1
    #expect(duration(of: layer) == 0.25)
    layer.actions[.opacity] = .animation(fade(duration: 2))
    layer.opacity = 0.2
    #expect(duration(of: layer) == 2)
    layer.actionProvider = { _, property in
      property == .opacity ? .animation(fade(duration: 3)) : nil
    }
    layer.opacity = 0.3
    #expect(duration(of: layer) == 3)
    _ = tree
  }

  @Test func `an explicit null stops the search`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.actions[.opacity] = .animation(fade(duration: 2))
    layer.actionProvider = { _, _ in .null }
    layer.opacity = 0.5
    #expect(layer.animationKeys.isEmpty)
    layer.actionProvider = nil
    layer.actions[.opacity] = .null
    layer.opacity = 0.4
    #expect(layer.animationKeys.isEmpty)
    _ = tree
  }

  @Test func `a function as action runs after the change`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var seen: [Double] = []
    layer.actions[.opacity] = .call { layer, property in
      #expect(property == .opacity)
      seen.append(layer.opacity)
    }
    layer.opacity = 0.5
    #expect(seen == [0.5])
    #expect(layer.animationKeys.isEmpty)
    _ = tree
  }

  @Test func `a path has no implicit animation, but an explicit one`() {
    let shape = ShapeLayer()
    let small = Path.circle(center: .zero, radius: 10)
    let large = Path.circle(center: .zero, radius: 20)
    shape.path = small
    let tree = committedTree(shape)
    shape.path = large
    #expect(shape.animationKeys.isEmpty)
    shape.add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.path), from: .path(small), to: .path(large),
          timing: MediaTiming(duration: 1))), forKey: "morph")
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    #expect(shape.presentation()?.path == .circle(center: .zero, radius: 15))
  }
}
