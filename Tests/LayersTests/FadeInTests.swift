import Animation
import Geometry
import Layers
import Raster
import Testing

/// Pictures that arrive when their layer is already visible.
@Suite struct FadeInTests {
  private let picture = Image(
    size: PixelSize(width: 2, height: 2), premultipliedPixels: [.max, .max, .max, .max])

  private func opacity(_ layer: ImageLayer) -> Double? { layer.presentation()?.contentsOpacity }

  @Test func `the picture alone fades in, and nothing goes on afterwards`() {
    let layer = ImageLayer()
    layer.opacity = 0.5
    let tree = committedTree(layer)
    tree.advance(to: 3)
    layer.fadeIn(picture, duration: 0.2)
    #expect(tree.hasPendingWork)
    tree.advance(to: 3)
    #expect(layer.presentation()?.contents == picture && opacity(layer) == 0)
    #expect(tree.nextChange == 3)
    tree.advance(to: 3.1)
    #expect(isClose(opacity(layer), MediaTimingFunction.easeOut.value(at: 0.5), within: 1e-9))
    #expect(layer.presentation()?.opacity == 0.5)
    tree.clearChanges()
    tree.advance(to: 3.2)
    #expect(opacity(layer) == 1 && tree.changedLayers.count == 1)
    #expect(tree.nextChange == nil && !tree.hasRunningAnimations)
  }

  @Test func `a picture shows at once where nothing moves`() {
    let paused = ImageLayer()
    paused.timing.speed = 0
    let calm = ImageLayer()
    let essential = ImageLayer()
    essential.isEssential = true
    let tree = committedTree(paused, calm, essential)
    tree.reducesMotion = true
    let new = ImageLayer()
    tree.root.addSublayer(new)
    for layer in [paused, calm, essential, new] { layer.fadeIn(picture, duration: 0.2) }
    tree.advance(to: 1)
    #expect([paused, calm, new].allSatisfy { opacity($0) == 1 })
    #expect(opacity(essential) == 0)
  }

  @Test func `the layer's time does not change the pace of the fade`() {
    let slow = ImageLayer()
    slow.timing.speed = 0.1
    let tree = committedTree(slow)
    slow.fadeIn(picture, duration: 0.2)
    tree.advance(to: 1)
    tree.advance(to: 1.1)
    #expect(isClose(opacity(slow), MediaTimingFunction.easeOut.value(at: 0.5), within: 1e-6))
    tree.advance(to: 1.21)
    #expect(opacity(slow) == 1 && tree.nextChange == nil)
  }

  @Test func `all instances of a replicator fade in together`() {
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 2
    replicator.instanceDelay = 0.1
    let layer = ImageLayer()
    replicator.addSublayer(layer)
    let tree = committedTree(replicator)
    tree.advance(to: 1)
    layer.fadeIn(picture, duration: 0.2)
    tree.advance(to: 1)
    tree.advance(to: 1.1)
    #expect(opacity(layer) != 1 && tree.hasRunningAnimations)
    tree.advance(to: 1.2)
    #expect(opacity(layer) == 1 && tree.nextChange == nil)
  }

  @Test func `the fade ends at once if the layer is paused meanwhile`() {
    let layer = ImageLayer()
    let tree = committedTree(layer)
    tree.advance(to: 1)
    layer.fadeIn(picture, duration: 0.2)
    tree.advance(to: 1.1)
    layer.speed = 0
    tree.advance(to: 1.15)
    #expect(opacity(layer) == 1 && tree.nextChange == nil)
  }

  @Test func `the fade goes on in a tree of another size`() {
    let layer = ImageLayer()
    let tree = committedTree(layer)
    layer.fadeIn(picture, duration: 0.2)
    tree.advance(to: 1)
    tree.advance(to: 1.1)
    let next = ImageLayer()
    next.contents = picture
    let root = Layer()
    root.addSublayer(next)
    let other = LayerTree(root: root)
    other.adopt(tree)
    other.advance(to: 1.1)
    #expect(opacity(next) == opacity(layer) && opacity(next) != 1)
    other.advance(to: 1.2)
    #expect(opacity(next) == 1 && other.nextChange == nil)
  }
}
