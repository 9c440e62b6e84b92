import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// A layer's shadow lies under it: its alpha, blurred, in one colour.
@Suite struct ShadowTests {
  private let canvas = Canvas(width: 80, height: 60, background: .white)

  private func shadowPicture(of layer: Layer, on canvas: Canvas) throws -> Image {
    let command = try #require(canvas.compositor.shadowCommand(of: layer))
    guard case .image(let paint) = command.paint else { throw ShadowError() }
    return paint.image
  }

  private func square(_ color: Color? = .red) -> Layer {
    let layer = canvas.add(Layer(), x: 30, y: 20, width: 20, height: 20, color)
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(width: 5, height: 8)
    return layer
  }

  /// The darkness of a pixel on white, 0…255.
  private func darkness(_ x: Int, _ y: Int) -> Int { 255 - Int(canvas.pixel(x, y) & 255) }

  @Test func `a shadow has the layer's form, its own colour and offset, and lies under it`() {
    let layer = square()
    layer.shadowColor = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    canvas.advance(to: 0)
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    #expect(canvas.pixel(52, 45) == 0xFF7F_7FFF)
    #expect(canvas.pixel(34, 45) == 0xFFFF_FFFF)
    #expect(canvas.pixel(35, 45) == 0xFF7F_7FFF)
    #expect(canvas.pixel(55, 45) == 0xFFFF_FFFF)
    #expect(canvas.pixel(40, 48) == 0xFFFF_FFFF)
  }

  @Test func `a shadow is a gaussian that reaches two radii`() {
    let layer = square(.black)
    canvas.place(layer, x: -100, y: -100, width: 140, height: 400)
    layer.shadowRadius = 6
    layer.shadowOffset = .zero
    canvas.advance(to: 0)
    // Beside a long straight edge: 255 · Φ(−d / 4) at a pixel's centre, d from the edge.
    for (x, expected) in [(40, 114.8), (43, 48.7), (46, 13.3), (48, 4.3)] {
      #expect(abs(Double(darkness(x, 30)) - expected) <= 2, "\(x): \(darkness(x, 30))")
    }
    #expect(darkness(50, 30) > 0)
    #expect(darkness(52, 30) == 0)
  }

  @Test func `a shadow has the shape of all that the layer shows, and the layer's opacity`() {
    let layer = square(nil)
    canvas.add(Layer(), x: 0, y: 0, width: 5, height: 20, .green, to: layer)
    let hidden = canvas.add(Layer(), x: 5, y: 0, width: 5, height: 20, .green, to: layer)
    hidden.isHidden = true
    let faint = canvas.add(Layer(), x: 10, y: 0, width: 5, height: 20, .green, to: layer)
    faint.opacity = 0.4
    layer.borderWidth = 1
    canvas.advance(to: 0)
    #expect(darkness(37, 45) == 255)
    #expect(darkness(42, 45) == 0)
    #expect(darkness(47, 45) == 102)
    #expect(darkness(54, 45) == 255)
    #expect(darkness(52, 45) == 0)
    canvas.change { layer.opacity = 0.6 }
    #expect(darkness(37, 45) == 153)
    #expect(darkness(47, 45) == 61)
    #expect(canvas.staleness == nil)
  }

  @Test func `a shadow path casts the shadow in place of the layer`() {
    let layer = square(nil)
    layer.shadowPath = .rect(Rect(x: 0, y: 0, width: 10, height: 20))
    canvas.advance(to: 0)
    #expect(darkness(37, 45) == 255)
    #expect(darkness(47, 45) == 0)
    canvas.change { layer.shadowPath = .rect(Rect(x: 0, y: 0, width: 20, height: 20)) }
    #expect(darkness(47, 45) == 255)
    #expect(canvas.staleness == nil)
  }

  @Test func `clipping, a mask and the opacity hold for the shadow too`() {
    let layer = square()
    layer.masksToBounds = true
    canvas.advance(to: 0)
    #expect(darkness(45, 45) == 0)
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    let mask = Layer()
    canvas.change {
      layer.masksToBounds = false
      canvas.place(mask, x: 0, y: 0, width: 20, height: 24)
      mask.backgroundColor = .black
      layer.mask = mask
    }
    #expect(darkness(45, 42) == 255)
    #expect(darkness(45, 46) == 0)
    #expect(darkness(52, 42) == 0)
    canvas.change { layer.opacity = 0.6 }
    #expect(darkness(45, 42) == 153)
    // A layer hides the shadow under it even if the layer is translucent.
    #expect(canvas.pixel(40, 35) == 0xFFFF_6666)
    #expect(canvas.staleness == nil)
  }

