import CKernels
import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Caches of one round contour, whose cells kernels sum up, against the baseline.
  struct ContourCellsTests {
    private static let size = PixelSize(width: 100, height: 100)

    /// An arc with caps, an ellipse or some arcs that may cross one another, about 48 pixels to a
    /// side and whole on the surface.
    private static func outline(_ random: inout SeededGenerator) -> DeviceOutline {
      let center = Point(x: random.double(in: 44...56), y: random.double(in: 44...56))
      let rule = random.chance(0.5) ? FillRule.nonZero : .evenOdd
      func angle() -> Double { random.double(in: -.pi ... .pi) }
      switch random.int(in: 0...2) {
      case 0:
        let arc = Path.arc(
          center: center, radius: random.double(in: 1...16), startAngle: angle(), sweep: 2 * angle()
        )
        let cap: LineCap = [.butt, .round, .square][random.int(in: 0...2)]
        let style = StrokeStyle(width: random.double(in: 0.5...8), cap: cap)
        return DeviceOutline(.stroke(arc, style), transform: .identity)
      case 1:
        let size = Size(width: random.double(in: 0.5...40), height: random.double(in: 0.5...40))
        return DeviceOutline(
          .fill(.ellipse(in: Rect(center: center, size: size)), rule), transform: .identity)
      default:
        var path = Path()
        for _ in 0..<random.int(in: 1...8) {
          let place = Point(
            x: center.x + random.double(in: -8...8), y: center.y + random.double(in: -8...8))
          path.addArc(
            center: place, radius: random.double(in: 1...12), startAngle: angle(),
            sweep: 2 * angle())
        }
        path.close()
        return DeviceOutline(.fill(path, rule), transform: .identity)
      }
    }

    /// The rows of a surface as the only contour's sums give them, by number; nil for ambiguous
    /// rows.
    private func summed(_ outline: borrowing DeviceOutline, by path: KernelPath) -> [Int: [UInt8]?]
    {
      path.use()
      var list = EdgeList()
      list.begin(width: Self.size.width, height: Self.size.height)
      guard EdgeBuilder.build(outline, into: &list), list.contours.count == 1 else { return [:] }
      list.finish()
      guard let contour = SmallContour(of: list, isSimple: outline.hasSimpleContours) else {
        return [:]
      }
      var bytes = Scratch<UInt8>(capacity: 1)
      bytes.resize(contour.stride * contour.height + 16, filledWith: 0)
      var extents = Scratch<ContourCells.Extent>(capacity: 1)
      extents.resize(contour.height, filledWith: .none)
      var cells = ContourCells()
      unsafe cells.rasterize(contour, of: list, to: bytes.base, extents: extents.base)
      var rows: [Int: [UInt8]?] = [:]
      for row in 0..<contour.height {
        let extent = unsafe extents.base[row]
        var levels: [UInt8]?
        if !extent.isAmbiguous {
          var known = [UInt8](repeating: 0, count: Self.size.width)
          for x in Int(extent.start)..<Int(extent.end) {
            known[contour.minX + x] = unsafe bytes.base[row * contour.stride + x]
          }
          levels = known
        }
        rows.updateValue(levels, forKey: contour.minY + row)
      }
      return rows
    }

    /// The rows of a surface as the list of edges has them.
    private func scanned(_ shape: borrowing DeviceOutline) -> [[UInt8]] {
      var outline = Outline()
      outline.prepare(shape, width: Self.size.width, height: Self.size.height)
      let bounds = outline.bounds
      outline.prepare(for: bounds.minY..<bounds.maxY, cachesRows: false)
      var spans = SpanRow()
      var scratch = CoverageScratch()
      var rows: [[UInt8]] = []
      for row in 0..<Self.size.height {
        spans.removeAll()
        if row >= bounds.minY, row < bounds.maxY {
          outline.appendCoverage(
            row: row, minX: bounds.minX, maxX: bounds.maxX, to: &spans, scratch: &scratch)
        }
        rows.append(spans.levels(width: Self.size.width))
      }
      return rows
    }

    @Test func `sums of round contours are those of the baseline and of edges`() {
      var counts = (known: 0, ambiguous: 0)
      for seed in 0..<300 as Range<UInt64> {
        var random = SeededGenerator(seed: 9300 + seed)
        let outline = Self.outline(&random)
        let expected = summed(outline, by: .portable)
        for path in [KernelPath.avx2, .avx512] {
          #expect(summed(outline, by: path) == expected, "seed \(seed), \(path)")
        }
        let edges = scanned(outline)
        for (row, levels) in expected {
          guard let levels else {
            counts.ambiguous += 1
            continue
          }
          counts.known += 1
          let isNear = zip(levels, edges[row]).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
          #expect(isNear, "seed \(seed), row \(row)")
        }
      }
      #expect(counts.known > 1500 && counts.ambiguous > 100, "\(counts)")
    }

    /// Contours far from the origin are drawn without kernels.
    @Test(arguments: [(32_760, 0), (33_000, 0), (0, 33_000), (0, 32_767), (900_000, 0)])
    func `small contours far off are those near by`(x: Int, y: Int) {
      KernelPath.avx512.use()
      func coverage(_ x: Int, _ y: Int) -> [UInt8] {
        let center = Point(x: Double(x) + 30.25, y: Double(y) + 20.5)
        let shape = Shape.fill(.circle(center: center, radius: 10.75), .nonZero)
        let outline = DeviceOutline(shape, transform: .identity)
        var cache = CoverageCache()
        var rasterizer = CoverageRasterizer()
        let isMade = rasterizer.rasterize(
          outline, within: PathBox(shape.path, under: .identity),
          size: PixelSize(width: x + 100, height: y + 100), rows: nil, to: &cache)
        #expect(isMade)
        let bounds = cache.bounds
        return (bounds.minY..<bounds.maxY).flatMap { row in
          let extent = cache.extent(ofRow: row, minX: bounds.minX, maxX: bounds.maxX)
          return (bounds.minX..<bounds.maxX).map { x in
            let isReached = x >= extent.start && x < extent.end
            return isReached ? unsafe cache.row(row)[x - bounds.minX] : 0
          }
        }
      }
      let near = coverage(0, 0)
      #expect(near.contains(255))
      #expect(coverage(x, y) == near)
    }
  }
}
