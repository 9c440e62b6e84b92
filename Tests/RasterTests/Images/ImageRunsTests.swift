import Geometry
import TestSupport
import Testing

@testable import Raster

struct ImageRunsTests {
  private static let size = PixelSize(width: 1400, height: 9)

  /// Rows of clear, opaque and translucent stretches, within borders that are clear.
  private func image(seed: UInt64, seen: PixelRect = PixelRect(size)) -> Image {
    var random = SeededGenerator(seed: seed)
    var pixels: [UInt32] = []
    let count = Self.size.width * Self.size.height
    while pixels.count < count {
      let kind = random.int(in: 0...2)
      for _ in 0..<random.int(in: 1...(kind == 2 ? 60 : 500)) {
        let alpha = [0, 255, UInt32(random.int(in: 0...255))][kind]
        pixels.append(alpha << 24 | alpha / 2 << 16 | UInt32(random.int(in: 0...Int(alpha))))
      }
    }
    for place in 0..<count
    where !seen.contains(x: place % Self.size.width, y: place / Self.size.width) {
      pixels[place] = 0
    }
    return Image(size: Self.size, premultipliedPixels: Array(pixels.prefix(count)))
  }

  @Test
  func `the bounds of an image's visible pixels are tight to a block of columns`() throws {
    let seen = PixelRect(minX: 40, minY: 2, maxX: 1200, maxY: 7)
    let runs = try #require(image(seed: 3, seen: seen).runs)
    // Columns by blocks of 16.
    #expect(runs.seenBounds.minX >= 32 && runs.seenBounds.maxX <= 1200)
    #expect(runs.seenBounds.minY >= 2 && runs.seenBounds.maxY <= 7)
    #expect(runs.seenBounds.height > 2 && runs.seenBounds.width > 600)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `parts are of their kind, apart, and leave out what is clear`(seed: UInt64) throws {
    let image = image(seed: seed)
    let runs = try #require(image.runs)
    var random = SeededGenerator(seed: seed + 100)
    var leftOut = 0
    for row in 0..<Self.size.height {
      let offset = random.int(in: -500...500)
      let first = random.int(in: 0...Self.size.width - 1)
      let span = CoverageSpan(
        x: first + offset, length: random.int(in: 1...Self.size.width - first), mask: -1,
        value: 255)
      func places(_ kind: ImageRuns.Kind) -> [Int] {
        var spans = Scratch<CoverageSpan>()
        runs.append(kind, of: span, row: row, offset: offset, to: &spans)
        var all: [Int] = []
        for index in 0..<spans.count {
          all += (spans[index].x..<spans[index].end).map { $0 - offset }
        }
        return all
      }
      let pixels = image.premultipliedPixels[(row * Self.size.width)...].prefix(Self.size.width)
      let row = Array(pixels)
      let (opaque, mixed, seen) = (places(.opaque), places(.mixed), places(.seen))
      #expect(opaque.allSatisfy { row[$0] >> 24 == 255 }, "seed \(seed)")
      #expect(Set(opaque).isDisjoint(with: mixed), "seed \(seed)")
      #expect(seen == (opaque + mixed).sorted(), "seed \(seed)")
      let kept = Set(seen)
      let extent = first..<first + span.length
      #expect(kept.allSatisfy { extent.contains($0) }, "seed \(seed)")
      #expect(extent.allSatisfy { row[$0] == 0 || kept.contains($0) }, "seed \(seed)")
      leftOut += extent.count - kept.count
    }
    #expect(leftOut > 0, "seed \(seed)")
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `an image in parts is blended as a whole one is`(seed: UInt64) throws {
    let seen = [
      PixelRect(Self.size), PixelRect(minX: 70, minY: 1, maxX: 1400, maxY: 8),
      PixelRect(minX: 0, minY: 0, maxX: 1300, maxY: 7),
    ][Int(seed / 8)]
    let image = image(seed: seed, seen: seen)
    _ = try #require(image.runs)
    let extends = seed % 4 == 1
    var random = SeededGenerator(seed: seed + 200)
    let size = PixelSize(width: random.int(in: 600...1500), height: 12)
    let opacity = seed % 3 == 0 ? 0.4 : 1.0
    let (x, y) = (random.int(in: -300...300), random.int(in: -3...3))
    let backdrop = DrawCommand(
      shape: .fill(.rect(Rect(x: 0, y: 0, width: 1500, height: 12)), .nonZero),
      paint: .gradient(
        Gradient(
          geometry: .axial(start: .zero, end: Point(x: 1500, y: Double(seed % 2) * 9)),
          stops: [
            GradientStop(offset: 0, color: .black), GradientStop(offset: 1, color: .white),
          ])))
    let picture = DrawCommand(
      shape: .fill(.rect(Rect(x: -500, y: -50, width: 2500, height: 100)), .nonZero),
      paint: .image(
        ImagePaint(
          image: image, transform: .translation(x: Double(x), y: Double(y)),
          extendsBorders: extends)),
      opacity: opacity)
    func pixels(_ commands: [DrawCommand]) -> [UInt32] {
      let buffer = PixelBuffer(size: size, format: .argb8888)
      Renderer().draw(commands, into: buffer.surface)
      return buffer.makeImage().premultipliedPixels
    }
    let coverage = UInt8(opacity * 255 + 0.5)
    var expected = pixels([backdrop])
    for row in 0..<size.height {
      for column in 0..<size.width {
        let v = min(max(row - y, 0), Self.size.height - 1)
        let u = min(max(column - x, 0), Self.size.width - 1)
        guard extends || v == row - y && u == column - x else { continue }
        let place = row * size.width + column
        let source = Blend.scaled(
          image.premultipliedPixels[v * Self.size.width + u], by: coverage)
        expected[place] =
          source + Blend.scaled(expected[place], by: 255 - UInt8(source >> 24))
      }
    }
    let drawn = pixels([backdrop, picture])
    #expect(drawn.indices.count { drawn[$0] != expected[$0] } == 0, "seed \(seed)")
  }
}
