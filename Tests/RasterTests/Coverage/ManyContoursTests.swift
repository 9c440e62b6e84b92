import CKernels
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Outlines of many small contours: in nearly every row one begins or ends.
struct ManyContoursTests {
  static let size = PixelSize(width: 360, height: 300)

  /// Marks of one kind around a ring or anywhere, some past the borders, some close together.
  static func shape(_ seed: UInt64) -> Shape {
    var random = SeededGenerator(seed: 7700 + seed)
    let center = Point(x: random.double(in: 100...260), y: random.double(in: 80...220))
    let count = random.int(in: 5...70)
    let radius = random.double(in: 60...170)
    let isRing = random.chance(0.6)
    let pitch = 2 * .pi / Double(count)
    func place(_ index: Int) -> Point {
      isRing
        ? CircularArc(center: center, radius: radius, startAngle: 0, sweep: 1)
          .point(atAngle: Double(index) * pitch)
        : Point(x: random.double(in: -10...370), y: random.double(in: -10...310))
    }
    var path = Path()
    switch seed % 4 {
    case 0:
      for index in 0..<count {
        path.append(
          .arc(
            center: center, radius: radius, startAngle: Double(index) * pitch,
            sweep: pitch * random.double(in: 0.1...0.8)))
      }
      let cap: LineCap = [.butt, .round, .square][random.int(in: 0...2)]
      return .stroke(path, StrokeStyle(width: random.double(in: 0.5...25), cap: cap))
    case 1:
      for index in 0..<count {
        path.append(.circle(center: place(index), radius: random.double(in: 0.3...14)))
      }
    case 2:
      for index in 0..<count {
        let turn = AffineTransform.rotation(random.double(in: 0...7))
        let rect = Rect(
          x: -random.double(in: 0...12), y: -1, width: random.double(in: 0...30),
          height: random.double(in: 0.2...9))
        let place = place(index)
        path.append(
          Path.rect(rect).transformed(
            by: turn.followed(by: .translation(x: place.x, y: place.y))))
      }
    default:
      for index in 0..<count {
        let place = place(index)
        for corner in 0..<random.int(in: 3...6) {
          let point = Point(
            x: place.x + random.double(in: -9...9), y: place.y + random.double(in: -9...9))
          path.append(corner == 0 ? .move(point) : .line(point))
        }
        path.append(.close)
      }
    }
    return .fill(path, random.chance(0.5) ? .nonZero : .evenOdd)
  }

