import Geometry
import TestSupport
import Testing

@testable import Raster

private let size = PixelSize(width: 256, height: 192)

private func drawn(_ gradient: Gradient, opacity: Double = 1) -> [UInt32] {
  let buffer = PixelBuffer(size: size, format: .argb8888)
  let command = DrawCommand(
    shape: .fill(.rect(Rect(PixelRect(size))), .nonZero), paint: .gradient(gradient),
    opacity: opacity)
  Renderer().draw([command], into: buffer.surface)
  return buffer.makeImage().premultipliedPixels
}

private func gray(_ level: Double) -> Color {
  Color(red: level / 255, green: level / 255, blue: level / 255)
}

@Suite struct DitheredGradientTests {
  /// Gradients whose levels last for many pixels, and the offset at a point of each.
  private static let wide: [(Gradient.Geometry, @Sendable (Point) -> Double)] = [
    (.axial(start: .zero, end: Point(x: 0, y: 192)), { $0.y / 192 }),
    (.axial(start: .zero, end: Point(x: 256, y: 0)), { $0.x / 256 }),
    (.axial(start: .zero, end: Point(x: 224, y: 224)), { ($0.x + $0.y) / 448 }),
    (
      .radial(center: Point(x: 90, y: 80), radius: 260, scaleY: 1),
      { Vector(dx: $0.x - 90, dy: $0.y - 80).length / 260 }
    ),
  ]

  @Test(arguments: 0..<4, [1, 0.5])
  func `eight pixels by eight have the mean of the gradient`(number: Int, opacity: Double) {
    let (geometry, offset) = Self.wide[number]
    let stops = [
      GradientStop(offset: 0, color: gray(7)), GradientStop(offset: 1, color: gray(15)),
    ]
    let pixels = drawn(Gradient(geometry: geometry, stops: stops), opacity: opacity)
    var farthest = 0.0
    var values = Set<UInt32>()
    for y in stride(from: 0, to: size.height, by: 8) {
      for x in stride(from: 0, to: size.width, by: 8) {
        var (sum, exact) = (0.0, 0.0)
        for index in 0..<64 {
          let place = (x + index % 8, y + index / 8)
          let level = pixels[place.1 * size.width + place.0] & 255
          values.insert(level)
          sum += Double(level)
          exact +=
            (7 + 8 * offset(Point(x: Double(place.0) + 0.5, y: Double(place.1) + 0.5))) * opacity
        }
        farthest = max(farthest, abs(sum - exact) / 64)
      }
    }
    #expect(values.count > 3)
    #expect(farthest < 0.15, "without a dither it is 0.5")
  }

  @Test func `a conic gradient has no bands`() {
    let stops = [
      GradientStop(offset: 0, color: gray(7)), GradientStop(offset: 0.5, color: gray(11)),
      GradientStop(offset: 1, color: gray(7)),
    ]
    let pixels = drawn(
      Gradient(geometry: .conic(center: Point(x: 128, y: 96), startAngle: 0), stops: stops))
    // Along the last row, one side of a level to the other.
    let row = pixels[(size.height - 1) * size.width..<size.height * size.width]
    let changes = zip(row, row.dropFirst()).count { $0 != $1 }
    #expect(changes > 60)
  }

  @Test(arguments: 0..<4) func `a gradient of one colour has no noise`(number: Int) {
    let geometry = Self.wide[number].0
    for (stops, opacity) in [([gray(7), gray(7)], 1), ([gray(100.3), gray(100.3)], 0.7)] {
      let pixels = drawn(
        Gradient(
          geometry: geometry,
          stops: stops.enumerated().map { GradientStop(offset: Double($0), color: $1) }),
        opacity: opacity)
      #expect(Set(pixels).count == 1)
    }
  }

  @Test(arguments: 0..<4) func `levels that are met exactly are kept`(number: Int) {
    // A plateau between two slopes.
    let stops = [
      GradientStop(offset: 0, color: gray(7)), GradientStop(offset: 0.4, color: gray(12)),
      GradientStop(offset: 0.6, color: gray(12)), GradientStop(offset: 1, color: gray(20)),
    ]
    let (geometry, offset) = Self.wide[number]
    let pixels = drawn(Gradient(geometry: geometry, stops: stops))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = offset(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        if place > 0.401, place < 0.599 { #expect(pixels[y * size.width + x] & 255 == 12) }
      }
    }
  }

  @Test(arguments: 0..<4) func `gray stays gray, and nothing is above its alpha`(number: Int) {
    let stops = [
      GradientStop(offset: 0, color: gray(255)),
      GradientStop(offset: 1, color: Color(red: 1, green: 1, blue: 1, alpha: 0.9)),
    ]
    let pixels = drawn(Gradient(geometry: Self.wide[number].0, stops: stops), opacity: 0.4)
    #expect(pixels.allSatisfy { $0 & 255 == $0 >> 24 && $0 >> 16 & 255 == $0 >> 24 })
    #expect(Set(pixels).count > 5)
  }

  @Test(arguments: 0..<4) func `parts are those of the whole`(number: Int) {
    let stops = [
      GradientStop(offset: 0, color: gray(7)), GradientStop(offset: 1, color: gray(29)),
    ]
    let gradient = Gradient(geometry: Self.wide[number].0, stops: stops)
    let whole = drawn(gradient)
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let command = DrawCommand(
      shape: .fill(.rect(Rect(PixelRect(size))), .nonZero), paint: .gradient(gradient))
    var random = SeededGenerator(seed: 3)
    var region = Region()
    for _ in 0..<20 {
      let (x, y) = (random.int(in: 0...200), random.int(in: 0...150))
      region.formUnion(
        PixelRect(
          minX: x, minY: y, maxX: x + random.int(in: 1...55), maxY: y + random.int(in: 1...40)))
    }
    Renderer().draw([command], region: region, into: buffer.surface)
    let part = buffer.makeImage().premultipliedPixels
    for rect in region.rects {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          #expect(part[y * size.width + x] == whole[y * size.width + x])
        }
      }
    }
  }

  @Test(arguments: [
    Gradient.Geometry.radial(center: Point(x: 400, y: 2), radius: 900, scaleY: 1),
    .conic(center: Point(x: 610, y: 1), startAngle: 1),
  ])
  func `wide rows are those of their parts`(geometry: Gradient.Geometry) {
    let stops = [
      GradientStop(offset: 0, color: gray(7)), GradientStop(offset: 1, color: gray(29)),
    ]
    let size = PixelSize(width: 1100, height: 3)
    let command = DrawCommand(
      shape: .fill(.rect(Rect(PixelRect(size))), .nonZero),
      paint: .gradient(Gradient(geometry: geometry, stops: stops)))
    let whole = PixelBuffer(size: size, format: .argb8888)
    let parts = PixelBuffer(size: size, format: .argb8888)
    Renderer().draw([command], into: whole.surface)
    for x in stride(from: 0, to: size.width, by: 50) {
      let part = PixelRect(minX: x, minY: 0, maxX: x + 50, maxY: size.height)
      Renderer().draw([command], region: Region(part), into: parts.surface)
    }
    #expect(whole.makeImage().premultipliedPixels == parts.makeImage().premultipliedPixels)
  }
}