  @Test func `a layer around clips the shadow and not its caster`() {
    let box = canvas.add(Layer(), x: 45, y: 0, width: 40, height: 60)
    box.masksToBounds = true
    let layer = canvas.add(Layer(), x: -15, y: 20, width: 20, height: 20, .red, to: box)
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(width: 20, height: 0)
    canvas.advance(to: 0)
    #expect(darkness(52, 30) == 255)
    #expect(darkness(69, 30) == 255)
    #expect(darkness(70, 30) == 0)
    #expect(darkness(44, 30) == 0)
  }

  @Test func `a shadow follows what changes below its layer`() {
    let layer = square(nil)
    let inner = canvas.add(Layer(), x: 0, y: 0, width: 10, height: 10, to: layer)
    let dot = canvas.add(Layer(), x: 0, y: 0, width: 4, height: 4, .green, to: inner)
    canvas.advance(to: 0)
    #expect(darkness(37, 30) == 255)
    let damage = canvas.change { dot.position.y += 20 }
    #expect(darkness(37, 30) == 0)
    #expect(darkness(37, 50) == 255)
    #expect(damage.contains(x: 37, y: 50) && damage.contains(x: 37, y: 30))
    canvas.change { dot.backgroundColor = nil }
    #expect(darkness(37, 50) == 0)
    canvas.change { dot.backgroundColor = .green }
    #expect(darkness(37, 50) == 255)
    #expect(canvas.staleness == nil)
  }

  @Test func `a layer that moves by whole pixels, or fades, keeps its shadow's blur`() throws {
    let layer = square()
    layer.shadowRadius = 4
    canvas.advance(to: 0)
    func picture() throws -> Image { try shadowPicture(of: layer, on: canvas) }
    let first = try picture()
    canvas.change { layer.position.x -= 13 }
    canvas.change { layer.opacity = 0.5 }
    canvas.change { layer.shadowOpacity = 0.3 }
    canvas.change { layer.shadowOffset.height -= 20 }
    #expect(try picture() === first)
    #expect(canvas.staleness == nil)
    canvas.change { layer.position.y += 0.5 }
    #expect(try picture() !== first)
    canvas.change { layer.shadowOpacity = 0 }
    #expect(canvas.compositor.shadowCommand(of: layer) == nil)
    #expect(darkness(40, 5) == 0)
  }

  private struct ShadowError: Error {}

  @Test func `a shadow turns with its layer and grows with the output`() {
    let canvas = Canvas(width: 160, height: 120, background: .white, scale: 2)
    let layer = canvas.add(Layer(), x: 30, y: 20, width: 20, height: 20, .red)
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(width: 0, height: 15)
    layer.affineTransform = .rotation(.pi / 2)
    canvas.advance(to: 0)
    // Down is to the left now.
    #expect(canvas.pixel(40, 60) & 255 == 0)
    #expect(canvas.pixel(28, 60) & 255 == 255)
    #expect(canvas.pixel(80, 85) & 255 == 255)
  }

  @Test func `a shadow much larger than the output is made where it is seen`() throws {
    var pictures: [[Int]] = []
    for (side, width) in [(300.0, 340), (1_500, 122)] {
      let canvas = Canvas(width: 40, height: 30, background: .white)
      let layer = canvas.add(Layer(), x: 15 - side, y: 12 - side, width: side, height: side)
      layer.backgroundColor = .red
      layer.shadowOpacity = 1
      layer.shadowRadius = 10
      layer.shadowOffset = Size(width: 5, height: 5)
      canvas.advance(to: 0)
      #expect(try shadowPicture(of: layer, on: canvas).size.width <= width)
      pictures.append((0..<1_200).map { Int(canvas.pixel($0 % 40, $0 / 40) & 255) })
    }
    // The blur's running sums begin elsewhere, and round differently.
    #expect(zip(pictures[0], pictures[1]).allSatisfy { abs($0 - $1) <= 1 })
    #expect(Set(pictures[0]).count > 20)
  }