  /// The coverage bytes of all rows within some columns.
  private func rows(of shape: Shape, columns: Range<Int> = 0..<size.width) -> [[UInt8]] {
    var outline = Outline()
    outline.prepare(
      DeviceOutline(shape, transform: .identity), width: Self.size.width,
      height: Self.size.height)
    outline.prepare(for: outline.bounds.minY..<outline.bounds.maxY, cachesRows: false)
    var spans = SpanRow()
    var scratch = CoverageScratch()
    let bounds = outline.bounds
    var rows: [[UInt8]] = []
    for row in bounds.minY..<bounds.maxY {
      spans.removeAll()
      let (left, right) = (
        max(columns.lowerBound, bounds.minX), min(columns.upperBound, bounds.maxX)
      )
      if left < right {
        outline.appendCoverage(
          row: row, minX: left, maxX: right, to: &spans, scratch: &scratch)
      }
      var last = Int.min
      for index in 0..<spans.spans.count {
        let span = spans.spans[index]
        #expect(span.x >= last && span.length > 0)
        last = span.end
      }
      rows.append(spans.levels(width: Self.size.width))
    }
    return rows
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `columns of a row are those of the whole row`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let first = random.int(in: 0...300)
    let columns = first..<random.int(in: first + 1...360)
    let shape = Self.shape(seed)
    let whole = rows(of: shape)
    let part = rows(of: shape, columns: columns)
    for (whole, part) in zip(whole, part) {
      #expect(whole[columns] == part[columns], "seed \(seed)")
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `parts equal the whole drawing, also when repeated`(seed: UInt64) {
    let command = DrawCommand(shape: Self.shape(seed), paint: .color(.white))
    func drawn(_ parts: [PixelRect], by renderer: Renderer) -> [UInt8] {
      let buffer = PixelBuffer(size: Self.size, format: .argb8888)
      for part in parts {
        renderer.draw([command], region: Region(part), into: buffer.surface)
      }
      return buffer.bytes
    }
    var random = SeededGenerator(seed: seed)
    let (x, y) = (random.int(in: 1...359), random.int(in: 1...299))
    let parts = Self.size.quarters(atX: x, y: y)
    let renderer = Renderer()
    let whole = drawn([PixelRect(Self.size)], by: Renderer())
    #expect(whole.contains(255))
    #expect(drawn(parts, by: renderer) == whole, "seed \(seed), cut at \(x), \(y)")
    #expect(drawn(parts, by: renderer) == whole, "seed \(seed), again")
  }
}

extension KernelPathTests {
  /// Pieces of edges that wider kernels accumulate for many rows at a time.
  struct ManyRowsTests {
    private func drawn(_ shape: Shape, by path: KernelPath) -> [UInt8] {
      path.use()
      let buffer = PixelBuffer(size: ManyContoursTests.size, format: .argb8888)
      Renderer().draw([DrawCommand(shape: shape, paint: .color(.white))], into: buffer.surface)
      return buffer.bytes
    }

    private func expectEqual(_ shape: Shape, seed: UInt64) {
      let expected = drawn(shape, by: .portable)
      #expect(expected.contains(255))
      for path in [KernelPath.avx2, .avx512] {
        #expect(drawn(shape, by: path) == expected, "seed \(seed), \(path)")
      }
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func `small contours are equal`(seed: UInt64) {
      expectEqual(ManyContoursTests.shape(seed), seed: seed)
    }

    /// Arcs that cross many columns in a row, alone, through one another, and with ends in the row.
    @Test(arguments: 0..<48 as Range<UInt64>)
    func `rows where arcs are nearly level are equal`(seed: UInt64) {
      var random = SeededGenerator(seed: 7900 + seed)
      let radii = [3.0...8, 8...60, 60...256, 256...9000][Int(seed % 4)]
      // Close to one another, so that some rows have several.
      let y = random.double(in: 20...280)
      var path = Path()
      for _ in 0..<random.int(in: 1...5) {
        let radius = random.double(in: radii)
        let half: Double = random.chance(0.5) ? 1 : -1
        let center = Point(
          x: random.double(in: 60...300), y: y + random.double(in: -3...3) - half * radius)
        let spread = random.double(in: 0.5...1) * min(.pi, 150 / radius)
        switch random.int(in: 0...2) {
        case 0: path.append(.circle(center: center, radius: radius))
        case 1:
          path.append(
            .arc(
              center: center, radius: radius, startAngle: half * .pi / 2 - spread,
              sweep: 2 * spread))
        default:
          path.append(.circle(center: center, radius: radius))
          path.append(
            .rect(Rect(x: center.x - 9.3, y: y - 1.4, width: 40, height: random.double(in: 1...9))))
        }
      }
      // Too far from the others for a coverage cache.
      for corner in [0.0, 290] {
        path.append(.rect(Rect(x: corner, y: corner, width: 5.5, height: 4.5)))
      }
      let isStroked = seed / 4 % 2 == 0
      expectEqual(
        isStroked
          ? .stroke(path, StrokeStyle(width: random.double(in: 2.1...25), cap: .round))
          : .fill(path, random.chance(0.5) ? .nonZero : .evenOdd), seed: seed)
    }

    /// Steep lines and flat ones, past all borders, with hundreds of them in a row.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `dense lines equal the baseline`(seed: UInt64) {
      var random = SeededGenerator(seed: 7800 + seed)
      var path = Path()
      for index in 0..<600 {
        let point = Point(
          x: index % 2 == 0 ? random.double(in: -60...200) : random.double(in: 100...420),
          y: seed % 3 == 0 ? Double(index / 2) : random.double(in: -40...340))
        path.append(index == 0 ? .move(point) : .line(point))
      }
      path.append(.close)
      expectEqual(.fill(path, .evenOdd), seed: seed)
    }
  }
}
