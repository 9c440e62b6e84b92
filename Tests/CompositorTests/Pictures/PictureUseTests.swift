import Geometry
import Layers
import Raster
import Testing

@testable import Compositor

/// The copies of a picture that drawing will need, made before the picture arrives.
@Suite struct PictureUseTests {
  private func picture(_ width: Int, _ height: Int) -> Image {
    Image(
      size: PixelSize(width: width, height: height),
      premultipliedPixels: (0..<width * height).map { 0xFF00_0000 | UInt32($0) &* 2_654_435_761 })
  }

  private static let layers: [@Sendable (ImageLayer) -> Void] = [
    { _ in },
    { $0.contentsGravity = .resizeAspectFill },
    { $0.contentsRect = Rect(x: 0.25, y: 0, width: 0.5, height: 0.75) },
    { $0.transform = .rotation(.pi / 2) },
    { $0.transform = .rotation(0.3) },
  ]

  @Test(arguments: layers.indices, Rotation.allCases)
  func `a picture has the same pixels with its smaller copy`(index: Int, rotation: Rotation) {
    let (canvas, plain) = (Canvas(width: 100, height: 60), Canvas(width: 100, height: 60))
    let layers = [canvas, plain].map { canvas in
      let layer = ImageLayer()
      Self.layers[index](layer)
      canvas.add(layer, x: 3, y: 4, width: 90, height: 50)
      return layer
    }
    canvas.advance(to: 0)
    let image = picture(300, 190)
    let use = canvas.compositor.use(of: layers[0])
    #expect(use != nil)
    use?.prepare(image)
    let copies = image.copies
    #expect(copies.count == 1)
    layers[0].contents = image
    layers[1].contents = picture(300, 190)
    let frames = [canvas, plain].map { canvas in
      canvas.tree.advance(to: 1)
      _ = canvas.compositor.update()
      let scanout = rotation.rotated(canvas.size)
      let buffer = PixelBuffer(size: scanout, format: .xrgb8888)
      canvas.compositor.draw(
        Region(PixelRect(canvas.size)), into: buffer.surface(rotated: rotation))
      return buffer.bytes
    }
    #expect(frames[0] == frames[1])
    #expect(image.copies == copies)
  }

  @Test func `a layer without a frame yet, or in perspective, has no use`() {
    let canvas = Canvas(width: 100, height: 60)
    let layer = canvas.add(ImageLayer(), x: 0, y: 0, width: 50, height: 50)
    #expect(canvas.compositor.use(of: layer) == nil)
    var view = Transform3D.identity
    view.m34 = -0.01
    canvas.root.sublayerTransform = view
    layer.transform = .rotation(1, x: 0, y: 1, z: 0)
    canvas.advance(to: 0)
    #expect(canvas.compositor.use(of: layer) == nil)
  }
}
