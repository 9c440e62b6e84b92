import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// The rows that outlines keep from one frame to the next.
  struct SpanCacheTests {
    private static let size = PixelSize(width: 283, height: 161)

    /// Shapes too large for coverage caches: rings that touch and overlap, bars, segments, and
    /// many edges.
    private func large(_ random: inout SeededGenerator) -> [DrawCommand] {
      let center = Point(x: random.double(in: 100...180), y: random.double(in: 60...100))
      let radius = random.double(in: 40...120)
      let ring = Path.circle(center: center, radius: radius)
      var segments = Path()
      var spikes = Path()
      for index in 0..<24 {
        let start = Double(index) * .pi / 12
        let arc = CircularArc(center: center, radius: radius, startAngle: start, sweep: 0.13)
        segments.append(.move(arc.point(atAngle: start)))
        segments.addArc(center: center, radius: radius, startAngle: start, sweep: 0.13)
        for half in 0..<2 {
          let extent = random.double(in: half == 0 ? 20...40 : 90...140)
          let angle = start + Double(half) * .pi / 24
          let point = CircularArc(center: center, radius: extent, startAngle: 0, sweep: 1)
            .point(atAngle: angle)
          spikes.append(index + half == 0 ? .move(point) : .line(point))
        }
      }
      spikes.append(.close)
      let bar = Rect(x: 10.25, y: random.double(in: 0...120), width: 240.5, height: 24)
      let style = StrokeStyle(width: random.double(in: 1...60), cap: .square)
      let shapes: [Shape] = [
        .fill(ring, .nonZero), .stroke(ring, style), .stroke(segments, StrokeStyle(width: 12)),
        .fill(.roundedRect(bar, radius: 12), .nonZero), .fill(spikes, .evenOdd),
      ]
      return shapes.map { shape in
        DrawCommand(
          shape: shape,
          paint: .color(
            Color(
              red: random.double(in: 0...1), green: random.double(in: 0...1), blue: 1,
              alpha: random.chance(0.5) ? 1 : 0.6)),
          opacity: random.chance(0.5) ? 1 : 0.7,
          clips: random.chance(0.3) ? [shapes[random.int(in: 0...3)]] : [])
      }
    }

    private func drawn(_ commands: [DrawCommand], _ groups: [DrawGroup]) -> [UInt8] {
      let buffer = PixelBuffer(size: Self.size, format: .argb8888)
      Renderer().draw(commands, groups: groups, into: buffer.surface)
      return buffer.bytes
    }

    @Test(arguments: KernelPath.allCases, 0..<10 as Range<UInt64>)
    func `frames of parts that were drawn before equal the first one`(
      path: KernelPath, seed: UInt64
    ) {
      path.use()
      defer { KernelPath.avx512.use() }
      var random = SeededGenerator(seed: 9300 + seed)
      var picture = RandomPicture(seed: 9400 + seed, size: Self.size)
      // Rows of a shape alone on its backdrop are written directly; rows with other shapes are
      // composed.
      var commands = seed % 3 == 0 ? [] : picture.commands(6)
      let more = large(&random)
      commands += seed % 3 == 0 ? [more[Int(seed) / 3]] : more
      let groups = seed % 3 == 1 ? picture.groups(in: 0..<commands.count, masked: 0.3) : []
      var expected = drawn(commands, groups)
      let renderer = Renderer()
      for frame in 0..<9 {
        if frame == 5 {
          let place = random.int(in: 0...commands.count - 1)
          commands[place] = seed % 3 == 0 ? large(&random)[0] : picture.commands(1)[0]
          expected = drawn(commands, groups)
        }
        let region = frame % 4 == 0 ? Region(PixelRect(Self.size)) : picture.region(5)
        let buffer = PixelBuffer(size: Self.size, format: .argb8888)
        renderer.draw(commands, groups: groups, region: region, into: buffer.surface)
        var wrong = 0
        let bytes = buffer.bytes
        for place in bytes.indices {
          let (x, y) = (place % buffer.stride / 4, place / buffer.stride)
          let isDrawn = region.contains(x: x, y: y)
          if bytes[place] != (isDrawn ? expected[place] : 0) { wrong += 1 }
        }
        #expect(wrong == 0, "seed \(seed), frame \(frame), \(region.rects)")
      }
    }

    @Test func `rows are kept from the second frame on, as long as their shape stays`() {
      let center = Point(x: 140, y: 80)
      var command = DrawCommand(
        shape: .stroke(.circle(center: center, radius: 60), StrokeStyle(width: 20)),
        paint: .color(.white))
      let buffer = PixelBuffer(size: Self.size, format: .argb8888)
      var sweep = Sweep()
      func cacheByteCount() -> Int {
        sweep.prepare([command], groups: [], size: Self.size)
        // A frame may have several rectangles.
        for (top, bottom) in [(0, 81), (80, 161)] {
          sweep.draw(PixelRect(minX: 0, minY: top, maxX: 283, maxY: bottom), into: buffer.surface)
        }
        return sweep.cacheByteCount
      }
      let shape = cacheByteCount()
      let rows = cacheByteCount()
      let least = 140 * MemoryLayout<CoverageSpan>.stride
      #expect(rows > shape + least)
      #expect(cacheByteCount() == rows)
      command.paint = .color(.black)
      #expect(cacheByteCount() == rows)
      command.transform = .translation(x: 1, y: 0.5)
      // Edges and their strips may keep more capacity than before.
      #expect(cacheByteCount() < shape + least)
    }
  }
}
