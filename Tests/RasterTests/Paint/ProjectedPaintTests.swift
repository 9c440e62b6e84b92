import Geometry
import TestSupport
import Testing

@testable import Raster

/// Paints that lie on a plane in space, against the homography in double precision.
@Suite struct ProjectedPaintTests {
  private let size = PixelSize(width: 96, height: 64)
  private let area = Rect(x: 0, y: 0, width: 96, height: 64)

  /// Maps 64 × 48 pixels of a picture to the screen, turned and seen from near.
  private func plane(_ turn: Double, scale: Double = 1) -> Projection {
    var view = Transform3D.identity
    view.m34 = -1.0 / 160
    return Projection(
      Transform3D.translation(x: -32, y: -24).followed(by: .scale(x: scale, y: scale))
        .followed(by: .rotation(turn, x: 0.6, y: 1, z: 0.1)).followed(by: view)
        .followed(by: .translation(x: 48, y: 32)))
  }

  private func draw(_ commands: [DrawCommand]) -> [UInt32] {
    let buffer = PixelBuffer(size: size, format: .argb8888)
    Renderer().draw(commands, into: buffer.surface)
    return buffer.makeImage().premultipliedPixels
  }

  private func component(_ pixel: UInt32, _ shift: UInt32) -> Double {
    Double(pixel >> shift & 255)
  }

  /// A picture whose red and green rise evenly.
  private func ramps() -> Image {
    var pixels: [UInt32] = []
    for y in 0..<48 {
      for x in 0..<64 { pixels.append(0xFF00_0000 | UInt32(x * 4) << 16 | UInt32(y * 5) << 8) }
    }
    return Image(size: PixelSize(width: 64, height: 48), premultipliedPixels: pixels)
  }