  /// With all pixels that shadows may have, those in front are made at a lower resolution.
  @Test func `resolutions do not depend on the shadows of former frames`() throws {
    let canvas = Canvas(width: 1700, height: 1200, background: .white)
    let layers = (0..<5).map { index in
      let layer = canvas.add(Layer(), x: 0, y: 0, width: 1700, height: 1200)
      let x = Double(index) * 100
      layer.shadowPath = .rect(Rect(x: x, y: 0, width: 30, height: 40))
      layer.shadowPath?.append(.rect(Rect(x: x + 1300, y: 1160, width: 30, height: 40)))
      layer.shadowPath?.append(.rect(Rect(x: 0, y: 600, width: 1700, height: 1)))
      layer.shadowOpacity = 0.5
      layer.shadowRadius = 1
      return layer
    }
    canvas.advance(to: 0)
    let first = canvas.image
    #expect(try shadowPicture(of: layers[0], on: canvas).size.width > 1700)
    #expect(try shadowPicture(of: layers[4], on: canvas).size.width < 900)
    canvas.change { layers[0].shadowRadius = 2 }
    #expect(canvas.staleness == nil)
    canvas.change {
      layers[0].shadowRadius = 1
      layers[1].isHidden = true
    }
    #expect(canvas.staleness == nil)
    #expect(try shadowPicture(of: layers[3], on: canvas).size.width > 1700)
    canvas.change { layers[1].isHidden = false }
    #expect(differences(canvas.image, first).count == 0)
    canvas.change { layers[4].zPosition = -1 }
    #expect(canvas.staleness == nil)
    canvas.change { for layer in layers { layer.shadowOffset.width += 1.5 } }
    #expect(canvas.staleness == nil)
    // A frame that changes no shadow's limit draws no shadow again.
    let pictures = try layers.map { try shadowPicture(of: $0, on: canvas) }
    canvas.change { layers[0].shadowOpacity = 0.6 }
    for (layer, picture) in zip(layers, pictures) {
      let again = try shadowPicture(of: layer, on: canvas)
      #expect(again.premultipliedPixels == picture.premultipliedPixels)
    }
  }

  @Test func `a shadow larger than the limit is coarser and in its place`() {
    let canvas = Canvas(width: 40, height: 30, background: .white)
    let layer = canvas.add(Layer(), x: -30_000, y: 10, width: 60_000, height: 60_000)
    layer.backgroundColor = .red
    layer.shadowOpacity = 1
    layer.shadowRadius = 400
    layer.shadowOffset = .zero
    canvas.advance(to: 0)
    // Half the strength at the edge; the picture holds a hundredth of a deviation.
    #expect(abs(Int(canvas.pixel(20, 5) & 255) - 128) <= 3)
    canvas.change { layer.shadowRadius = 1e9 }
    canvas.change { layer.shadowRadius = .infinity }
    #expect(canvas.pixel(20, 5) == 0xFFFF_FFFF)
    #expect(canvas.staleness == nil)
  }

  @Test func `S5 a switch's thumb casts its shadow`() {
    let canvas = Canvas(width: 60, height: 35, background: .white)
    let thumb = canvas.add(ShapeLayer(), x: 2, y: 2, width: 31, height: 31)
    thumb.path = .ellipse(in: thumb.bounds)
    thumb.fillColor = .white
    thumb.shadowOpacity = 0.2
    thumb.shadowRadius = 1
    thumb.shadowOffset = Size(width: 0, height: 1)
    canvas.advance(to: 0)
    // Below the thumb's middle: it ends at 33, its shadow a point further down.
    #expect((0xD0...0xE0).contains(canvas.pixel(17, 33) & 255), "\(canvas.pixel(17, 33) & 255)")
    #expect(canvas.pixel(17, 0) == 0xFFFF_FFFF)
    #expect(canvas.pixel(17, 17) == 0xFFFF_FFFF)
  }
}

extension Compositor {
  /// The command that draws a layer's shadow as of the last update; nil for none.
  fileprivate func shadowCommand(of layer: Layer) -> DrawCommand? {
    let index = entryIndex(ObjectIdentifier(layer))
    return shadows.holds(layer) && index >= 0 ? entries[index].commands.first : nil
  }
}
