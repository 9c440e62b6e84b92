import Animation
import Geometry
import Layers
import Raster
import Testing

/// The way of layers to the look that they have without animations.
@Suite struct LandingTests {
  /// A layer that fades from 0 to 1, and its tree at a time.
  private func fading(
    at time: Double, _ change: (inout BasicAnimation) -> Void
  ) -> (layer: Layer, tree: LayerTree) {
    let layer = Layer()
    layer.add(
      fade {
        $0.timingFunction = .linear
        change(&$0)
      }, forKey: "fade")
    let tree = committedTree(layer)
    if time > 0 { tree.advance(to: time) }
    return (layer, tree)
  }

  private func opacity(_ layer: Layer) -> Double { layer.presentation()?.opacity ?? .nan }

  @Test func `an endless animation runs on to the end of its cycle, and no further`() {
    let (layer, tree) = fading(at: 3.25) {
      $0.timing.repeatCount = .infinity
      $0.timing.autoreverses = true
    }
    tree.land(by: 6)
    tree.advance(to: 3.5)
    #expect(isClose(opacity(layer), 0.5))
    // Down, which is the second half of the cycle.
    tree.advance(to: 3.75)
    #expect(isClose(opacity(layer), 0.25) && tree.hasRunningAnimations)
    tree.advance(to: 4)
    #expect(opacity(layer) == 1 && layer.animationKeys.isEmpty)
    tree.advance(to: 4.1)
    #expect(tree.nextChange == nil)
  }

  @Test func `an endless animation ends at once at the end of a cycle`() {
    let (layer, tree) = fading(at: 2) { $0.timing.repeatCount = .infinity }
    tree.land(by: 10)
    tree.advance(to: 2)
    #expect(opacity(layer) == 1 && layer.animationKeys.isEmpty)
  }

  @Test func `an animation whose cycle ends too late returns quickly to its value`() {
    let (layer, tree) = fading(at: 5) {
      $0.timing.duration = 10
      $0.timing.repeatCount = 4
    }
    tree.land(by: 7)
    tree.advance(to: 5)
    #expect(isClose(opacity(layer), 0.5))
    tree.advance(to: 5.125)
    #expect(isClose(opacity(layer), 0.75))
    tree.advance(to: 5.25)
    #expect(opacity(layer) == 1)
    tree.advance(to: 5.3)
    #expect(tree.nextChange == nil)
  }

  @Test(arguments: [(3.0, true), (1.5, false)])
  func `an animation that runs once is played if there is time for it`(
    limit: Double, isPlayed: Bool
  ) {
    let (layer, tree) = fading(at: 0.5) {
      $0.timing.beginTime = 1
      $0.timing.fillMode = .backwards
    }
    tree.land(by: limit)
    tree.advance(to: 0.5)
    tree.advance(to: 1.5)
    #expect(isClose(opacity(layer), isPlayed ? 0.5 : 1))
    tree.advance(to: 3)
    #expect(opacity(layer) == 1 && !tree.hasRunningAnimations)
  }

  @Test func `landing removes a repeated animation that has not begun`() {
    let (layer, tree) = fading(at: 0.5) {
      $0.timing.beginTime = 1
      $0.timing.repeatCount = .infinity
    }
    tree.land(by: 3)
    #expect(layer.animationKeys.isEmpty)
    // One that no frame has shown yet.
    layer.add(fade { $0.timing.repeatCount = .infinity }, forKey: "late")
    tree.land(by: 3)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `an animation whose last value stays shows that of its cycle`() {
    let (layer, tree) = fading(at: 0.5) {
      $0.toValue = .scalar(0.25)
      $0.timing.repeatCount = .infinity
      $0.timing.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    }
    tree.land(by: 3)
    tree.advance(to: 2)
    tree.land(by: 5)
    tree.advance(to: 4)
    #expect(isClose(opacity(layer), 0.25) && !tree.hasRunningAnimations)
  }

  @Test func `each instance of a replicator ends at the end of its own cycle`() {
    let replicator = ReplicatorLayer()
    replicator.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.25
    let dot = Layer()
    replicator.addSublayer(dot)
    dot.add(
      fade {
        $0.timingFunction = .linear
        $0.timing.repeatCount = .infinity
      }, forKey: "fade")
    let tree = committedTree(replicator)
    tree.advance(to: 4.75)
    tree.land(by: 8)
    func opacities() -> [Double] {
      replicator.sublayersInDrawingOrder.map {
        $0.sublayersInDrawingOrder.first?.presentation()?.opacity ?? .nan
      }
    }
    tree.advance(to: 5.125)
    #expect(zip(opacities(), [1, 0.875, 0.625]).allSatisfy { isClose($0, $1) })
    tree.advance(to: 5.6)
    #expect(opacities() == [1, 1, 1])
    tree.advance(to: 5.7)
    #expect(tree.nextChange == nil)
  }

  @Test func `layers whose time stands still stay as they are`() {
    let (layer, tree) = fading(at: 0.25) { $0.timing.repeatCount = .infinity }
    layer.pause()
    tree.advance(to: 0.5)
    tree.land(by: 3)
    tree.advance(to: 2)
    #expect(isClose(opacity(layer), 0.25) && tree.nextChange == nil)
  }

  @Test func `an emitter's last particles live to their end`() {
    var cell = EmitterCell()
    cell.contents = .disc(diameter: 4)
    cell.birthRate = 20
    cell.lifetime = 1
    let layer = EmitterLayer()
    layer.emitterCells = [cell]
    let tree = committedTree(layer)
    tree.advance(to: 3)
    tree.land(by: 6)
    tree.advance(to: 3.5)
    #expect((layer.presentation()?.particles.count ?? 0) > 5)
    tree.advance(to: 4.1)
    #expect(layer.presentation()?.particles.isEmpty == true)
    #expect(tree.nextChange == nil)
  }

  @Test func `an endless sequence of pictures runs on to its end, and shows its first one`() {
    final class Pictures: FrameSequence {
      override func makePicture(at index: Int) -> Image? {
        Image(size: size, premultiplied: PixelMemory(count: 1))
      }
    }
    let layer = FramesLayer()
    layer.sequence = Pictures(
      size: PixelSize(width: 1, height: 1), times: FrameTimes(count: 4, rate: 4000))
    let tree = committedTree(layer)
    tree.advance(to: 2.3)
    tree.land(by: 5)
    tree.advance(to: 2.8)
    #expect(layer.shownIndex == 3)
    tree.advance(to: 3)
    #expect(layer.shownIndex == 0 && tree.nextChange == nil)
    tree.advance(to: 3.6)
    #expect(layer.shownIndex == 0)
  }
}
