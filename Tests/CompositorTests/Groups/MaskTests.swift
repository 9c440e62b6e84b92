import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// A mask's alpha multiplies all that its layer shows.
@Suite struct MaskTests {
  private let canvas = Canvas(width: 60, height: 40)

  private func shape(_ path: Path, alpha: Double = 1) -> ShapeLayer {
    let shape = ShapeLayer()
    shape.path = path
    shape.fillColor = Color(red: 0, green: 0.5, blue: 1, alpha: alpha)
    return shape
  }

  @Test func `a mask cuts background, sublayers and border, and only its alpha counts`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 40, height: 20, .red)
    layer.borderWidth = 4
    layer.borderColor = .blue
    canvas.add(Layer(), x: -5, y: 8, width: 20, height: 4, .green, to: layer)
    layer.mask = shape(.rect(Rect(x: -5, y: 0, width: 15, height: 20)))
    canvas.advance(to: 0)
    #expect(canvas.pixel(6, 20) == 0xFF00_FF00)
    #expect(canvas.pixel(18, 20) == 0xFF00_FF00)
    #expect(canvas.pixel(18, 25) == 0xFFFF_0000)
    #expect(canvas.pixel(18, 12) == 0xFF00_00FF)
    #expect(canvas.pixel(21, 20) == 0xFF00_0000)
    #expect(canvas.pixel(45, 12) == 0xFF00_0000)
    layer.mask = nil
    canvas.advance(to: 1)
    #expect(canvas.pixel(45, 12) == 0xFF00_00FF)
    #expect(canvas.pixel(30, 20) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a translucent mask, the layer's opacity and what lies below multiply`() {
    canvas.root.backgroundColor = .blue
    let layer = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, .red)
    layer.opacity = 0.6
    let mask = shape(.rect(Rect(x: 0, y: 0, width: 60, height: 40)), alpha: 0.4)
    mask.opacity = 0.5
    layer.mask = mask
    canvas.advance(to: 0)
    // 255 · .6 · .4 · .5 = 30.6
    #expect(canvas.pixel(20, 20) == 0xFF1F_00E0)
  }

  @Test func `a mask has sublayers and a mask of its own`() {
    let layer = canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, .red)
    let mask = Layer()
    canvas.place(mask, x: 0, y: 0, width: 60, height: 40)
    canvas.add(Layer(), x: 10, y: 10, width: 40, height: 20, .white, to: mask)
    layer.mask = mask
    mask.mask = shape(.rect(Rect(x: 0, y: 0, width: 30, height: 40)))
    canvas.advance(to: 0)
    #expect(canvas.pixel(20, 20) == 0xFFFF_0000)
    #expect(canvas.pixel(5, 20) == 0xFF00_0000)
    #expect(canvas.pixel(40, 20) == 0xFF00_0000)
    #expect(canvas.change { mask.mask?.position.x += 5 }.bounds.maxX <= 50)
    #expect(canvas.pixel(34, 20) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a hidden mask and one that shows nothing hide their layer`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, .red)
    let mask = Layer()
    layer.mask = mask
    canvas.advance(to: 0)
    #expect(canvas.pixel(20, 20) == 0xFF00_0000)
    let shown = shape(.rect(Rect(x: 0, y: 0, width: 20, height: 20)))
    canvas.change { layer.mask = shown }
    #expect(canvas.pixel(20, 20) == 0xFFFF_0000)
    canvas.change { shown.isHidden = true }
    #expect(canvas.pixel(20, 20) == 0xFF00_0000)
    canvas.change { layer.isHidden = true }
    canvas.change { shown.isHidden = false }
    #expect(canvas.pixel(20, 20) == 0xFF00_0000)
    canvas.change { layer.isHidden = false }
    #expect(canvas.pixel(20, 20) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a mask of a layer that shows nothing is not painted`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20)
    layer.mask = shape(.rect(Rect(x: 0, y: 0, width: 20, height: 20)))
    canvas.advance(to: 0)
    #expect(canvas.pixel(20, 20) == 0xFF00_0000)
    canvas.change { layer.backgroundColor = .red }
    #expect(canvas.pixel(20, 20) == 0xFFFF_0000)
    canvas.change { layer.backgroundColor = nil }
    #expect(canvas.pixel(20, 20) == 0xFF00_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a mask moves with its layer and is placed in its bounds`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, .red)
    layer.mask = shape(.rect(Rect(x: 0, y: 0, width: 10, height: 20)))
    canvas.advance(to: 0)
    canvas.change { layer.position.x += 20 }
    #expect(canvas.pixel(35, 20) == 0xFFFF_0000)
    #expect(canvas.pixel(45, 20) == 0xFF00_0000)
    #expect(canvas.pixel(15, 20) == 0xFF00_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `clipping and a mask both cut`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20)
    layer.masksToBounds = true
    layer.mask = shape(.rect(Rect(x: -20, y: 0, width: 30, height: 40)))
    canvas.add(Layer(), x: -5, y: -5, width: 40, height: 40, .red, to: layer)
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 20) == 0xFFFF_0000)
    #expect(canvas.pixel(8, 20) == 0xFF00_0000)
    #expect(canvas.pixel(22, 20) == 0xFF00_0000)
  }

  @Test func `a mask that changes damages what it masks`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, .red)
    let mask = shape(.rect(Rect(x: -10, y: -10, width: 15, height: 50)))
    layer.mask = mask
    canvas.advance(to: 0)
    let damage = canvas.change {
      mask.path = .rect(Rect(x: -10, y: -10, width: 20, height: 50))
    }
    #expect(damage.contains(x: 16, y: 20))
    #expect(damage.bounds.minX >= 10 && damage.bounds.maxX <= 30, "\(damage)")
    #expect(damage.bounds.minY == 10 && damage.bounds.maxY == 30)
    #expect(canvas.pixel(18, 20) == 0xFFFF_0000)
  }

  @Test func `setting and removing a mask damages what the layer shows`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, .red)
    canvas.advance(to: 0)
    let shown = Region(PixelRect(minX: 10, minY: 10, maxX: 30, maxY: 30))
    #expect(
      canvas.change { layer.mask = shape(.rect(Rect(x: 0, y: 0, width: 60, height: 40))) } == shown)
    #expect(canvas.change { layer.mask = nil } == shown)
  }

  @Test func `a sublayer that becomes the mask is no longer painted`() {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 20, height: 20, .red)
    let ring = shape(.rect(Rect(x: 0, y: -10, width: 10, height: 20)))
    layer.addSublayer(ring)
    canvas.advance(to: 0)
    #expect(canvas.pixel(15, 5) == 0xFF00_80FF)
    canvas.change { layer.mask = ring }
    #expect(canvas.pixel(15, 5) == 0xFF00_0000)
    #expect(canvas.pixel(15, 15) == 0xFFFF_0000)
    #expect(canvas.pixel(25, 15) == 0xFF00_0000)
    canvas.change { layer.addSublayer(ring) }
    #expect(canvas.pixel(15, 5) == 0xFF00_80FF)
    #expect(canvas.pixel(25, 15) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test(arguments: [(0.0, 1.0), (1, 0)])
  func `a layer that a scale of 0 makes flat has no commands`(
    x: Double, y: Double
  ) {
    let layer = canvas.add(Layer(), x: 10, y: 10, width: 40, height: 20, .red)
    canvas.add(Layer(), x: 5, y: 8, width: 20, height: 4, .green, to: layer)
    layer.shadowOpacity = 0.5
    layer.mask = shape(.rect(Rect(x: 5, y: 5, width: 15, height: 10)))
    canvas.advance(to: 0)
    let first = canvas.image
    let count = canvas.compositor.commands.count
    canvas.change { layer.transform = .scale(x: x, y: y) }
    #expect(canvas.compositor.commands.count < count - 3)
    #expect(canvas.staleness == nil)
    #expect(canvas.pixel(20, 20) == 0xFF00_0000)
    canvas.change { layer.transform = .scale(x: 1, y: 1) }
    #expect(differences(canvas.image, first).count == 0)
    #expect(canvas.staleness == nil)
  }
}
