import Animation
import Geometry
import Layers
import Raster
import Testing

struct IndeterminateTests {
  @Test func `a ring of 324 degrees turns once in 1.6 seconds, for ever`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.isIndeterminate = true
    tree.advance(to: 2)
    for (time, angle) in [(2.0, -0.5), (2.4, 0), (2.8, 0.5), (3.2, 1), (3.6, -0.5)] {
      tree.advance(to: time)
      let arc = layer.drawing.commands.last?.stroke?.path.arcs.first
      #expect(isClose(arc?.startAngle, angle * .pi), "at \(time)")
      #expect(isClose(arc?.sweep, 1.8 * .pi))
    }
    tree.advance(to: 1_000_000)
    #expect(tree.hasRunningAnimations)
  }

  @Test func `leaving removes the animation and shows the progress`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.isIndeterminate = true
    tree.advance(to: 0)
    tree.advance(to: 0.3)
    #expect(tree.runningAnimationCount == 1)
    layer.update(0.5, animated: false)
    #expect(layer.animationKeys.isEmpty)
    tree.advance(to: 0.4)
    #expect(!tree.hasRunningAnimations)
    #expect(layer.drawing.commands.last?.stroke?.path.arcs.first?.sweep == .pi)
  }

  @Test func `an unknown progress fades into the known one, where it is`() throws {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.isIndeterminate = true
    tree.advance(to: 0)
    tree.advance(to: 0.4)
    let alpha = layer.progressColor.alpha
    layer.update(0.5, animated: true, duration: 0)
    func rings() -> [(start: Double, sweep: Double, alpha: Double)] {
      layer.drawing.commands.dropFirst().compactMap { command in
        guard let arc = command.stroke?.path.arcs.first, let color = command.color else {
          return nil
        }
        return (arc.startAngle, arc.sweep, color.alpha)
      }
    }
    tree.advance(to: 0.4)
    tree.advance(to: 0.5)
    let found = rings()
    #expect(found.count == 2)
    // A quarter of a turn after 12 o'clock, and no further.
    #expect(isClose(found.first?.start, 0) && isClose(found.first?.sweep, 1.8 * .pi))
    #expect(isClose(found.first?.alpha, alpha * 0.6, within: 1e-3))
    #expect(
      isClose(found.last?.sweep, .pi) && isClose(found.last?.alpha, alpha * 0.4, within: 1e-3))
    // It goes on from there if the progress is unknown again.
    layer.isIndeterminate = true
    tree.advance(to: 0.5)
    #expect(rings().count == 1 && isClose(rings().first?.start, 0))
    layer.update(0.5, animated: true, duration: 0)
    tree.advance(to: 0.5)
    tree.advance(to: 1)
    #expect(rings().count == 1 && isClose(rings().first?.alpha, alpha))
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `an unknown progress fades on in layers that take its place`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.isIndeterminate = true
    tree.advance(to: 0)
    tree.advance(to: 0.4)
    layer.update(0.5, animated: true, duration: 0)
    tree.advance(to: 0.4)
    tree.advance(to: 0.5)
    let other = circleLayer()
    other.progress = 0.5
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
    root.addSublayer(other)
    LayerTree(root: root).adopt(tree)
    func arcs(_ layer: Layer) -> [EllipticArc] {
      layer.drawing.commands.flatMap { $0.stroke?.path.arcs ?? [] }
    }
    #expect(layer.drawing.commands.count == 3)
    #expect(arcs(other) == arcs(layer))
    #expect(other.drawing.commands.map(\.color) == layer.drawing.commands.map(\.color))
  }

  @Test func `under reduced motion the opacity rises without a jump once the progress is known`()
    throws
  {
    let layer = circleLayer()
    let tree = committedTree(layer)
    tree.reducesMotion = true
    layer.isIndeterminate = true
    tree.advance(to: 0)
    tree.advance(to: 0.8)
    var last = try #require(layer.presentation()).opacity
    #expect(isClose(last, 0.4))
    layer.update(0.5, animated: true)
    for frame in 0...20 {
      tree.advance(to: 0.8 + Double(frame) / 60)
      let opacity = try #require(layer.presentation()).opacity
      #expect(opacity >= last - 1e-9 && opacity < last + 0.1, "frame \(frame)")
      last = opacity
    }
    #expect(last == 1)
    let colors = layer.drawing.commands.compactMap(\.color)
    #expect(colors.count == 2)
  }

  @Test func `a layer that is indeterminate before it comes into a tree turns there`() {
    let layer = circleLayer()
    layer.isIndeterminate = true
    let tree = committedTree(layer)
    #expect(tree.hasRunningAnimations)
    layer.removeFromSuperlayer()
    tree.advance(to: 1)
    #expect(!tree.hasRunningAnimations)
    tree.root.addSublayer(layer)
    tree.advance(to: 2)
    #expect(tree.hasRunningAnimations)
  }

  @Test func `the bar of a line travels inside its track`() throws {
    let layer = lineLayer()
    layer.isIndeterminate = true
    let tree = committedTree(layer)
    var lowest = Double.infinity
    var highest = -Double.infinity
    for frame in 0...160 {
      tree.advance(to: Double(frame) / 100)
      let bar = try #require(layer.drawing.commands.last?.fill?.bounds)
      #expect(bar.minX >= -4 - 1e-9 && bar.maxX <= 260 + 1e-9)
      #expect(isClose(bar.width, 264 * 0.3))
      lowest = min(lowest, bar.minX)
      highest = max(highest, bar.maxX)
    }
    #expect(isClose(lowest, -4, within: 0.1) && isClose(highest, 260, within: 0.1))
  }

  @Test func `segments light and fade in turn`() {
    let ring = circleLayer(CircleProgressStyle(segmentCount: 6))
    let bar = lineLayer(LineProgressStyle(segmentCount: 10))
    ring.isIndeterminate = true
    bar.isIndeterminate = true
    let tree = committedTree(ring, bar)
    tree.advance(to: 0.4)
    let alphas = ring.drawing.commands.dropFirst().compactMap { $0.color?.alpha }
    #expect(alphas.count == 6)
    #expect(alphas.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(Set(alphas).count == 6)
    let lit = bar.drawing.commands.dropFirst()
    #expect(lit.count >= 3 && lit.count <= 5)
  }
}
