import Animation
import Geometry
import Layers
import Raster
import Testing

@Suite struct ReplicatorLayerTests {
  /// A replicator of 400×300 points with one sublayer whose opacity grows from 0 to 1 in a second.
  private func fading(
    count: Int = 4, delay: Double = 0.1, forever: Bool = true
  ) -> (replicator: ReplicatorLayer, dot: Layer, tree: LayerTree) {
    let replicator = ReplicatorLayer()
    replicator.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
    replicator.instanceCount = count
    replicator.instanceDelay = delay
    let dot = Layer()
    replicator.addSublayer(dot)
    dot.add(
      fade {
        $0.timing.repeatCount = forever ? .infinity : 0
        $0.timing.fillMode = .both
      }, forKey: "fade")
    return (replicator, dot, committedTree(replicator))
  }

  /// The opacities of the first layer of each instance.
  private func opacities(_ replicator: ReplicatorLayer) -> [Double] {
    replicator.sublayersInDrawingOrder.map {
      $0.sublayersInDrawingOrder.first?.presentation()?.opacity ?? .nan
    }
  }

  private func expect(_ values: [Double], _ expected: [Double]) {
    #expect(values.count == expected.count)
    for (value, expected) in zip(values, expected) {
      #expect(isClose(value, expected), "\(values)")
    }
  }

  // MARK: Time

  @Test func `each instance lags by the delay`() {
    let (replicator, dot, tree) = fading()
    tree.advance(to: 0.55)
    expect(opacities(replicator), [0.55, 0.45, 0.35, 0.25])
    #expect(isClose(dot.presentation()?.opacity, 0.55), "the layer's own presentation stays")
    tree.advance(to: 1.15)
    expect(opacities(replicator), [0.15, 0.05, 0.95, 0.85])
  }

  @Test func `before an animation began its fill mode shows`() {
    let (replicator, _, tree) = fading(count: 3, delay: 0.5)
    tree.advance(to: 0.75)
    expect(opacities(replicator), [0.75, 0.25, 0])
  }

  @Test func `delays of replicators in replicators add up`() {
    let (inner, _, _) = fading(count: 2, delay: 0.01)
    let outer = ReplicatorLayer()
    outer.instanceCount = 3
    outer.instanceDelay = 0.1
    inner.removeFromSuperlayer()
    let dot = inner.sublayers[0]
    outer.addSublayer(inner)
    let tree = committedTree(outer)
    dot.add(fade { $0.timing.repeatCount = .infinity }, forKey: "fade")
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    let shown = outer.sublayersInDrawingOrder.flatMap { instance in
      instance.sublayersInDrawingOrder[0].sublayersInDrawingOrder.map {
        $0.sublayersInDrawingOrder[0].presentation()?.opacity ?? .nan
      }
    }
    expect(shown, [0.5, 0.49, 0.4, 0.39, 0.3, 0.29])
  }

  @Test func `an animation ends with its last instance`() {
    let (replicator, dot, tree) = fading(forever: false)
    tree.advance(to: 0.9)
    #expect(tree.hasRunningAnimations)
    tree.advance(to: 1.2)
    expect(opacities(replicator), [1, 1, 1, 0.9])
    #expect(tree.nextChange == 1.2)
    #expect(dot.animationKeys == ["fade"])
    tree.advance(to: 1.4)
    expect(opacities(replicator), [1, 1, 1, 1])
    #expect(dot.animationKeys.isEmpty)
    #expect(tree.nextChange == nil)
  }

  @Test func `a hidden replicator's animation still ends`() {
    let (replicator, dot, tree) = fading(forever: false)
    replicator.isHidden = true
    tree.advance(to: 0.5)
    let end = tree.nextChange
    #expect(isClose(end, 1.3))
    tree.advance(to: end ?? 0)
    #expect(dot.animationKeys.isEmpty)
    #expect(tree.nextChange == nil)
  }

  @Test func `a pause keeps every instance where it is`() {
    let (replicator, _, tree) = fading()
    tree.advance(to: 0.55)
    replicator.pause()
    tree.advance(to: 0.6)
    expect(opacities(replicator), [0.55, 0.45, 0.35, 0.25])
    tree.advance(to: 7)
    expect(opacities(replicator), [0.55, 0.45, 0.35, 0.25])
    #expect(tree.nextChange == nil)
    replicator.resume()
    tree.advance(to: 8)
    tree.advance(to: 8.1)
    expect(opacities(replicator), [0.65, 0.55, 0.45, 0.35])
  }

  @Test func `the delay is of the layer's time`() {
    let (replicator, _, tree) = fading()
    replicator.speed = 2
    tree.advance(to: 0.35)
    expect(opacities(replicator), [0.7, 0.6, 0.5, 0.4])
  }

  @Test func `custom drawings are recorded at each instance's time`() throws {
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.25
    let ring = lineLayer()
    replicator.addSublayer(ring)
    let tree = committedTree(replicator)
    tree.transact(duration: 1, timingFunction: .linear) { ring.progress = 1 }
    tree.advance(to: 1)
    tree.advance(to: 1.1)
    let drawings = replicator.sublayersInDrawingOrder.map { $0.sublayersInDrawingOrder[0].drawing }
    #expect(drawings[0] == ring.drawing)
    #expect(drawings[1] != drawings[0])
  }

