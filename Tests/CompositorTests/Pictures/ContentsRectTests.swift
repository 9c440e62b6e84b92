import Animation
import Geometry
import Layers
import Raster
import Testing

/// Pictures with a `contentsRect`: the parts outside of it are never visible.
struct ContentsRectTests {
  /// Red on the left, blue on the right.
  private let picture = Image(
    size: PixelSize(width: 32, height: 16),
    premultipliedPixels: (0..<512).map { $0 % 32 < 16 ? 0xFFFF_0000 : 0xFF00_00FF })

  private func shown(_ change: (ImageLayer) -> Void) -> [UInt32] {
    let canvas = Canvas(width: 120, height: 100)
    let layer = ImageLayer()
    layer.contents = picture
    layer.contentsRect = Rect(x: 0, y: 0, width: 0.5, height: 1)
    change(layer)
    canvas.add(layer, x: 10, y: 10, width: 90, height: 70)
    canvas.advance(to: 0)
    return canvas.image.premultipliedPixels
  }

  private static let sizes = [(300.0, 300.0), (90, 70), (16, 16), (5, 4), (1.5, 1)]

  @Test(arguments: sizes, [0, 0.3, 1.5707963267948966] as [Double])
  func `a part is shown in its own colours at any size and angle`(
    size: (Double, Double), angle: Double
  ) {
    let pixels = shown { layer in
      layer.transform = Transform3D.scale(x: size.0 / 90, y: size.1 / 70)
        .followed(by: .rotation(angle))
    }
    #expect(pixels.allSatisfy { $0 & 0xFFFF == 0 })
    #expect(pixels.contains { $0 >> 16 & 0xFF > 40 })
  }

  @Test func `nine parts of a part are shown in its own colours`() {
    let pixels = shown { layer in
      layer.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    }
    #expect(pixels.allSatisfy { $0 & 0xFFFF == 0 })
    #expect(pixels[45 * 120 + 50] == 0xFFFF_0000 && pixels[45 * 120 + 98] == 0xFFFF_0000)
  }

  @Test func `particles show a part in its own colours`() {
    let canvas = Canvas(width: 120, height: 100)
    let emitter = EmitterLayer()
    canvas.place(emitter, x: 0, y: 0, width: 120, height: 100)
    canvas.root.addSublayer(emitter)
    emitter.emitterPosition = Point(x: 60, y: 50)
    var cell = EmitterCell()
    cell.contents = .image(picture)
    cell.contentsRect = Rect(x: 0, y: 0, width: 0.5, height: 1)
    cell.birthRate = 20
    cell.lifetime = 1
    cell.scale = 0.9
    cell.scaleRange = 0.8
    cell.spinRange = 6
    emitter.emitterCells = [cell]
    canvas.advance(to: 0)
    canvas.advance(to: 0.9)
    let pixels = canvas.image.premultipliedPixels
    #expect(pixels.allSatisfy { $0 & 0xFFFF == 0 })
    #expect(pixels.contains(0xFFFF_0000))
  }
}
