import Geometry
import Raster
import TestSupport
import Testing

/// Gradients that go on beyond their ends, that begin at a focus, or that lie in a space of their
/// own, against their definitions.
@Suite struct SpreadGradientTests {
  private let size = PixelSize(width: 67, height: 41)

  private func drawn(_ gradient: Gradient, _ transform: AffineTransform = .identity) -> [UInt32] {
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let whole = Path.rect(Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4))
    let command = DrawCommand(
      shape: .fill(whole, .nonZero), paint: .gradient(gradient), transform: transform)
    Renderer().draw([command], into: buffer.surface)
    return buffer.makeImage().premultipliedPixels
  }

  private func expect(_ gradient: Gradient, _ offset: (Point) -> Double) throws {
    let transform = AffineTransform.rotation(0.3).followed(by: .translation(x: 20, y: 4))
    let inverse = try #require(gradient.transform.followed(by: transform).inverse)
    let pixels = drawn(gradient, transform)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let raw = offset(place)
        let spread: Double
        switch gradient.spread {
        case .pad: spread = min(max(raw, 0), 1)
        case .repeat: spread = raw - raw.rounded(.down)
        case .reflect: spread = abs(raw - 2 * (raw / 2).rounded())
        }
        // Where it begins again it jumps.
        if gradient.spread == .repeat, abs(raw - raw.rounded()) < 0.01 { continue }
        let level = Double(pixels[y * size.width + x] & 255)
        #expect(abs(level - spread * 255) <= 2, "(\(x), \(y)): \(level), not \(spread * 255)")
      }
    }
  }

  private let stops = [
    GradientStop(offset: 0, color: .black), GradientStop(offset: 1, color: .white),
  ]

  @Test(arguments: [Gradient.Spread.pad, .repeat, .reflect])
  func `an axial gradient continues by its spread`(spread: Gradient.Spread) throws {
    let start = Point(x: 3, y: 5)
    let end = Point(x: 17, y: 12)
    try expect(Gradient(geometry: .axial(start: start, end: end), stops: stops, spread: spread)) {
      ($0 - start).dot(end - start) / (end - start).dot(end - start)
    }
  }

  @Test(arguments: [Gradient.Spread.pad, .repeat, .reflect])
  func `a radial gradient continues by its spread`(spread: Gradient.Spread) throws {
    let center = Point(x: 10, y: 8)
    let geometry = Gradient.Geometry.radial(center: center, radius: 9, scaleY: 1)
    try expect(Gradient(geometry: geometry, stops: stops, spread: spread)) {
      ($0 - center).length / 9
    }
  }

  @Test(arguments: [Gradient.Spread.pad, .repeat, .reflect])
  func `a focal gradient is that of the largest circle through a point`(
    spread: Gradient.Spread
  ) throws {
    let center = Point(x: 10, y: 12)
    let focus = Point(x: 6, y: 9)
    let geometry = Gradient.Geometry.focal(
      center: center, radius: 14, focus: focus, focalRadius: 3)
    try expect(Gradient(geometry: geometry, stops: stops, spread: spread)) { point in
      // The circle grows with the offset, so halving finds the one that meets the point.
      var (low, high) = (-3 / 11.0, 1000.0)
      for _ in 0..<80 {
        let middle = (low + high) / 2
        let about = focus + (center - focus) * middle
        if (point - about).length > 3 + 11 * middle { low = middle } else { high = middle }
      }
      return low
    }
  }

  @Test func `a gradient's own space may be stretched and turned`() throws {
    let transform = AffineTransform(a: 2, b: 0.5, c: -0.3, d: 1, tx: 4, ty: 2)
    let center = Point(x: 3, y: 4)
    for (geometry, offset) in [
      (
        Gradient.Geometry.radial(center: center, radius: 9, scaleY: 1),
        { (point: Point) in (point - center).length / 9 }
      ),
      (
        .axial(start: .zero, end: Point(x: 10, y: 0)), { (point: Point) in point.x / 10 }
      ),
    ] {
      try expect(Gradient(geometry: geometry, stops: stops, transform: transform), offset)
    }
  }

  @Test func `circles that do not lie in one another paint a cone`() {
    let center = Point(x: 20, y: 20)
    let focus = Point(x: 60, y: 20)
    let geometry = Gradient.Geometry.focal(
      center: center, radius: 10, focus: focus, focalRadius: 0)
    let pixels = drawn(Gradient(geometry: geometry, stops: stops))
    // The sides of the cone touch the circle: their angle to the axis has the sine 10 / 40.
    let slope = 0.25 / (1 - 0.0625).squareRoot()
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let side = (focus.x - place.x) * slope - abs(place.y - focus.y)
        if abs(side) < 0.1 { continue }
        let pixel = pixels[y * size.width + x]
        #expect((pixel != 0) == (side > 0), "(\(x), \(y))")
        // The circle of offset t meets the axis at 60 − 30·t, on its side nearer to the focus.
        if y == 20, side > 0, place.x > 12 {
          #expect(abs(Double(pixel & 255) - min((60 - place.x) / 30, 1) * 255) <= 4, "\(x)")
        }
      }
    }
  }
}
