import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Coverage caches of outlines with arcs, whose cells kernels add, against the baseline.
  struct RoundCacheTests {
    private static let size = PixelSize(width: 260, height: 120)

    /// An arc with caps, an ellipse, a ring or some arcs that may cross one another; every third is
    /// wider than a word of bits, and some are cut by a border of the surface.
    private static func outline(_ random: inout SeededGenerator, isWide: Bool) -> DeviceOutline {
      let center = Point(x: random.double(in: 40...120), y: random.double(in: 30...70))
      let rule = random.chance(0.5) ? FillRule.nonZero : .evenOdd
      let scale = isWide ? 4.0 : 1
      func angle() -> Double { random.double(in: -.pi ... .pi) }
      switch random.int(in: 0...3) {
      case 0:
        let arc = Path.arc(
          center: center, radius: scale * random.double(in: 1...16), startAngle: angle(),
          sweep: 2 * angle())
        let cap: LineCap = [.butt, .round, .square][random.int(in: 0...2)]
        let style = StrokeStyle(width: random.double(in: 0.5...8), cap: cap)
        return DeviceOutline(.stroke(arc, style), transform: .identity)
      case 1:
        let size = Size(
          width: scale * random.double(in: 0.5...40), height: random.double(in: 0.5...40))
        return DeviceOutline(
          .fill(.ellipse(in: Rect(center: center, size: size)), rule), transform: .identity)
      case 2:
        let radius = scale * random.double(in: 0.5...20)
        var path = Path.circle(center: center, radius: radius)
        path.append(.circle(center: center, radius: radius * random.double(in: 0.2...0.9)))
        return DeviceOutline(.fill(path, .evenOdd), transform: .identity)
      default:
        var path = Path()
        for _ in 0..<random.int(in: 1...8) {
          let place = Point(
            x: center.x + random.double(in: -8...8), y: center.y + random.double(in: -8...8))
          path.addArc(
            center: place, radius: scale * random.double(in: 1...12), startAngle: angle(),
            sweep: 2 * angle())
        }
        path.close()
        return DeviceOutline(.fill(path, rule), transform: .identity)
      }
    }

    /// The rows of a cache from its left border, 0 outside a row's extent; nil without a cache.
    private func rows(
      _ outline: borrowing DeviceOutline, rows wanted: Range<Int>?, size: PixelSize,
      by path: KernelPath
    ) -> [[UInt8]]? {
      path.use()
      var cache = CoverageCache()
      var rasterizer = CoverageRasterizer()
      guard
        rasterizer.rasterize(outline, within: outline.box, size: size, rows: wanted, to: &cache)
      else { return nil }
      let bounds = cache.bounds
      return (bounds.minY..<bounds.maxY).filter { cache.holds($0..<($0 + 1)) }.map { row in
        let extent = cache.extent(ofRow: row, minX: bounds.minX, maxX: bounds.maxX)
        return (bounds.minX..<bounds.maxX).map { x in
          guard x >= extent.start, x < extent.end else { return 0 }
          return unsafe cache.row(row)[x - bounds.minX]
        }
      }
    }

    @Test func `caches of outlines with arcs equal the baseline`() {
      var count = 0
      for seed in 0..<600 as Range<UInt64> {
        var random = SeededGenerator(seed: 9300 + seed)
        let outline = Self.outline(&random, isWide: seed % 3 == 0)
        let first = random.int(in: 0...100)
        let wanted = random.chance(0.5) ? nil : first..<(first + random.int(in: 1...12))
        let expected = rows(outline, rows: wanted, size: Self.size, by: .portable)
        for path in [KernelPath.avx2, .avx512] {
          #expect(
            rows(outline, rows: wanted, size: Self.size, by: path) == expected,
            "seed \(seed), \(path)")
        }
        if expected?.contains(where: { $0.contains(255) }) == true { count += 1 }
      }
      #expect(count > 150)
    }

    @Test(arguments: [(32_760, 0), (33_000, 0), (0, 33_000), (0, 32_767), (900_000, 0)])
    func `small round shapes far off are those near by`(x: Int, y: Int) {
      func coverage(_ x: Int, _ y: Int) -> [[UInt8]]? {
        let center = Point(x: Double(x) + 30.25, y: Double(y) + 20.5)
        let outline = DeviceOutline(
          .fill(.circle(center: center, radius: 10.75), .nonZero), transform: .identity)
        return rows(
          outline, rows: nil, size: PixelSize(width: x + 100, height: y + 100), by: .avx512)
      }
      let near = coverage(0, 0)
      #expect(near?.contains { $0.contains(255) } == true)
      #expect(coverage(x, y) == near)
    }
  }
}
