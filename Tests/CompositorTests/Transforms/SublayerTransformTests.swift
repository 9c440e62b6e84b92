import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// The transform that a layer puts on its sublayers.
@Suite struct SublayerTransformTests {
  private let canvas = Canvas(width: 60, height: 40)

  @Test func `a sublayer transform acts about the anchor, on the sublayers alone`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 40, height: 20, .red)
    canvas.add(Layer(), x: 0, y: 0, width: 10, height: 20, .green, to: layer)
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 20) == 0xFF00_FF00)
    let damage = canvas.change { layer.sublayerTransform = .scale(x: -1, y: 1) }
    #expect(canvas.pixel(15, 20) == 0xFFFF_0000)
    #expect(canvas.pixel(45, 20) == 0xFF00_FF00)
    #expect(damage.contains(x: 15, y: 20) && damage.contains(x: 45, y: 20))
    #expect(!damage.contains(x: 30, y: 20))
    canvas.change { layer.anchorPoint = .zero }
    canvas.change { layer.position = Point(x: 10, y: 10) }
    #expect(canvas.pixel(5, 20) == 0xFF00_FF00)
    #expect(canvas.pixel(45, 20) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a sublayer transform moves neither the mask nor the clipping bounds`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 40, height: 20, .red)
    layer.masksToBounds = true
    canvas.add(Layer(), x: 0, y: 0, width: 40, height: 20, .green, to: layer)
    let mask = Layer()
    canvas.place(mask, x: 0, y: 0, width: 20, height: 20)
    mask.backgroundColor = .black
    layer.mask = mask
    layer.sublayerTransform = .translation(x: 10, y: 0)
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 20) == 0xFFFF_0000)
    #expect(canvas.pixel(25, 20) == 0xFF00_FF00)
    #expect(canvas.pixel(35, 20) == 0xFF00_0000)
    canvas.change { layer.mask = nil }
    #expect(canvas.pixel(45, 20) == 0xFF00_FF00)
    #expect(canvas.pixel(55, 20) == 0xFF00_0000)
  }

  @Test func `rotations of layer and sublayers add up in space before the projection`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 40, height: 20)
    let card = canvas.add(Layer(), x: 0, y: 0, width: 40, height: 20, .green, to: layer)
    card.transform = .rotation(.pi / 3, x: 0, y: 1, z: 0)
    layer.sublayerTransform = .rotation(-.pi / 3, x: 0, y: 1, z: 0)
    canvas.advance(to: 0)
    #expect(canvas.pixel(11, 20) == 0xFF00_FF00)
    #expect(canvas.pixel(48, 20) == 0xFF00_FF00)
    canvas.change { layer.sublayerTransform = .identity }
    #expect(canvas.pixel(15, 20) == 0xFF00_0000)
    #expect(canvas.pixel(30, 20) == 0xFF00_FF00)
  }

  @Test func `a sublayer transform animates, and hit tests follow it`() {
    let layer = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40)
    let dot = canvas.add(Layer(), x: 0, y: 10, width: 10, height: 10, .green, to: layer)
    canvas.advance(to: 0)
    layer.setValue(
      .scalar(40), for: AnimationKeyPath("sublayerTransform.translation.x") ?? .init(.bounds))
    #expect(layer.animationKeys == ["sublayerTransform"])
    canvas.advance(to: 0)
    canvas.advance(to: 0.125)
    #expect(canvas.pixel(25, 15) == 0xFF00_FF00)
    let point = Point(x: 25, y: 15)
    #expect(canvas.root.hitTest(point, presented: true) === dot)
    #expect(canvas.root.hitTest(point) === layer)
    #expect(canvas.root.hitTest(Point(x: 45, y: 15)) === dot)
    #expect(dot.convert(.zero, to: nil) == Point(x: 40, y: 10))
    canvas.advance(to: 1)
    #expect(canvas.pixel(45, 15) == 0xFF00_FF00)
    #expect(canvas.staleness == nil)
  }
}
