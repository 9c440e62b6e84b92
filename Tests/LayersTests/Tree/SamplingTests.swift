import Geometry
import Layers
import Testing

/// Advances in slices.
struct SamplingTests {
  /// A tree whose layers, all with an animation, are changed by each other, by a link and by
  /// instances.
  private final class Crowd {
    let tree: LayerTree
    private(set) var layers: [Layer] = []
    private var link: DisplayLink?

    init(count: Int) {
      let root = Layer()
      let replicator = ReplicatorLayer()
      replicator.instanceCount = 9
      replicator.instanceDelay = 0.1
      for index in 0..<count {
        let layer = Layer()
        layer.add(fade(duration: 1 + Double(index)), forKey: "fade")
        layers.append(layer)
        if index < 60 { replicator.addSublayer(layer) } else { root.addSublayer(layer) }
      }
      root.addSublayer(replicator)
      tree = LayerTree(root: root)
      link = DisplayLink(tree) { [unowned self] link in
        layers[count - 1].position.x = link.targetTimestamp
      }
    }

    deinit { link?.invalidate() }

    var values: [Double] {
      layers.flatMap { layer -> [Double] in
        let presentation = layer.presentation()
        return [presentation?.opacity ?? -1, presentation?.position.x ?? -1]
      }
    }
  }

  @Test(arguments: [1, 31, 32, 33, 200])
  func `slices end where one advance does`(count: Int) {
    let (whole, sliced) = (Crowd(count: count), Crowd(count: count))
    for time in [0, 0.1, 0.1, 2.5, 300] as [Double] {
      whole.tree.advance(to: time)
      sliced.tree.beginAdvance(to: time)
      var slices = 1
      while !sliced.tree.advanceSlice() { slices += 1 }
      #expect(slices >= (time < 1 ? count / 32 : 1))
      #expect(sliced.values == whole.values)
      #expect(sliced.tree.changedLayers.count == whole.tree.changedLayers.count)
      #expect(sliced.tree.runningAnimationCount == whole.tree.runningAnimationCount)
      #expect(sliced.tree.nextChange == whole.tree.nextChange)
      #expect(sliced.tree.isStructureChanged == whole.tree.isStructureChanged)
      whole.tree.clearChanges()
      sliced.tree.clearChanges()
    }
  }

  @Test func `a replicator within an instance is updated in slices`() {
    let dot = Layer()
    let inner = ReplicatorLayer()
    inner.instanceCount = 600
    inner.addSublayer(dot)
    let outer = ReplicatorLayer()
    outer.addSublayer(inner)
    let tree = LayerTree(root: outer)
    tree.beginAdvance(to: 0)
    var slices = 1
    while !tree.advanceSlice() { slices += 1 }
    // 600 instances with a layer each; a slice has 32 of these at most.
    #expect(slices >= 600 / 32)
  }

  @Test func `an advance that has not begun is done`() {
    let crowd = Crowd(count: 3)
    crowd.tree.advance(to: 1)
    #expect(crowd.tree.advanceSlice())
  }
}
