import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// Pictures of the order of layers, and of the parts of images.
@Suite struct CompositingGoldenTests {
  private static let amber = Color(red: 1, green: 0.7, blue: 0.1)
  private static let teal = Color(red: 0, green: 0.5, blue: 0.6)
  private static let rose = Color(red: 0.9, green: 0.2, blue: 0.4)

  /// A card that shows everything a layer can: shadow, background, content, sublayer and border.
  private func card(in canvas: Canvas, x: Double, y: Double) -> ShapeLayer {
    let card = canvas.add(ShapeLayer(), x: x, y: y, width: 44, height: 36, .white)
    card.cornerRadius = 8
    card.borderWidth = 4
    card.borderColor = Self.teal
    card.path = .circle(center: Point(x: 10, y: 26), radius: 14)
    card.fillColor = Self.amber
    card.shadowOpacity = 0.6
    card.shadowRadius = 3
    card.shadowOffset = Size(width: 0, height: 4)
    canvas.add(Layer(), x: 24, y: -8, width: 14, height: 30, Self.rose, to: card)
    return card
  }

  @Test func `shadow, background, content, sublayers, border: with opacity, masks and clipping`() {
    let canvas = Canvas(
      width: 152, height: 148, background: Color(red: 0.75, green: 0.8, blue: 0.85))
    for index in 0..<6 {
      let card = card(
        in: canvas, x: index % 2 == 0 ? 18 : 90, y: 12 + 48 * Double(index / 2))
      if index == 1 { card.opacity = 0.5 }
      if index == 2 || index == 5 { card.masksToBounds = true }
      if index >= 3 {
        let mask = GradientLayer()
        canvas.place(mask, x: -8, y: -10, width: 60, height: 60)
        mask.colors = [.black, .black, .clear]
        mask.locations = [0, 0.5, 1]
        mask.startPoint = Point(x: 0, y: 0.5)
        mask.endPoint = Point(x: 1, y: 0.5)
        if index == 4 {
          mask.mask = ShapeLayer()
          (mask.mask as? ShapeLayer)?.path = .circle(center: Point(x: 30, y: 30), radius: 24)
        }
        card.mask = mask
      }
      if index == 5 { card.opacity = 0.5 }
    }
    canvas.advance(to: 0)
    expectGolden(canvas.image, named: "order")
    #expect(canvas.staleness == nil)
  }

  @Test func `nine parts of a picture, stretched and cut`() {
    // The corners are 4 pixels wide, in four colours; the sides have two colours, and the middle
    // one.
    var pixels: [UInt32] = []
    for y in 0..<12 {
      for x in 0..<12 {
        let (left, right) = (x < 4, x >= 8)
        let (top, bottom) = (y < 4, y >= 8)
        let pixel: UInt32 =
          switch (left || right, top || bottom) {
          case (true, true): left == top ? 0xFFE0_4060 : 0xFF20_60C0
          case (true, false): y % 2 == 0 ? 0xFFFF_C040 : 0xFFFF_E0A0
          case (false, true): x % 2 == 0 ? 0xFF40_C080 : 0xFFA0_E0C0
          case (false, false): 0xFFF0_F0F0
          }
        pixels.append(pixel)
      }
    }
    let picture = Image(
      size: PixelSize(width: 12, height: 12), premultipliedPixels: pixels)
    let canvas = Canvas(width: 152, height: 108, background: Color(red: 0.2, green: 0.2, blue: 0.3))
    func add(
      _ x: Double, _ y: Double, _ width: Double, _ height: Double,
      _ change: (ImageLayer) -> Void
    ) {
      let layer = ImageLayer()
      layer.contents = picture
      layer.filter = .nearest
      layer.contentsCenter = Rect(x: 1 / 3.0, y: 1 / 3.0, width: 1 / 3.0, height: 1 / 3.0)
      change(layer)
      canvas.add(layer, x: x, y: y, width: width, height: height)
    }
    add(4, 4, 40, 28) { _ in }
    add(48, 4, 40, 28) { $0.contentsScale = 0.5 }
    add(92, 4, 6, 28) { _ in }
    // Between pixels, where no seam shows.
    add(104.5, 4.5, 40, 28) { $0.filter = .bilinear }
    add(4, 38, 40, 28) { $0.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0) }
    // One part, and beyond the picture.
    add(48, 38, 40, 28) {
      $0.contentsCenter = Rect(x: 0, y: 0, width: 1, height: 1)
      $0.contentsRect = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
    }
    add(92, 38, 56, 28) {
      $0.contentsCenter = Rect(x: 0, y: 0, width: 1, height: 1)
      $0.contentsRect = Rect(x: -0.5, y: -0.5, width: 2, height: 2)
      $0.contentsGravity = .resizeAspect
    }
    add(8, 76, 36, 24) {
      $0.setValue(.scalar(0.3), for: AnimationKeyPath("transform.rotation") ?? .init(.bounds))
      $0.filter = .bilinear
    }
    add(60, 72, 28, 30) {
      $0.contentsGravity = .center
      $0.contentsRect = Rect(x: 0, y: 0, width: 2 / 3.0, height: 2 / 3.0)
    }
    add(96, 72, 50, 30) {
      $0.contentsGravity = .bottomRight
      $0.contentsScale = 0.5
    }
    canvas.advance(to: 0)
    expectGolden(canvas.image, named: "picture-parts")
    #expect(canvas.staleness == nil)
  }
}
