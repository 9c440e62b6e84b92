import Glibc
import Geometry
import Raster
import TestSupport
import Testing

struct GradientTests {
  private static let size = PixelSize(width: 97, height: 41)

  private func drawn(_ gradient: Gradient, transform: Geometry.AffineTransform = .identity)
    -> [UInt32]
  {
    let buffer = PixelBuffer(size: GradientTests.size, format: .argb8888)
    var everything = Path()
    everything.addRect(Rect(x: -1e5, y: -1e5, width: 2e5, height: 2e5))
    Renderer().draw(
      [
        DrawCommand(
          shape: .fill(everything, .nonZero), paint: .gradient(gradient), transform: transform)
      ], into: buffer.surface)
    return buffer.makeImage().premultipliedPixels
  }

  /// Premultiplied components at an offset, in 0…255.
  private func color(_ stops: [GradientStop], at offset: Double) -> [Double] {
    func parts(_ color: Color) -> [Double] {
      [color.blue, color.green, color.red, 1].map { $0 * color.alpha * 255 }
    }
    guard let first = stops.first, let last = stops.last else { return [] }
    if offset <= first.offset { return parts(first.color) }
    if offset >= last.offset { return parts(last.color) }
    for (a, b) in zip(stops, stops.dropFirst()) where offset < b.offset {
      let part = (offset - a.offset) / (b.offset - a.offset)
      return zip(parts(a.color), parts(b.color)).map { $0 + ($1 - $0) * part }
    }
    return parts(last.color)
  }

