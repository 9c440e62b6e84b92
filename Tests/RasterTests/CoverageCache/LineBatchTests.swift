import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Lines added to the cells of a coverage cache against the baseline: cells, pixels that
  /// were touched, and ambiguous rows.
  struct LineBatchTests {
    private struct Sums: Equatable {
      var cells: [Int32] = []
      var extents: [Range<Int>] = []
      var ambiguousRows: [Bool] = []
      var fractions = 0
    }

    /// Corners in 1/65536 px: curves to all sides, spikes, long lines, and some on borders of
    /// pixels.
    private struct Corners {
      var width: Int
      var height: Int
      var rows: Range<Int>
      var subpaths: [[(x: Int, y: Int)]] = []

      init(seed: UInt64) {
        var random = SeededGenerator(seed: 6100 + seed)
        width = random.int(in: 1...(seed % 3 == 0 ? 200 : 40))
        height = random.int(in: 1...(seed % 5 == 0 ? 150 : 40))
        let first = random.chance(0.7) ? 0 : random.int(in: 0...height - 1)
        rows = first..<(random.chance(0.7) ? height : random.int(in: first + 1...height))
        let (right, bottom) = (width << 16, height << 16)
        let extent = [3 << 14, 3 << 16, 20 << 16, 200 << 16][random.int(in: 0...3)]
        for _ in 0..<random.int(in: 1...3) {
          var x = random.int(in: 0...right - 1)
          var y = random.int(in: 0...bottom - 1)
          var subpath = [(x, y)]
          // Most lines go on the way of those before.
          var way = (x: 1, y: 1)
          for _ in 0..<random.int(in: 1...60) {
            if random.chance(0.15) { way.x = -way.x }
            if random.chance(0.15) { way.y = -way.y }
            x += way.x * random.int(in: 0...extent)
            y += way.y * random.int(in: 0...extent)
            if random.chance(0.1) { x &= ~0xFFFF }
            if random.chance(0.1) { y &= ~0xFFFF }
            if random.chance(0.05) { (x, y) = subpath[subpath.count - 1] }
            x = min(max(x, 0), right - 1)
            y = min(max(y, 0), bottom - 1)
            subpath.append((x, y))
          }
          subpath.append(subpath[0])
          subpaths.append(subpath)
        }
      }

      func sums(by path: KernelPath) -> Sums {
        path.use()
        var cells = CellGrid()
        var footprint = PixelFootprint()
        var lines = LineBatch()
        cells.begin(width: width, height: rows.count)
        footprint.begin(width: width, rows: rows)
        lines.begin(originX: 0, originY: 0, rows: rows)
        for subpath in subpaths {
          for (index, corner) in subpath.enumerated() {
            if index == 0 {
              lines.start(atX: corner.x, y: corner.y)
            } else {
              lines.append(toX: corner.x, y: corner.y)
            }
          }
          lines.add(to: cells, footprint: &footprint)
          footprint.endSubpath()
        }
        var sums = Sums(fractions: lines.fractions)
        for index in 0..<cells.cells.count {
          unsafe sums.cells.append(cells.cells.base[index])
        }
        for row in rows {
          let extent = footprint.extent(ofRow: row)
          sums.extents.append(extent.map { $0.first..<($0.last + 1) } ?? 0..<0)
          sums.ambiguousRows.append(footprint.isAmbiguous(row: row))
        }
        return sums
      }
    }

    @Test(arguments: 0..<400 as Range<UInt64>) func `lines equal the baseline`(seed: UInt64) {
      let corners = Corners(seed: seed)
      let expected = corners.sums(by: .portable)
      for path in [KernelPath.avx2, .avx512] {
        #expect(corners.sums(by: path) == expected, "seed \(seed), \(path)")
      }
    }
  }
}
