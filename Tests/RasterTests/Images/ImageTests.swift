import Geometry
import Raster
import TestSupport
import Testing

struct ImageTests {
  private func randomImage(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Image {
    var random = SeededGenerator(seed: seed)
    let pixels = (0..<width * height).map { _ in
      UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    return Image(size: PixelSize(width: width, height: height), premultipliedPixels: pixels)
  }

  private func drawn(
    _ image: Image, transform: AffineTransform, filter: ImageFilter, width: Int, height: Int,
    format: PixelFormat = .argb8888
  ) -> [UInt32] {
    let buffer = PixelBuffer(size: PixelSize(width: width, height: height), format: format)
    let paint = ImagePaint(image: image, transform: transform, filter: filter)
    let everything = Path.rect(Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4))
    Renderer().draw(
      [DrawCommand(shape: .fill(everything, .nonZero), paint: .image(paint))],
      into: buffer.surface)
    return buffer.makeImage().premultipliedPixels
  }

  @Test(arguments: [ImageFilter.nearest, .bilinear])
  func `a copy at whole pixels is exact and ends at the image's border`(filter: ImageFilter) {
    let image = randomImage(23, 17)
    let pixels = drawn(
      image, transform: .translation(x: 5, y: 3), filter: filter, width: 40, height: 30)
    for y in 0..<30 {
      for x in 0..<40 {
        let isInside = (5..<28).contains(x) && (3..<20).contains(y)
        let expected = isInside ? image.premultipliedPixels[(y - 3) * 23 + x - 5] : 0
        #expect(pixels[y * 40 + x] == expected)
      }
    }
  }

  @Test(arguments: [ImageFilter.nearest, .bilinear], 1..<4)
  func `quarter turns are exact`(filter: ImageFilter, turns: Int) {
    let image = randomImage(19, 13)
    let turn = AffineTransform.rotation(Double(turns) * .pi / 2)
    let shift: (x: Int, y: Int) = [(0, 0), (13, 0), (19, 13), (0, 19)][turns]
    let transform = turn.followed(by: .translation(x: Double(shift.x), y: Double(shift.y)))
    let (width, height) = turns == 2 ? (19, 13) : (13, 19)
    let pixels = drawn(image, transform: transform, filter: filter, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) =
          switch turns {
          case 1: (y, 12 - x)
          case 2: (18 - x, 12 - y)
          default: (18 - y, x)
          }
        #expect(pixels[y * width + x] == image.premultipliedPixels[v * 19 + u], "\(x) \(y)")
      }
    }
  }

  @Test func `nearest enlarges by repeating pixels`() {
    let image = randomImage(7, 5)
    let pixels = drawn(
      image, transform: .scale(x: 4, y: 4), filter: .nearest, width: 28, height: 20)
    for y in 0..<20 {
      for x in 0..<28 {
        #expect(pixels[y * 28 + x] == image.premultipliedPixels[(y / 4) * 7 + x / 4])
      }
    }
  }

  @Test func `bilinear is the weighted mean of four pixels`() {
    let image = randomImage(9, 8)
    let source = image.premultipliedPixels
    let pixels = drawn(
      image, transform: .scale(x: 3, y: 3), filter: .bilinear, width: 27, height: 24)
    for y in 0..<24 {
      for x in 0..<27 {
        let u = (Double(x) + 0.5) / 3 - 0.5
        let v = (Double(y) + 0.5) / 3 - 0.5
        let (x0, y0) = (u.rounded(.down), v.rounded(.down))
        func at(_ x: Double, _ y: Double, _ shift: UInt32) -> Double {
          let column = min(max(Int(x), 0), 8)
          let row = min(max(Int(y), 0), 7)
          return Double((source[row * 9 + column] >> shift) & 255)
        }
        for shift: UInt32 in [0, 8, 16, 24] {
          let above = at(x0, y0, shift) * (1 - u + x0) + at(x0 + 1, y0, shift) * (u - x0)
          let below = at(x0, y0 + 1, shift) * (1 - u + x0) + at(x0 + 1, y0 + 1, shift) * (u - x0)
          let expected = above * (1 - v + y0) + below * (v - y0)
          let actual = Double((pixels[y * 27 + x] >> shift) & 255)
          // Weights have eight bits.
          #expect(abs(expected - actual) <= 2.5)
        }
      }
    }
  }

  @Test func `far smaller is the mean and not a sample`() {
    // A fine chequerboard has no true colour but grey.
    let pixels = (0..<64 * 64).map { ($0 / 64 + $0) & 1 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 as UInt32 }
    let image = Image(size: PixelSize(width: 64, height: 64), premultipliedPixels: pixels)
    let small = drawn(
      image, transform: .scale(x: 0.2, y: 0.2), filter: .bilinear, width: 12, height: 12)
    // Squares of five by five pixels hold 12 or 13 white ones.
    for pixel in small { #expect((122...133).contains(pixel & 255)) }
  }

  /// White lines a pixel wide on black, one every `period` pixels.
  private func lines(_ side: Int, period: Int, areColumns: Bool) -> Image {
    let pixels = (0..<side * side).map { index in
      (areColumns ? index % side : index / side) % period == 0 ? 0xFFFF_FFFF : 0xFF00_0000 as UInt32
    }
    return Image(size: PixelSize(width: side, height: side), premultipliedPixels: pixels)
  }

  @Test(arguments: 2..<40)
  func `fine lines are an even gray where each pixel has one of them`(period: Int) {
    let image = lines(period * 12, period: period, areColumns: period % 2 == 0)
    let scale = 1 / Double(period)
    let places: [AffineTransform] = [
      .identity, .translation(x: 0.4, y: 0.7),
      .rotation(.pi / 2).followed(by: .translation(x: 12, y: 0)),
      AffineTransform.scale(x: -1, y: 1).followed(by: .translation(x: 12, y: 0)),
    ]
    for place in places {
      let small = drawn(
        image, transform: .scale(x: scale, y: scale).followed(by: place), filter: .bilinear,
        width: 12, height: 12)
      for y in 1..<11 {
        for x in 1..<11 {
          let gray = Double(small[y * 12 + x] & 255)
          #expect(abs(gray - 255 * scale) <= 4, "\(x), \(y)")
        }
      }
    }
  }

  @Test func `rotated lines that are drawn at a third are nearly even`() {
    let image = lines(180, period: 3, areColumns: true)
    let transform = AffineTransform.scale(x: 1 / 3.0, y: 1 / 3.0).followed(by: .rotation(0.3))
      .followed(by: .translation(x: 20, y: 0))
    let small = drawn(image, transform: transform, filter: .bilinear, width: 80, height: 80)
    for y in 25..<50 {
      for x in 20..<40 { #expect(abs(Double(small[y * 80 + x] & 255) - 85) <= 4, "\(x), \(y)") }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `smaller at whole pixels is the mean of what each pixel shows`(seed: UInt64) {
    var random = SeededGenerator(seed: 40 + seed)
    let (width, height) = (random.int(in: 20...90), random.int(in: 20...90))
    let image = randomImage(width, height, seed: seed)
    let (stepX, stepY) = (random.double(in: 1.05...7), random.double(in: 1.05...7))
    let (columns, rows) = (Int(Double(width) / stepX), Int(Double(height) / stepY))
    let pixels = drawn(
      image, transform: .scale(x: 1 / stepX, y: 1 / stepY), filter: .bilinear, width: columns,
      height: rows)
    let source = image.premultipliedPixels
    func part(_ place: Int, _ index: Int, _ step: Double) -> Double {
      max(
        min(Double(place + 1), Double(index + 1) * step) - max(Double(place), Double(index) * step),
        0)
    }
    for y in 0..<rows {
      for x in 0..<columns {
        for shift: UInt32 in [0, 8, 16, 24] {
          var sum = 0.0
          for v in Int(Double(y) * stepY)..<min(Int(Double(y + 1) * stepY) + 1, height) {
            for u in Int(Double(x) * stepX)..<min(Int(Double(x + 1) * stepX) + 1, width) {
              sum +=
                Double((source[v * width + u] >> shift) & 255) * part(u, x, stepX)
                * part(v, y, stepY)
            }
          }
          let actual = Double((pixels[y * columns + x] >> shift) & 255)
          #expect(abs(actual - sum / (stepX * stepY)) <= 1.1, "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: [ImageFilter.nearest, .bilinear], [4, 1.5, 1, 0.4, 0.03] as [Double])
  func `a part never shows what is beside it`(filter: ImageFilter, scale: Double) {
    // Red in the middle of blue.
    let pixels = (0..<60 * 60).map { index in
      (20..<40).contains(index % 60) && (20..<40).contains(index / 60)
        ? 0xFFFF_0000 : 0xFF00_00FF as UInt32
    }
    let image = Image(size: PixelSize(width: 60, height: 60), premultipliedPixels: pixels)
    let part = Rect(x: 20, y: 20, width: 20, height: 20)
    for angle in [0, 0.4, .pi / 2, 2] {
      for extendsBorders in [false, true] {
        let transform = AffineTransform.translation(x: -30, y: -30)
          .followed(by: .scale(x: scale, y: scale)).followed(by: .rotation(angle))
          .followed(by: .translation(x: 60.3, y: 60.7))
        let buffer = PixelBuffer(size: PixelSize(width: 120, height: 120), format: .argb8888)
        let paint = ImagePaint(
          image: image, transform: transform, filter: filter, extendsBorders: extendsBorders,
          source: part)
        let everything = Path.rect(Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4))
        Renderer().draw(
          [DrawCommand(shape: .fill(everything, .nonZero), paint: .image(paint))],
          into: buffer.surface)
        let drawn = buffer.makeImage().premultipliedPixels
        #expect(drawn.allSatisfy { $0 & 0xFFFF == 0 }, "at \(angle)")
        let count = drawn.count { $0 == 0xFFFF_0000 }
        #expect(extendsBorders ? count == 120 * 120 : Double(count) <= 400 * scale * scale + 1)
        #expect(extendsBorders || Double(count) >= 400 * scale * scale - 80 * scale - 1)
      }
    }
  }

  @Test(arguments: PixelFormat.allCases, [0.0, 0.3, 0.5, 1])
  func `opacity mixes an image with what lies under it`(format: PixelFormat, opacity: Double) {
    let image = randomImage(29, 9)
    let area = Path.rect(Rect(x: 0, y: 0, width: 29, height: 9))
    let under = Color(red: 0.2, green: 0.4, blue: 0.8)
    let buffer = PixelBuffer(size: PixelSize(width: 29, height: 9), format: format)
    Renderer().draw(
      [
        DrawCommand(shape: .fill(area, .nonZero), paint: .color(under)),
        DrawCommand(
          shape: .fill(area, .nonZero),
          paint: .image(ImagePaint(image: image, transform: .identity)), opacity: opacity),
      ], into: buffer.surface)
    // Half a level for the opacity's eight bits and for each of two products.
    let tolerance = format.byteCount == 2 ? 9.0 : 1.5
    for (pixel, source) in zip(buffer.makeImage().premultipliedPixels, image.premultipliedPixels) {
      for (shift, base) in [(0, 204.0), (8, 102), (16, 51), (24, 255)] as [(UInt32, Double)] {
        let expected = Double((source >> shift) & 255) * opacity + base * (1 - opacity)
        #expect(abs(expected - Double((pixel >> shift) & 255)) <= tolerance)
      }
    }
  }

  @Test func `an image's border is antialiased`() {
    let image = Image(
      size: PixelSize(width: 4, height: 4),
      premultipliedPixels: [UInt32](repeating: 0xFFFF_FFFF, count: 16))
    let pixels = drawn(
      image, transform: .translation(x: 2.5, y: 2), filter: .bilinear, width: 10, height: 8)
    #expect(pixels[3 * 10 + 2] >> 24 == 128)
    #expect(pixels[3 * 10 + 3] >> 24 == 255)
    #expect(pixels[3 * 10 + 6] >> 24 == 128)
  }

  @Test func `the shape that is the image's own area does not cut it twice`() {
    let image = Image(
      size: PixelSize(width: 4, height: 4),
      premultipliedPixels: [UInt32](repeating: 0xFFFF_FFFF, count: 16))
    let buffer = PixelBuffer(size: PixelSize(width: 10, height: 8), format: .argb8888)
    let paint = ImagePaint(image: image, transform: .translation(x: 2.5, y: 2))
    let area = Path.rect(Rect(x: 2.5, y: 2, width: 4, height: 4))
    Renderer().draw(
      [DrawCommand(shape: .fill(area, .nonZero), paint: .image(paint))], into: buffer.surface)
    #expect(buffer.makeImage().premultipliedPixels[3 * 10 + 2] >> 24 == 128)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, 0, 1e-300, 1e12])
  func `hostile transforms do not trap`(value: Double) {
    let image = randomImage(3, 3)
    for filter in [ImageFilter.nearest, .bilinear] {
      for transform in [
        AffineTransform.scale(x: value, y: 1), .scale(x: value, y: value),
        .translation(x: value, y: -value),
        AffineTransform(a: 1, b: value, c: -value, d: 1, tx: value, ty: 0),
      ] {
        _ = drawn(image, transform: transform, filter: filter, width: 20, height: 20)
      }
    }
    let empty = Image(size: PixelSize(width: 0, height: 0), premultipliedPixels: [])
    _ = drawn(empty, transform: .identity, filter: .bilinear, width: 5, height: 5)
  }
}
