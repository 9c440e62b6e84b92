import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// Circles that grow, shrink and thicken in place.
@Suite struct RingTests {
  private let canvas = Canvas(width: 300, height: 200)

  @Test(arguments: [UInt64](1...12))
  func `the difference of two rings is damaged`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let layer = ShapeLayer()
    canvas.add(layer, x: 0, y: 0, width: 300, height: 200)
    let center = Point(x: random.double(in: -60...360), y: random.double(in: -60...260))
    let isStroked = random.chance(0.6)
    layer.fillColor = isStroked ? nil : .white
    layer.strokeColor = isStroked ? .white : nil
    if random.chance(0.3) { layer.transform = .rotation(random.double(in: 0...6)) }
    func change() {
      layer.path = .circle(center: center, radius: random.double(in: 0...320))
      layer.lineWidth = random.double(in: 0...random.double(in: 1...400))
    }
    canvas.change(change)
    for _ in 0..<20 {
      canvas.change(change)
      #expect(canvas.staleness == nil, "seed \(seed)")
    }
  }

  @Test func `a ring that grows by a pixel damages its borders alone`() {
    let canvas = Canvas(width: 1200, height: 1200)
    let disc = ShapeLayer()
    disc.fillColor = .white
    disc.path = .circle(center: Point(x: 600, y: 600), radius: 500)
    canvas.add(disc, x: 0, y: 0, width: 1200, height: 1200)
    canvas.advance(to: 0)
    let damage = canvas.change {
      disc.path = .circle(center: Point(x: 600, y: 600), radius: 501)
    }
    #expect(canvas.staleness == nil)
    #expect(damage.area < 1002 * 1002 / 4, "\(damage.area) pixels")
    #expect(!damage.contains(x: 600, y: 600))
  }

  @Test func `a ring of another centre, an ellipse and an arc do not count as growing rings`() {
    func ring(_ path: Path, _ transform: AffineTransform = .identity) -> Ring? {
      Ring(
        DrawCommand(
          shape: .fill(path, .nonZero), paint: .color(.white), transform: transform))
    }
    let circle = Path.circle(center: .zero, radius: 5)
    #expect(ring(circle) == Ring(center: .zero, inner: 0, outer: 5))
    #expect(ring(circle, .scale(x: 2, y: 1)) == nil)
    #expect(ring(.arc(center: .zero, radius: 5, startAngle: 0, sweep: 6)) == nil)
    #expect(ring(.rect(Rect(x: 0, y: 0, width: 5, height: 5))) == nil)
    var damage = Region()
    let limit = PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9)
    let other = Ring(center: Point(x: 1, y: 0), inner: 0, outer: 4)
    let added = ring(circle)?.addDamage(since: other, within: limit, to: &damage)
    #expect(added == false && damage.isEmpty)
  }
}