  @Test func `particles lag too, and live on in the last instance`() throws {
    var cell = EmitterCell()
    cell.contents = .disc(diameter: 2)
    cell.birthRate = 100
    cell.duration = 0.5
    cell.lifetime = 0.5
    cell.velocity = 100
    cell.emissionRange = 6
    let emitter = EmitterLayer()
    emitter.emitterCells = [cell]
    let replicator = ReplicatorLayer()
    replicator.addSublayer(emitter)
    replicator.instanceCount = 2
    replicator.instanceDelay = 0.5
    let tree = committedTree(replicator)
    func particles(_ index: Int) -> [EmittedParticle] {
      let layer = replicator.sublayersInDrawingOrder[index].sublayersInDrawingOrder[0]
      return (layer.presentation() as? EmitterLayer)?.particles ?? []
    }
    tree.advance(to: 0.3)
    let first = particles(0)
    #expect(first.count == 30 && particles(1).isEmpty)
    tree.advance(to: 0.8)
    let later = particles(1)
    #expect(later.count == first.count)
    #expect(zip(first, later).allSatisfy { ($0.position - $1.position).length < 1e-9 })
    tree.advance(to: 1.2)
    #expect(particles(0).isEmpty && !particles(1).isEmpty)
    #expect(tree.nextChange == 1.2)
    tree.advance(to: 1.6)
    #expect(tree.nextChange == nil)
  }

  // MARK: Place and colour

  @Test func `each instance is transformed once more, about the anchor point`() throws {
    let replicator = ReplicatorLayer()
    replicator.bounds = Rect(x: 10, y: 0, width: 100, height: 50)
    replicator.instanceCount = 4
    replicator.instanceTransform = .rotation(.pi / 2)
    let dot = Layer()
    replicator.addSublayer(dot)
    let tree = committedTree(replicator)
    let places = try replicator.sublayersInDrawingOrder.map {
      try #require($0.presentation()).transformToSuperlayer.apply(to: Point(x: 80, y: 25))
    }
    // About (60, 25).
    let expected = [(80.0, 25.0), (60, 45), (40, 25), (60, 5)]
    for (place, expected) in zip(places, expected) {
      #expect(isClose(place.x, expected.0) && isClose(place.y, expected.1), "\(places)")
    }
    #expect(withExtendedLifetime(tree) { places.count } == 4)
  }

  @Test func `colours multiply and lose their offsets, the alpha of an instance taken together`()
    throws
  {
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceColor = Color(red: 1, green: 0.5, blue: 1, alpha: 0.8)
    replicator.instanceRedOffset = -0.25
    replicator.instanceAlphaOffset = -0.5
    replicator.addSublayer(Layer())
    let tree = committedTree(replicator)
    let instances = replicator.sublayersInDrawingOrder
    expect(instances.map { $0.presentation()?.opacity ?? .nan }, [0.8, 0.3, 0])
    let tints = instances.map { $0.sublayersInDrawingOrder[0].presentation()?.instanceTint?.color }
    #expect(tints[0] == Color(red: 1, green: 0.5, blue: 1))
    #expect(tints[2] == Color(red: 0.5, green: 0.5, blue: 1))
    replicator.instanceColor = .white
    replicator.instanceRedOffset = 0
    replicator.removeAllAnimations()
    tree.advance(to: 1)
    #expect(instances[0].sublayersInDrawingOrder[0].presentation()?.instanceTint == nil)
  }

  // MARK: Added and removed instances

  @Test func `instances follow the count, the sublayers and their masks`() {
    let (replicator, dot, tree) = fading()
    func shape() -> [Int] {
      replicator.sublayersInDrawingOrder.map { $0.sublayersInDrawingOrder.count }
    }
    #expect(shape() == [1, 1, 1, 1])
    let former = replicator.sublayersInDrawingOrder[0].sublayersInDrawingOrder[0]
    replicator.insertSublayer(Layer(), at: 0)
    tree.advance(to: 0.1)
    #expect(shape() == [2, 2, 2, 2])
    #expect(replicator.sublayersInDrawingOrder[0].sublayersInDrawingOrder[1] === former)
    dot.mask = Layer()
    tree.advance(to: 0.2)
    #expect(former.mask != nil)
    #expect(former.mask?.presentation() != nil)
    dot.removeFromSuperlayer()
    tree.transact(disableActions: true) { replicator.instanceCount = 2 }
    tree.advance(to: 0.3)
    #expect(shape() == [1, 1])
    tree.transact(disableActions: true) { replicator.instanceCount = 0 }
    tree.advance(to: 0.4)
    #expect(shape() == [])
    replicator.removeFromSuperlayer()
    tree.advance(to: 0.5)
    #expect(tree.nextChange == nil)
  }

  @Test func `a change elsewhere does not mark the instances as changed`() {
    let (replicator, dot, tree) = fading()
    dot.removeAllAnimations()
    let other = Layer()
    tree.root.addSublayer(other)
    tree.advance(to: 1)
    tree.clearChanges()
    other.opacity = 0.5
    tree.advance(to: 2)
    tree.advance(to: 3)
    #expect(tree.changedLayers.allSatisfy { !$0.isInside(replicator) })
    #expect(tree.changedLayers.count == 1)
  }

  @Test func `the layers of all instances have a limit`() {
    let outer = ReplicatorLayer()
    var replicator = outer
    for _ in 0..<3 {
      let inner = ReplicatorLayer()
      replicator.instanceCount = 1_000_000
      replicator.addSublayer(inner)
      replicator = inner
    }
    replicator.addSublayer(Layer())
    replicator.instanceCount = 500
    let tree = committedTree(outer)
    #expect(outer.instanceCount == ReplicatorLayer.instanceLimit)
    func count(_ layer: Layer) -> Int {
      layer.sublayersInDrawingOrder.reduce(0) { $0 + 1 + count($1) }
    }
    let shown = withExtendedLifetime(tree) { count(outer) }
    #expect(shown > 1000 && shown <= 2 * ReplicatorLayer.layerLimit + 3)
  }
}