  @Test(arguments: [0.3, -0.7, 1.0])
  func `a smooth picture is within a level of the homography`(turn: Double) throws {
    let map = plane(turn)
    let inverse = try #require(map.inverse)
    let paint = ProjectedPaint(
      .image(ImagePaint(image: ramps(), transform: .identity)), projection: map)
    let shape = Path.rect(Rect(x: 0, y: 0, width: 64, height: 48)).projected(
      by: map, tolerance: 0.1)
    let pixels = draw([DrawCommand(shape: .fill(shape, .nonZero), paint: .projected(paint))])
    var count = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let place = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5)),
          place.x > 2, place.x < 62, place.y > 2, place.y < 46
        else { continue }
        count += 1
        let pixel = pixels[y * size.width + x]
        // Where it is shown smaller two halved copies are mixed, each of them rounded.
        let step = inverse.derivative(at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let bound = step.largestScale > 1 ? 2 : 1.01
        #expect(abs(component(pixel, 16) - (place.x - 0.5) * 4) <= bound, "\(x), \(y)")
        #expect(abs(component(pixel, 8) - (place.y - 0.5) * 5) <= bound, "\(x), \(y)")
        #expect(pixel >> 24 == 255)
      }
    }
    #expect(count > 600)
  }

  @Test func `a picture that is shown smaller shows the mean of its pixels`() throws {
    // Black and white lines, each one pixel wide: gray at a third of the size.
    var pixels: [UInt32] = []
    for y in 0..<192 { for _ in 0..<256 { pixels.append(y % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF) } }
    let image = Image(size: PixelSize(width: 256, height: 192), premultipliedPixels: pixels)
    let map = Projection(.scale(x: 0.25, y: 0.25)).followed(by: plane(0.4, scale: 0.5))
    let inverse = try #require(map.inverse)
    let paint = ProjectedPaint(
      .image(ImagePaint(image: image, transform: .identity)), projection: map)
    let drawn = draw([DrawCommand(shape: .fill(.rect(area), .nonZero), paint: .projected(paint))])
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let place = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5)),
          place.x > 8, place.x < 248, place.y > 8, place.y < 184
        else { continue }
        #expect(abs(component(drawn[y * size.width + x], 8) - 128) <= 2, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: [
    Gradient.Geometry.axial(start: Point(x: 4, y: 8), end: Point(x: 60, y: 40)),
    .radial(center: Point(x: 30, y: 20), radius: 40, scaleY: 0.7),
    .conic(center: Point(x: 30, y: 20), startAngle: 1),
  ])
  func `gradients are within two levels of the homography`(geometry: Gradient.Geometry) throws {
    let map = plane(0.6)
    let inverse = try #require(map.inverse)
    let gradient = Gradient(
      geometry: geometry,
      stops: [GradientStop(offset: 0, color: .black), GradientStop(offset: 1, color: .white)])
    let paint = ProjectedPaint(.gradient(gradient), projection: map)
    let drawn = draw([DrawCommand(shape: .fill(.rect(area), .nonZero), paint: .projected(paint))])
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = try #require(inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5)))
        var offset: Double
        switch geometry {
        case .axial(let start, let end):
          let axis = end - start
          offset = (place - start).dot(axis) / axis.dot(axis)
        case .radial(let center, let radius, let scaleY):
          let way = place - center
          offset = Vector(dx: way.dx / radius, dy: way.dy / radius / scaleY).length
        default: continue
        }
        offset = min(max(offset, 0), 1)
        #expect(abs(component(drawn[y * size.width + x], 8) - offset * 255) <= 2, "\(x), \(y)")
      }
    }
  }

  @Test func `a projection that is affine gives what the transform gives`() {
    let gradient = Gradient(
      geometry: .radial(center: Point(x: 30, y: 20), radius: 40, scaleY: 0.7),
      stops: [GradientStop(offset: 0, color: .black), GradientStop(offset: 1, color: .white)])
    let turned = AffineTransform.rotation(0.3)
    let plain = draw([
      DrawCommand(
        shape: .fill(.rect(area), .nonZero), paint: .gradient(gradient), transform: turned)
    ])
    let paint = ProjectedPaint(.gradient(gradient), projection: Projection(turned))
    let projected = draw([
      DrawCommand(
        shape: .fill(Path.rect(area).transformed(by: turned), .nonZero), paint: .projected(paint))
    ])
    for (a, b) in zip(plain, projected) { #expect(abs(component(a, 8) - component(b, 8)) <= 1) }
  }

  @Test func `a part of the picture is drawn as in the whole, and no number traps`() {
    var generator = SeededGenerator(seed: 0x9B01)
    let extremes = [0, 1, -1, 1e-300, 1e300, -.greatestFiniteMagnitude, .infinity, .nan, 0.01]
    func any() -> Double { extremes[generator.int(in: 0...(extremes.count - 1))] }
    let stops = [GradientStop(offset: 0, color: .black), GradientStop(offset: 1, color: .white)]
    for _ in 0..<200 {
      let map = Projection(
        AffineTransform(a: any(), b: any(), c: any(), d: any(), tx: any(), ty: any()), g: any(),
        h: any(), k: any())
      let image = ProjectedPaint(
        .image(ImagePaint(image: ramps(), transform: .identity)), projection: map)
      let gradient = ProjectedPaint(
        .gradient(
          Gradient(geometry: .axial(start: .zero, end: Point(x: any(), y: 9)), stops: stops)),
        projection: map)
      _ = draw(
        [image, gradient].map {
          DrawCommand(shape: .fill(.rect(area), .nonZero), paint: .projected($0), opacity: 0.7)
        })
    }
    let map = plane(0.9)
    let paint = ProjectedPaint(
      .image(ImagePaint(image: ramps(), transform: .identity)), projection: map)
    let command = DrawCommand(
      shape: .fill(.rect(area), .nonZero), paint: .projected(paint), opacity: 0.8)
    let whole = draw([command])
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let renderer = Renderer()
    for x in stride(from: 0, to: 96, by: 7) {
      renderer.draw(
        [command], region: Region(PixelRect(minX: x, minY: 0, maxX: min(x + 7, 96), maxY: 64)),
        into: buffer.surface)
    }
    #expect(buffer.makeImage().premultipliedPixels == whole)
  }
}
