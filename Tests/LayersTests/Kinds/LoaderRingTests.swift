import Animation
import Geometry
import Layers
import Raster
import Testing

struct LoaderRingTests {
  private func ring() -> (LoaderRingLayer, LayerTree) {
    let ring = LoaderRingLayer()
    ring.bounds = Rect(x: 0, y: 0, width: 300, height: 200)
    return (ring, committedTree(ring))
  }

  @Test func `R1 the progress is clamped as the article has it`() throws {
    let (ring, _) = ring()
    let cases = try seedCases("raywenderlich", "progress=")
    #expect(cases.count == 5)
    for (name, expected) in cases {
      ring.progress = try #require(Double(name.dropFirst("progress=".count)))
      #expect(ring.strokeEnd == expected as? Double, "\(name)")
    }
  }

  @Test func `R1 a stroke end is kept as set and clamped when drawn`() {
    let layer = ShapeLayer()
    layer.strokeEnd = 1.7
    #expect(layer.strokeEnd == 1.7)
    #expect(layer.strokeRange == 0...1)
    layer.strokeEnd = -0.2
    #expect(layer.strokeEnd == -0.2)
    #expect(layer.strokeRange == nil)
    layer.strokeStart = 0.25
    layer.strokeEnd = 0.5
    #expect(layer.strokeRange == 0.25...0.5)
  }

  @Test func `R1 the stroke end animates by itself`() {
    let (ring, tree) = ring()
    ring.progress = 0.8
    tree.advance(to: 1)
    #expect(ring.presentation()?.strokeEnd == 0)
    tree.advance(to: 1.125)
    #expect(isClose(ring.presentation()?.strokeEnd, 0.4))
    tree.advance(to: 1.25)
    #expect(ring.presentation()?.strokeEnd == 0.8)
  }

  @Test func `R1 the ring has radius 20 and width 2 in the middle`() {
    let (ring, tree) = ring()
    withExtendedLifetime(tree) {
      #expect(ring.presentation()?.lineWidth == 2)
      #expect(
        ring.presentation()?.path
          == .circle(center: Point(x: 150, y: 100), radius: 20, from: -.pi / 2))
    }
  }

  @Test func `R1 a resize in mid load keeps the centre and the progress`() {
    let (ring, tree) = ring()
    ring.progress = 0.8
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    tree.transact(disableActions: true) {
      ring.frame = Rect(x: 10, y: 20, width: 500, height: 400)
    }
    tree.advance(to: 0.125)
    #expect(
      ring.presentation()?.path
        == .circle(center: Point(x: 250, y: 200), radius: 20, from: -.pi / 2))
    #expect(isClose(ring.presentation()?.strokeEnd, 0.4))
    #expect(ring.frame == Rect(x: 10, y: 20, width: 500, height: 400))
    tree.advance(to: 0.25)
    #expect(ring.presentation()?.strokeEnd == 0.8)
  }
}
