import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// Layers that are put over what lies behind by a mode.
@Suite struct BlendingTests {
  private let canvas = Canvas(width: 60, height: 40)
  private let yellow = Color(red: 1, green: 1, blue: 0)
  private let cyan = Color(red: 0, green: 1, blue: 1)

  @Test func `a mode blends with the layers behind, and can be changed`() {
    canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, yellow)
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, cyan)
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 15) == 0xFF00_FFFF)
    layer.blendMode = .multiply
    canvas.advance(to: 1)
    #expect(canvas.pixel(15, 15) == 0xFF00_FF00)
    #expect(canvas.pixel(35, 15) == 0xFFFF_FF00)
    #expect(canvas.staleness == nil)
    layer.blendMode = .difference
    canvas.advance(to: 2)
    #expect(canvas.pixel(15, 15) == 0xFFFF_00FF)
    #expect(canvas.staleness == nil)
    layer.blendMode = .plusLighter
    canvas.advance(to: 3)
    #expect(canvas.pixel(15, 15) == 0xFFFF_FFFF)
    layer.blendMode = .normal
    canvas.advance(to: 4)
    #expect(canvas.pixel(15, 15) == 0xFF00_FFFF)
    #expect(canvas.staleness == nil)
  }

  @Test func `an isolated layer keeps its content from blending with the backdrop`() {
    canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, yellow)
    let group = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40)
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, cyan, to: group)
    layer.blendMode = .multiply
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 15) == 0xFF00_FF00)
    group.isolatesBlending = true
    canvas.advance(to: 1)
    #expect(canvas.pixel(15, 15) == 0xFF00_FFFF)
    #expect(canvas.staleness == nil)
    group.isolatesBlending = false
    group.opacity = 0.5
    canvas.advance(to: 2)
    canvas.advance(to: 3)
    // Half of cyan over yellow, as nothing in the group is blended with what is behind it.
    #expect(canvas.pixel(15, 15) & 0xFF == 0x80)
    #expect(canvas.staleness == nil)
  }

  /// One particle after 1 s, a disc that covers the whole picture for 10 s.
  private func emitter(_ color: Color) -> EmitterLayer {
    var cell = EmitterCell()
    cell.contents = .disc(diameter: 400)
    (cell.birthRate, cell.lifetime, cell.duration, cell.color) = (1, 10, 1.5, color)
    let layer = EmitterLayer()
    layer.emitterCells = [cell, cell]
    layer.emitterPosition = Point(x: 30, y: 20)
    return layer
  }

  @Test func `an additive emitter adds its particles, and fades as one sum`() {
    canvas.root.backgroundColor = Color(red: 0.2, green: 0, blue: 0.8)
    let layer = canvas.add(
      emitter(Color(red: 0.2, green: 0.2, blue: 0.2)), x: 0, y: 0, width: 60, height: 40)
    canvas.advance(to: 0)
    canvas.advance(to: 1.6)
    #expect(canvas.pixel(15, 15) == 0xFF33_3333)
    layer.renderMode = .additive
    canvas.advance(to: 1.7)
    #expect(canvas.pixel(15, 15) == 0xFF99_66FF)
    #expect(canvas.staleness == nil)
    canvas.change { layer.opacity = 0.5 }
    #expect(canvas.pixel(15, 15) == 0xFF66_33FF)
    #expect(canvas.staleness == nil)
    canvas.change { layer.opacity = 1 }
    #expect(canvas.pixel(15, 15) == 0xFF99_66FF)
    #expect(canvas.staleness == nil)
    // A picture by itself keeps the sum from what is behind.
    canvas.change { canvas.root.opacity = 0.5 }
    #expect(canvas.staleness == nil)
    layer.blendMode = .screen
    canvas.advance(to: 2)
    #expect(canvas.staleness == nil)
  }

  @Test func `copies of an additive emitter are added too`() {
    let replicator = canvas.add(ReplicatorLayer(), x: 0, y: 0, width: 60, height: 40)
    replicator.instanceCount = 2
    let layer = canvas.add(
      emitter(Color(red: 0.2, green: 0, blue: 0)), x: 0, y: 0, width: 60, height: 40,
      to: replicator)
    layer.renderMode = .additive
    canvas.advance(to: 0)
    canvas.advance(to: 1.6)
    #expect(canvas.pixel(15, 15) == 0xFFCC_0000)
    canvas.change { layer.opacity = 0.5 }
    #expect(canvas.pixel(15, 15) == 0xFF66_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `additive particles in a faded layer of an additive group fade as one`() {
    canvas.root.backgroundColor = Color(red: 0.2, green: 0, blue: 0.8)
    let outer = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40)
    outer.blendMode = .plusLighter
    let inner = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, to: outer)
    inner.opacity = 0.5
    let layer = canvas.add(
      emitter(Color(red: 0.2, green: 0.2, blue: 0.2)), x: 0, y: 0, width: 60, height: 40, to: inner)
    layer.renderMode = .additive
    canvas.advance(to: 0)
    canvas.advance(to: 1.6)
    #expect(canvas.pixel(15, 15) == 0xFF66_33FF)
    #expect(canvas.staleness == nil)
  }

  @Test func `a mask by luminance lets through what is bright`() {
    let layer = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, .white)
    let mask = Layer()
    mask.bounds = Rect(x: 0, y: 0, width: 60, height: 40)
    mask.position = Point(x: 30, y: 20)
    mask.backgroundColor = .red
    layer.mask = mask
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 15) == 0xFFFF_FFFF)
    layer.maskMode = .luminance
    canvas.advance(to: 1)
    #expect(canvas.pixel(15, 15) == 0xFF36_3636)
    #expect(canvas.staleness == nil)
  }
}
