import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// The layer at a point, and a point in another layer's coordinates.
@Suite struct HitTestTests {
  private func square(_ x: Double, _ y: Double, side: Double, in superlayer: Layer) -> Layer {
    let layer = Layer()
    layer.bounds = Rect(x: 0, y: 0, width: side, height: side)
    layer.frame = Rect(x: x, y: y, width: side, height: side)
    superlayer.addSublayer(layer)
    return layer
  }

  private func root() -> Layer {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    root.position = Point(x: 50, y: 50)
    return root
  }

  @Test func `the frontmost and deepest layer is hit`() {
    let root = root()
    let back = square(10, 10, side: 40, in: root)
    let front = square(30, 30, side: 40, in: root)
    let inner = square(5, 5, side: 10, in: back)
    #expect(root.hitTest(Point(x: 17, y: 17)) === inner)
    #expect(root.hitTest(Point(x: 12, y: 12)) === back)
    #expect(root.hitTest(Point(x: 35, y: 35)) === front)
    #expect(root.hitTest(Point(x: 90, y: 90)) === root)
    #expect(root.hitTest(Point(x: 100, y: 90)) == nil)
    back.zPosition = 1
    #expect(root.hitTest(Point(x: 35, y: 35)) === back)
    back.isHidden = true
    #expect(root.hitTest(Point(x: 17, y: 17)) === root)
  }

  @Test func `a sublayer outside its superlayer is hit unless the superlayer clips`() {
    let root = root()
    let box = square(10, 10, side: 20, in: root)
    let outside = square(30, 0, side: 20, in: box)
    let point = Point(x: 45, y: 15)
    #expect(root.hitTest(point) === outside)
    box.masksToBounds = true
    #expect(root.hitTest(point) === root)
  }

  @Test func `opacity and masks do not matter`() {
    let root = root()
    let layer = square(10, 10, side: 20, in: root)
    layer.opacity = 0
    layer.mask = Layer()
    #expect(root.hitTest(Point(x: 15, y: 15)) === layer)
  }

  @Test func `a transformed layer is hit where it is`() {
    let root = root()
    let layer = square(40, 40, side: 20, in: root)
    layer.setValue(.scalar(.pi / 4), for: AnimationKeyPath("transform.rotation") ?? .init(.bounds))
    #expect(root.hitTest(Point(x: 41, y: 41)) === root)
    #expect(root.hitTest(Point(x: 50, y: 37)) === layer)
    layer.setValue(.scalar(0), for: AnimationKeyPath("transform.scale") ?? .init(.bounds))
    #expect(root.hitTest(Point(x: 50, y: 50)) === root)
  }

  @Test func `the presentation is asked for what is on the screen`() {
    let root = root()
    let tree = LayerTree(root: root)
    let layer = square(0, 0, side: 20, in: root)
    tree.advance(to: 0)
    layer.position = Point(x: 90, y: 10)
    tree.advance(to: 0)
    #expect(root.hitTest(Point(x: 90, y: 10)) === layer)
    #expect(root.hitTest(Point(x: 90, y: 10), presented: true) === root)
    #expect(root.hitTest(Point(x: 10, y: 10), presented: true) === layer)
    tree.advance(to: 1)
    #expect(root.hitTest(Point(x: 90, y: 10), presented: true) === layer)
  }

  @Test func `the frontmost of the sought layers is found, whatever is before it`() {
    let root = root()
    let back = square(10, 10, side: 60, in: root)
    let inner = square(50, 50, side: 40, in: back)
    let front = square(40, 0, side: 40, in: root)
    _ = square(0, 0, side: 100, in: root)
    func found(_ x: Double, _ y: Double) -> Layer? {
      root.hitTest(Point(x: x, y: y)) { $0 === back || $0 === front }
    }
    #expect(found(15, 15) === back)
    #expect(found(45, 15) === front)
    #expect(found(45, 45) === back)
    #expect(found(95, 95) === back, "its sublayer is there")
    #expect(found(95, 50) == nil)
    inner.isHidden = true
    #expect(found(95, 95) == nil)
    front.isHidden = true
    #expect(found(45, 15) === back)
    root.masksToBounds = true
    #expect(found(101, 95) == nil)
  }

  @Test(arguments: 0..<20)
  func `a point that is brought to another layer comes back`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let root = root()
    var layers = [root]
    for _ in 0..<8 {
      let layer = square(
        number(-50...50), number(-50...50), side: number(1...50),
        in: layers[Int.random(in: 0..<layers.count, using: &random)])
      for name in ["transform.rotation", "transform.scale.x", "bounds.origin.y", "anchorPoint.x"] {
        layer.setValue(.scalar(number(0.3...2)), for: AnimationKeyPath(name) ?? .init(.bounds))
      }
      layers.append(layer)
    }
    let a = layers[Int.random(in: 0..<layers.count, using: &random)]
    let b = layers[Int.random(in: 0..<layers.count, using: &random)]
    let point = Point(x: number(-40...40), y: number(-40...40))
    let there = a.convert(point, to: b)
    let back = there.flatMap { a.convert($0, from: b) }
    #expect(isClose(back?.x, point.x, within: 1e-6), "seed \(seed)")
    #expect(isClose(back?.y, point.y, within: 1e-6), "seed \(seed)")
    #expect(a.convert(point, to: nil) != nil)
  }

  @Test func `a point is converted through every layer between`() {
    let root = root()
    let outer = square(10, 20, side: 50, in: root)
    let inner = square(5, 5, side: 10, in: outer)
    #expect(inner.convert(Point(x: 1, y: 2), to: nil) == Point(x: 16, y: 27))
    #expect(inner.convert(Point(x: 16, y: 27), from: root) == Point(x: 1, y: 2))
  }

  @Test func `in perspective a point is looked for where it is seen`() throws {
    let root = root()
    var view = Transform3D.identity
    view.m34 = -1.0 / 100
    root.sublayerTransform = view
    let box = TransformLayer()
    box.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
    box.position = Point(x: 50, y: 50)
    root.addSublayer(box)
    let front = square(0, 0, side: 40, in: box)
    let back = square(0, 0, side: 40, in: box)
    front.zPosition = 50
    // Twice as large, about the middle.
    #expect(root.hitTest(Point(x: 12, y: 50)) === front)
    #expect(root.hitTest(Point(x: 9, y: 50)) === root)
    front.isHidden = true
    #expect(root.hitTest(Point(x: 31, y: 50)) === back)
    #expect(root.hitTest(Point(x: 29, y: 50)) === root)
    front.isHidden = false
    // Seen from behind, the other layer is in front, and a one-sided layer is not touched.
    box.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    #expect(root.hitTest(Point(x: 50, y: 50)) === back)
    back.isDoubleSided = false
    #expect(root.hitTest(Point(x: 50, y: 50)) === front)
    // A point of a turned layer, there and back.
    box.transform = .rotation(0.7, x: 0, y: 1, z: 0)
    let place = try #require(front.convert(Point(x: 30, y: 10), to: root))
    let again = try #require(front.convert(place, from: root))
    #expect((again - Point(x: 30, y: 10)).length < 1e-9)
    // x = 10·cos + 50·sin, z = 50·cos − 10·sin, about the middle.
    let (sine, cosine) = (0.644217687237691, 0.764842187284489)
    let w = 1 - (50 * cosine - 10 * sine) / 100
    #expect(abs(place.x - (50 + (10 * cosine + 50 * sine) / w)) < 1e-9)
    #expect(abs(place.y - (50 - 10 / w)) < 1e-9)
  }
}