  @Test func `narrow bands with hard edges stay`() {
    // Rings of a pixel each, two pixels apart, in a radial gradient of a thousand pixels.
    let colors = [Color(red: 0, green: 0, blue: 0), Color(red: 1, green: 1, blue: 1)]
    var stops: [GradientStop] = []
    for ring in 0..<40 {
      for (edge, color) in [(0, 0), (0, 1), (1, 1), (1, 0)] {
        let offset = (Double(2 * ring + 1) + Double(edge)) / 1000
        stops.append(GradientStop(offset: offset, color: colors[color]))
      }
    }
    let center = Point(x: 0, y: 20.5)
    let pixels = drawn(
      Gradient(geometry: .radial(center: center, radius: 1000, scaleY: 1), stops: stops))
    let row = 20 * Self.size.width
    for x in 0..<80 { #expect(pixels[row + x] & 255 == (x % 2 == 1 ? 255 : 0), "at \(x)") }
  }

  private func expectNear(
    _ gradient: Gradient, seed: UInt64, transform: Geometry.AffineTransform = .identity,
    offset: (Point) -> Double
  ) throws {
    let pixels = drawn(gradient, transform: transform)
    let inverse = try #require(transform.inverse)
    var largest = 0.0
    for y in 0..<GradientTests.size.height {
      for x in 0..<GradientTests.size.width {
        let place = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let expected = color(gradient.stops, at: offset(place))
        let pixel = pixels[y * GradientTests.size.width + x]
        for (index, value) in expected.enumerated() {
          largest = max(largest, abs(value - Double((pixel >> (8 * index)) & 255)))
        }
      }
    }
    #expect(largest <= 1, "seed \(seed)")
  }

  private func randomStops(_ random: inout SeededGenerator) -> [GradientStop] {
    [0, 0.3, 0.55, 1].map { offset in
      GradientStop(
        offset: offset,
        color: Color(
          red: random.double(in: 0...1), green: random.double(in: 0...1),
          blue: random.double(in: 0...1), alpha: random.chance(0.5) ? 1 : random.double(in: 0...1)))
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `axial gradients are within a level of double precision`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let start = Point(x: random.double(in: -20...100), y: random.double(in: -20...60))
    let end = Point(x: random.double(in: -20...100), y: random.double(in: -20...60))
    let gradient = Gradient(
      geometry: .axial(start: start, end: end), stops: randomStops(&random))
    let axis = end - start
    let transform =
      seed < 4
      ? Geometry.AffineTransform.identity
      : .rotation(random.double(in: 0...6)).followed(by: .scale(x: 1.5, y: 0.75))
    try expectNear(gradient, seed: seed, transform: transform) {
      ($0 - start).dot(axis) / axis.dot(axis)
    }
  }

  /// Stops far apart, close together, and closer than a segment has a slope for.
  private func unevenStops(_ random: inout SeededGenerator) -> [GradientStop] {
    var offset = random.double(in: 0...0.3)
    return (0..<random.int(in: 2...7)).map { _ in
      defer {
        offset += [0, 1e-8, 3e-6, 0.02, 0.2, 0.4][random.int(in: 0...5)]
      }
      return GradientStop(
        offset: min(offset, 1),
        color: Color(
          red: random.chance(0.3) ? 1 : random.double(in: 0...1),
          green: random.chance(0.3) ? 0 : random.double(in: 0...1),
          blue: random.double(in: 0...1)))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `axial gradients of any length are the same in every rotation`(seed: UInt64) {
    var random = SeededGenerator(seed: 300 + seed)
    let size = PixelSize(width: 523, height: 47)
    let length = [0.6, 4, 90, 900, 2e4, 3e6][random.int(in: 0...5)]
    let angle =
      random.chance(0.3) ? Double(random.int(in: 0...7)) * .pi / 4 : random.double(in: 0...6)
    let axis = Vector(dx: cos(angle) * length, dy: sin(angle) * length)
    let middle = Point(x: random.double(in: 0...523), y: random.double(in: 0...47))
    let start = middle - axis * random.double(in: 0...1)
    let stops = unevenStops(&random)
    let command = DrawCommand(
      shape: .fill(.rect(Rect(x: 0, y: 0, width: 523, height: 47)), .nonZero),
      paint: .gradient(
        Gradient(geometry: .axial(start: start, end: start + axis), stops: stops)))
    let upright = PixelBuffer(size: size, format: .xrgb8888)
    Renderer().draw([command], into: upright.surface)
    let pixels = upright.makeImage().premultipliedPixels
    // The uncertainty of a stop's place, as a part of the axis.
    let slack = 0x1p-19
    var farthest = 0.0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let offset = (place - start).dot(axis) / axis.dot(axis)
        let pixel = pixels[y * size.width + x]
        let distance =
          [0, -slack, slack].map { shift in
            zip(color(stops, at: offset + shift), [0, 8, 16] as [UInt32]).map {
              abs($0 - Double((pixel >> $1) & 255))
            }.max() ?? 0
          }.min() ?? 0
        farthest = max(farthest, distance)
      }
    }
    #expect(farthest <= 1, "seed \(seed), \(length) pixels")

    for rotation in [Rotation.right, .upsideDown, .left] {
      let scanout = rotation.rotated(size)
      let memory = PixelBuffer(size: scanout, format: .xrgb8888)
      let target = memory.surface
      let surface = unsafe Surface(
        base: target.base, width: size.width, height: size.height, stride: target.stride,
        format: .xrgb8888, rotation: rotation)
      Renderer().draw([command], into: surface)
      var wrong = 0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let rotated = unsafe target.base.load(
            fromByteOffset: surface.byteOffset(x: x, y: y), as: UInt32.self)
          if rotated & 0xFFFFFF != pixels[y * size.width + x] & 0xFFFFFF { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed), \(rotation)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `radial gradients are within a level of double precision`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let center = Point(x: random.double(in: 0...97), y: random.double(in: 0...41))
    let radius = random.double(in: 20...90)
    let scale = random.double(in: 0.4...2)
    let gradient = Gradient(
      geometry: .radial(center: center, radius: radius, scaleY: scale),
      stops: randomStops(&random))
    try expectNear(gradient, seed: seed) {
      hypot($0.x - center.x, ($0.y - center.y) / scale) / radius
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `conic gradients are within a level of double precision`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let center = Point(x: random.double(in: 20...70), y: random.double(in: 10...30))
    let start = random.double(in: -3...3)
    var stops = randomStops(&random)
    // The gradient has no seam, since at a seam neither side's colour is right.
    stops[3].color = stops[0].color
    let gradient = Gradient(geometry: .conic(center: center, startAngle: start), stops: stops)
    try expectNear(gradient, seed: seed) {
      let turns = (atan2($0.y - center.y, $0.x - center.x) - start) / (2 * .pi)
      return turns - turns.rounded(.down)
    }
  }

  @Test func `a gradient without an extent shows its last colour`() {
    let stops = [
      GradientStop(offset: 0, color: .white),
      GradientStop(offset: 1, color: Color(red: 1, green: 0, blue: 0)),
    ]
    let point = Point(x: 5, y: 5)
    for geometry: Gradient.Geometry in [
      .axial(start: point, end: point), .radial(center: point, radius: 0, scaleY: 1),
    ] {
      #expect(
        drawn(Gradient(geometry: geometry, stops: stops)).allSatisfy { $0 == 0xFFFF_0000 })
    }
  }

  @Test func `two stops at one offset make an edge`() {
    let stops = [
      GradientStop(offset: 0, color: .black), GradientStop(offset: 0.5, color: .black),
      GradientStop(offset: 0.5, color: .white), GradientStop(offset: 1, color: .white),
    ]
    let pixels = drawn(
      Gradient(
        geometry: .axial(start: .zero, end: Point(x: 40, y: 0)), stops: stops))
    for x in 0..<97 { #expect(pixels[x] == (x < 20 ? 0xFF00_0000 : 0xFFFF_FFFF)) }
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, 0])
  func `hostile gradients do not trap`(value: Double) {
    let stops = [
      GradientStop(offset: value, color: Color(red: value, green: 1, blue: -3, alpha: value)),
      GradientStop(offset: -value, color: .white), GradientStop(offset: 1, color: .black),
    ]
    let geometries: [Gradient.Geometry] = [
      .axial(start: Point(x: value, y: 0), end: Point(x: 3, y: value)),
      .axial(start: Point(x: 0, y: 0), end: Point(x: 1e-200, y: 0)),
      .radial(center: Point(x: value, y: 1), radius: value, scaleY: value),
      .radial(center: Point(x: 1, y: 1), radius: 1e-300, scaleY: 1),
      .conic(center: Point(x: value, y: 1), startAngle: value),
    ]
    for geometry in geometries {
      _ = drawn(Gradient(geometry: geometry, stops: stops))
      _ = drawn(Gradient(geometry: geometry, stops: []))
      _ = drawn(Gradient(geometry: geometry, stops: stops), transform: .scale(x: 1e-9, y: value))
    }
  }
}
