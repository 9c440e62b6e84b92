import CKernels
import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Shapes over one another and over rows of one colour. Kernels and loops write several rows at a
  /// time; the reference paints rows in a line.
  struct BatchedRowWriterTests {
    private static let size = PixelSize(width: 260, height: 220)

    private struct Page {
      private var random: SeededGenerator
      private(set) var commands: [DrawCommand] = []

      init(seed: UInt64) {
        random = SeededGenerator(seed: 9500 + seed)
        addGround(Int(seed % 5))
        let center = Point(x: random.double(in: 60...200), y: random.double(in: 60...160))
        for _ in 0..<random.int(in: 1...4) {
          commands.append(DrawCommand(shape: shape(at: center), paint: .color(color())))
        }
      }

      private mutating func color(isOpaque: Bool = false) -> Color {
        Color(
          red: random.double(in: 0...1), green: random.double(in: 0...1),
          blue: random.double(in: 0...1),
          alpha: isOpaque || random.chance(0.5) ? 1 : random.double(in: 0.1...0.9))
      }

      /// None, one colour, and gradients down, along rows and across.
      private mutating func addGround(_ kind: Int) {
        guard kind > 0 else { return }
        let rect = Path.rect(Rect(x: 0, y: 0, width: 260, height: 220))
        let ends = [Point(x: 0, y: 220), Point(x: 260, y: 0), Point(x: 200, y: 90)]
        let paint: Paint
        if kind == 1 {
          paint = .color(color(isOpaque: true))
        } else {
          let stops = [0.1, 0.4, 1].map {
            GradientStop(offset: $0, color: color(isOpaque: true))
          }
          paint = .gradient(
            Gradient(geometry: .axial(start: .zero, end: ends[kind - 2]), stops: stops))
        }
        commands.append(DrawCommand(shape: .fill(rect, .nonZero), paint: paint))
      }

      /// A ring, a part of one, a polygon, a rectangle or a thick line, many around one point.
      private mutating func shape(at center: Point) -> Shape {
        let place =
          random.chance(0.7)
          ? center : Point(x: random.double(in: 0...260), y: random.double(in: 0...220))
        let radius = random.double(in: 45...130)
        let cap: LineCap = [.butt, .round, .square][random.int(in: 0...2)]
        let style = StrokeStyle(width: random.double(in: 0.4...30), cap: cap)
        switch random.int(in: 0...5) {
        case 0: return .stroke(.circle(center: place, radius: radius), style)
        case 1, 2:
          return .stroke(
            .arc(
              center: place, radius: radius, startAngle: random.double(in: 0...6),
              sweep: random.double(in: 0.5...5)), style)
        case 3:
          var path = Path()
          for corner in 0..<random.int(in: 3...7) {
            let point = Point(x: random.double(in: -40...300), y: random.double(in: -40...260))
            path.append(corner == 0 ? .move(point) : .line(point))
          }
          path.close()
          return .fill(path, random.chance(0.5) ? .nonZero : .evenOdd)
        case 4:
          // A rectangle that covers rows in part.
          return .fill(
            .rect(Rect(x: place.x - 70, y: place.y - 40.3, width: radius, height: 83.6)), .nonZero)
        default:
          var path = Path()
          path.move(to: place)
          path.addLine(
            to: Point(x: random.double(in: -40...300), y: random.double(in: -40...260)))
          return .stroke(path, style)
        }
      }
    }

    private func drawn(
      _ commands: [DrawCommand], in regions: [PixelRect], _ format: PixelFormat,
      by path: KernelPath? = nil
    ) -> [UInt8] {
      (path ?? .portable).use()
      let renderer = Renderer(path == nil ? FastPaths.all.subtracting(.writtenRows) : .all)
      let buffer = PixelBuffer(size: Self.size, format: format)
      for region in regions {
        renderer.draw(commands, region: Region(region), into: buffer.surface)
      }
      return buffer.bytes
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func `shapes over each other equal the baseline`(seed: UInt64) {
      let commands = Page(seed: seed).commands
      let format: PixelFormat = seed % 3 == 0 ? .argb8888 : .xrgb8888
      var random = SeededGenerator(seed: 9600 + seed)
      let (x, y) = (random.int(in: 1...259), random.int(in: 1...219))
      let whole = PixelRect(Self.size)
      let parts = Self.size.quarters(atX: x, y: y)
      let expected = drawn(commands, in: [whole], format)
      for path in KernelPath.allCases {
        #expect(drawn(commands, in: [whole], format, by: path) == expected, "\(seed), \(path)")
        #expect(drawn(commands, in: parts, format, by: path) == expected, "\(seed), \(path), parts")
      }
    }

    /// Shapes that stay keep their rows from the second frame on; the front one changes.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `cached shapes and others over them equal the baseline`(seed: UInt64) {
      let pages = [Page(seed: seed).commands, Page(seed: seed + 1000).commands]
      let stays = pages[0]
      let frames = [stays, stays, stays + [pages[1][pages[1].count - 1]], stays]
      let format: PixelFormat = seed % 3 == 0 ? .argb8888 : .xrgb8888
      for path in KernelPath.allCases {
        path.use()
        let renderer = Renderer()
        let buffer = PixelBuffer(size: Self.size, format: format)
        var drawn: [[UInt8]] = []
        for (index, frame) in frames.enumerated() {
          // The first frame that reads span caches reads only some rows of each.
          let region = index == 1 ? PixelRect(minX: 31, minY: 40, maxX: 203, maxY: 131) : nil
          renderer.draw(
            frame, region: Region(region ?? PixelRect(Self.size)), into: buffer.surface)
          drawn.append(buffer.bytes)
        }
        let whole = PixelRect(Self.size)
        for (frame, bytes) in zip(frames, drawn) {
          let expected = self.drawn(frame, in: [whole], format)
          #expect(bytes == expected, "\(seed), \(path)")
        }
      }
    }

    @Test(arguments: KernelPath.allCases)
    func `a ring over its track is written by strips`(path: KernelPath) {
      path.use()
      defer { KernelPath.avx512.use() }
      let shapes: [Shape] = [
        .fill(.rect(Rect(x: 0, y: 0, width: 260, height: 220)), .nonZero),
        .stroke(.circle(center: Point(x: 130, y: 110), radius: 80), StrokeStyle(width: 9)),
        .stroke(
          .arc(
            center: Point(x: 130, y: 110), radius: 80, startAngle: -1, sweep: 4),
          StrokeStyle(width: 9)),
      ]
      var items = Slots<DrawItem>()
      var order = Scratch<Int>(capacity: 4)
      var rasterizer = CoverageRasterizer()
      for (place, shape) in shapes.enumerated() {
        items.append(DrawItem())
        order.append(place)
        unsafe items.base[place].prepare(
          DrawCommand(shape: shape, paint: .color(place == 0 ? .black : .white)), size: Self.size)
        unsafe items.base[place].make(for: 0..<220, with: &rasterizer, budget: CacheBudget())
      }
      let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
      var line = Scratch<UInt32>(capacity: 300)
      line.resize(300, filledWith: 0)
      var rows = BatchedRowWriter()
      var spans = SpanRow()
      var scratch = CoverageScratch()
      var products = ClipProducts()
      var count = 0
      var row = 25
      while row < 195 {
        let part = PixelRect(minX: 0, minY: row, maxX: 260, maxY: min(row + 16, 195))
        let band = Band(part, of: items, order: order, on: buffer.surface).above(0)
        let written = unsafe rows.write(from: row, of: band, line: line.base)
        count += written
        row += max(written, 1)
        if written > 0 { continue }
        // Puts the edges of the row in order.
        for place in 1..<3 {
          spans.removeAll()
          unsafe items.base[place].appendCoverage(
            row: row - 1, minX: 0, maxX: 260, to: &spans, scratch: &scratch, products: &products)
        }
      }
      #expect(count > 100 && count < 165, "\(count)")
    }

    @Test(arguments: KernelPath.allCases)
    func `a track that is kept is read and not made again`(path: KernelPath) {
      path.use()
      defer { KernelPath.avx512.use() }
      let track = Shape.stroke(
        .circle(center: Point(x: 130, y: 110), radius: 80), StrokeStyle(width: 9))
      var items = Slots<DrawItem>()
      var order = Scratch<Int>(capacity: 4)
      var rasterizer = CoverageRasterizer()
      var budget = CacheBudget()
      items.append(DrawItem())
      order.append(0)
      unsafe items.base[0].prepare(
        DrawCommand(shape: track, paint: .color(.white)), size: Self.size)
      // A row is cached only if an earlier frame drew it, too.
      for _ in 0..<2 {
        budget.beginFrame(items)
        unsafe items.base[0].make(for: 0..<220, with: &rasterizer, budget: budget)
      }
      var spans = SpanRow()
      var scratch = CoverageScratch()
      scratch.spareRowBytes = 1 << 18
      var products = ClipProducts()
      for row in 40..<90 {
        spans.removeAll()
        unsafe items.base[0].appendCoverage(
          row: row, minX: 0, maxX: 260, to: &spans, scratch: &scratch, products: &products)
      }
      let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
      var line = Scratch<UInt32>(capacity: 300)
      line.resize(300, filledWith: 0)
      var rows = BatchedRowWriter()
      func write(_ wanted: Range<Int>) -> Int {
        let part = PixelRect(
          minX: 0, minY: wanted.lowerBound, maxX: 260, maxY: wanted.upperBound)
        let band = Band(part, of: items, order: order, on: buffer.surface)
        return unsafe rows.write(from: part.minY, of: band, line: line.base)
      }
      let counts = [write(40..<90), write(80..<100), write(90..<100)]
      #expect(counts == [16, 10, 0])
    }
  }
}
