import Animation
import Geometry
import Layers
import Raster
import Testing

/// Animations of layers that cannot be seen.
struct UnseenAnimationTests {
  private func ring() -> ProgressLayer {
    let ring = circleLayer()
    ring.isIndeterminate = true
    return ring
  }

  @Test func `an endless spin pauses in a hidden layer and shows the right phase afterwards`() {
    let ring = ring()
    let tree = committedTree(ring)
    #expect(tree.runningAnimationCount == 1)
    ring.isHidden = true
    tree.advance(to: 0.1)
    #expect(tree.runningAnimationCount == 0 && tree.nextChange == nil)
    #expect(ring.animationKeys == ["indeterminate"])
    ring.isHidden = false
    tree.advance(to: 2)
    #expect(tree.hasRunningAnimations)
    #expect(isClose(ring.drawing.commands.last?.stroke?.path.arcs.first?.startAngle, 0))
  }

  @Test func `a layer that is hidden again and again has gone after the first time`() throws {
    let layer = Layer()
    let tree = committedTree(layer)
    let key = AnimationKeyPath(.isHidden)
    for step in 0..<4 {
      layer.move(key, to: .flag(true), duration: 0.1, timingFunction: .linear)
      tree.advance(to: Double(step) * 0.09)
      #expect(layer.presentation()?.isHidden == (step > 1))
    }
  }

  @Test func `a clear or hidden superlayer keeps its sublayers' animations from running`() {
    for hide in [{ (layer: Layer) in layer.isHidden = true }, { $0.opacity = 0 }] {
      let (panel, ring) = (Layer(), ring())
      panel.addSublayer(ring)
      let tree = committedTree(panel)
      tree.transact(disableActions: true) { hide(panel) }
      tree.advance(to: 1)
      #expect(!tree.hasRunningAnimations && tree.nextChange == nil)
    }
  }

  @Test func `an animation that lets the layer appear counts, and what it holds too`() {
    let (panel, ring) = (Layer(), ring())
    panel.opacity = 0
    panel.addSublayer(ring)
    let tree = committedTree(panel)
    #expect(!tree.hasRunningAnimations)
    panel.add(fade(from: 0, to: 1, duration: 2), forKey: "fade")
    tree.advance(to: 1)
    #expect(tree.runningAnimationCount == 2)
    tree.advance(to: 3)
    #expect(!tree.hasRunningAnimations)
    panel.add(fade(from: 0, to: 1) { $0.timing.beginTime = 8 }, forKey: "fade")
    tree.advance(to: 4)
    #expect(tree.nextChange == 8)
    tree.advance(to: 8)
    #expect(tree.hasRunningAnimations)
  }

  @Test func `an animation that ends unseen wakes the tree for its end alone`() {
    let layer = Layer()
    layer.isHidden = true
    let tree = committedTree(layer)
    var stops: [Bool] = []
    layer.add(fade(duration: 5), forKey: "fade", onStop: { stops.append($0) })
    tree.advance(to: 1)
    #expect(!tree.hasRunningAnimations && tree.nextChange == 6)
    tree.advance(to: 6)
    #expect(tree.hasPendingWork)
    tree.advance(to: 6)
    #expect(stops == [true])
    #expect(tree.nextChange == nil && !tree.hasPendingWork)
  }

  @Test func `a beginning in the far future is never, and one that rounding puts off is soon`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.add(
      fade {
        $0.timing.speed = 1e-300
        $0.timing.timeOffset = -1
      }, forKey: "late")
    tree.advance(to: 1)
    #expect(!tree.hasRunningAnimations && tree.nextChange == nil)
    layer.removeAllAnimations()
    for step in 0..<1000 {
      let start = 1 + Double(step) * 0.1
      tree.advance(to: start)
      layer.add(fade { $0.timing.timeOffset = -0.7 }, forKey: "fade")
      tree.advance(to: start)
      let begin = tree.nextChange ?? .infinity
      tree.advance(to: begin)
      #expect(tree.nextChange != nil, "from \(start)")
      layer.removeAllAnimations()
    }
  }
}
