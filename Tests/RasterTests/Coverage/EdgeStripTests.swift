import CKernels
import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Strips of rows as kernels compute them, against the baseline, row by row.
  struct EdgeStripTests {
    /// The coverage of an edge's rows, with each row's first pixel.
    private func rows(
      of edge: Edge, outer: Int, step: Int, path: KernelPath
    ) -> [(low: Int, bytes: [UInt8])] {
      path.use()
      var edge = edge
      var rows: [(Int, [UInt8])] = []
      let strip = UnsafeMutablePointer<EdgeStrip>.allocate(capacity: 1)
      defer { unsafe strip.deallocate() }
      var row = (edge.top + 65535) >> 16
      while row < edge.bottom >> 16 {
        let wanted = StripRow(
          row: row, limit: 16, minX: -100_000, maxX: 100_000, isEvenOdd: false)
        unsafe EdgeStrip.fill(strip, &edge, for: wanted, outer: outer, step: step)
        for index in unsafe 0..<strip.pointee.row_count {
          let low = unsafe Int(firstlight_strip_low(strip)[index])
          let high = unsafe Int(firstlight_strip_high(strip)[index])
          let offset = unsafe Int(firstlight_strip_offset(strip)[index])
          // A strip holds no bytes of a row that is too long for it.
          let bytes = offset < 0 ? 0..<0 : offset..<(offset + high - low + 1)
          rows.append((low, bytes.map { unsafe firstlight_strip_bytes(strip)[$0] }))
        }
        unsafe row += strip.pointee.row_count
      }
      return rows
    }

    private func expectEqual(_ edge: Edge, seed: UInt64) {
      for (outer, step) in [(0, 1), (1, -1), (-1, 1), (1, 1), (2, -1)] {
        let narrow = rows(of: edge, outer: outer, step: step, path: .portable)
        for path in [KernelPath.avx2, .avx512] {
          let wide = rows(of: edge, outer: outer, step: step, path: path)
          // The strips may end in other rows, but the rows are the same.
          #expect(
            narrow.map(\.low) == wide.map(\.low) && narrow.map(\.bytes) == wide.map(\.bytes),
            "seed \(seed), winding \(outer) and \(step), \(path): \(edge)")
        }
      }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func `strips of lines are equal`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let extent = [3.0, 40, 400, 4000][Int(seed % 4)]
      func coordinate() -> Int { Fixed.coordinate(random.double(in: -extent...extent)) }
      guard
        let edge = Edge(fromX: coordinate(), y: coordinate(), toX: coordinate(), y: coordinate())
      else { return }
      expectEqual(edge, seed: seed)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func `strips of arcs are equal`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let radius = random.double(in: [3...8, 8...20, 20...300, 300...5000][Int(seed % 4)])
      let center = Point(x: random.double(in: -50...50), y: random.double(in: -50...50))
      let half: Double = random.chance(0.5) ? 1 : -1
      let ends = (0..<2).map { _ in
        Fixed.coordinate(center.y + half * radius * random.double(in: 0...1))
      }
      let arc = QuadrantArc(
        centerX: center.x, centerY: center.y, radius: radius, side: random.chance(0.5) ? 1 : -1,
        half: half)
      guard let edge = Edge(arc, fromY: ends[0], toY: ends[1]) else { return }
      expectEqual(edge, seed: seed)
    }

    private struct Cells: Equatable {
      var values: [Int32] = []
      var marks: [UInt64] = []
    }

    /// One row of cells after pieces of an arc, each between two heights in the row, were added to
    /// it.
    private func cells(
      of edge: Edge, pieces: [(top: Int, bottom: Int)], columns: Range<Int>, path: KernelPath
    ) -> Cells {
      path.use()
      var row = CellGrid()
      row.begin(left: columns.lowerBound, right: columns.upperBound)
      for (top, bottom) in pieces {
        let piece = RowPiece(
          topX: edge.x(at: top), bottomX: edge.x(at: bottom), top: top, bottom: bottom)
        row.add(piece, of: edge, winding: edge.winding)
      }
      var cells = Cells()
      // All cells are compared, also those behind the row, which have to be clear.
      for index in 0..<row.cells.count { cells.values.append(row.cells[index]) }
      for index in 0..<(row.width + 63) / 64 {
        unsafe cells.marks.append(row.marks(ofRow: 0)[index])
      }
      return cells
    }

    /// Pieces over a few columns and over hundreds, next to where an arc is level.
    @Test(arguments: 0..<240 as Range<UInt64>)
    func `flat pieces of arcs add the same to cells`(seed: UInt64) {
      defer { KernelPath.avx512.use() }
      var random = SeededGenerator(seed: 4200 + seed)
      let radius = random.double(in: [2...8, 8...60, 60...256, 256...20_000][Int(seed % 4)])
      let half: Double = random.chance(0.5) ? 1 : -1
      let center = Point(x: random.double(in: -3...3), y: random.double(in: -3...3))
      let arc = QuadrantArc(
        centerX: center.x, centerY: center.y, radius: radius, side: random.chance(0.5) ? 1 : -1,
        half: half)
      // Rows are cut where edges end, and where they cross.
      var heights = (0..<random.int(in: 2...5)).map { _ in
        Fixed.coordinate(center.y + half * (radius - random.double(in: 0...min(radius, 3))))
      }
      if random.chance(0.5) { heights[0] = Fixed.coordinate(center.y + half * radius) }
      heights.sort(by: random.chance(0.5) ? { $0 < $1 } : { $0 > $1 })
      guard let edge = Edge(arc, fromY: heights[0], toY: heights[heights.count - 1]) else {
        return
      }
      let rows = (edge.top >> 16) + 1..<(edge.bottom >> 16) + 1
      let cuts = Set(heights + rows.map { $0 << 16 }).sorted()
      let pieces = zip(cuts, cuts.dropFirst()).map { (top: $0, bottom: $1) }
      let ends = [edge.x(at: edge.top) >> 16, edge.x(at: edge.bottom) >> 16].sorted()
      // At times pieces go past both sides.
      let inset = random.chance(0.3) ? (ends[1] - ends[0]) / 5 : -2
      let columns = ends[0] + inset..<ends[1] + 1 - inset
      let expected = cells(of: edge, pieces: pieces, columns: columns, path: .portable)
      for path in [KernelPath.avx2, .avx512] {
        let result = cells(of: edge, pieces: pieces, columns: columns, path: path)
        #expect(result == expected, "seed \(seed), \(path): \(edge)")
      }
    }

    /// Edges a few pixels from one another, so that several of them are written together.
    private func thinLines(_ random: inout SeededGenerator) -> Path {
      var path = Path()
      var x = random.double(in: -5...20)
      let lean = random.double(in: -1.2...1.2)
      for _ in 0..<random.int(in: 1...6) {
        let width = random.double(in: 0.2...12)
        path.move(to: Point(x: x, y: -3))
        path.addLine(to: Point(x: x + width, y: -3))
        path.addLine(to: Point(x: x + width + lean * 40 + random.double(in: -2...2), y: 44))
        path.addLine(to: Point(x: x + lean * 40, y: 44))
        path.close()
        x += width + random.double(in: 0.1...14)
      }
      return path
    }

    private func arcs(_ random: inout SeededGenerator) -> Path {
      let center = Point(x: random.double(in: 0...60), y: random.double(in: 0...40))
      var path = Path()
      for _ in 0..<2 {
        path.append(Path.circle(center: center, radius: random.double(in: 8...50)))
      }
      return path
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func `near edges of one colour over another are equal`(seed: UInt64) {
      var random = SeededGenerator(seed: 4100 + seed)
      let size = PixelSize(width: 61, height: 40)
      let backdrop = DrawCommand(
        shape: .fill(.rect(Rect(x: 0, y: 0, width: 61, height: 40)), .nonZero),
        paint: .color(Color(red: 0.2, green: 0.1, blue: 0.7)))
      var thin = DrawCommand(
        shape: .fill(
          seed % 2 == 0 ? thinLines(&random) : arcs(&random), seed % 3 == 0 ? .nonZero : .evenOdd),
        paint: .color(Color(red: 1, green: 0.6, blue: 0.1)),
        opacity: random.chance(0.5) ? 1 : random.double(in: 0...1))
      let left = random.int(in: 0...30)
      let part = Region(
        PixelRect(
          minX: left, minY: random.int(in: 0...10), maxX: random.int(in: left + 1...61), maxY: 40))
      func drawn(by path: KernelPath) -> [[UInt8]] {
        path.use()
        let buffer = PixelBuffer(size: size, format: .xrgb8888)
        let renderer = Renderer()
        renderer.draw([backdrop, thin], region: part, into: buffer.surface)
        let parted = buffer.bytes
        renderer.draw([backdrop, thin], into: buffer.surface)
        let whole = buffer.bytes
        thin.paint = .color(Color(red: 0, green: 1, blue: 0.3))
        renderer.draw(
          [backdrop, thin], region: Region(PixelRect(size)), limitedTo: [1], into: buffer.surface)
        thin.paint = .color(Color(red: 1, green: 0.6, blue: 0.1))
        return [parted, whole, buffer.bytes]
      }
      let expected = drawn(by: .portable)
      for path in [KernelPath.avx2, .avx512] {
        #expect(drawn(by: path) == expected, "seed \(seed), \(path)")
      }
    }

    /// Edges whose rows cross more pixels than a strip can hold, drawn twice.
    @Test func `a row that is too long for a strip is the same when it is drawn twice`() {
      KernelPath.avx2.use()
      let size = PixelSize(width: 3000, height: 100)
      var path = Path()
      path.move(to: Point(x: -100, y: 20))
      path.addLine(to: Point(x: 3100, y: 21.5))
      path.addLine(to: Point(x: 3100, y: 60.2))
      path.addLine(to: Point(x: -100, y: 58))
      path.close()
      let wedge = DrawCommand(
        shape: .fill(path, .nonZero), paint: .color(Color(red: 1, green: 0, blue: 0)))
      let whole = PixelBuffer(size: size, format: .xrgb8888)
      Renderer().draw([wedge], into: whole.surface)
      let rows = PixelBuffer(size: size, format: .xrgb8888)
      let renderer = Renderer()
      for row in 0..<size.height {
        for _ in 0..<2 {
          renderer.draw(
            [wedge], region: Region(PixelRect(minX: 0, minY: row, maxX: size.width, maxY: row + 1)),
            into: rows.surface)
        }
      }
      #expect(differences(whole.makeImage(), rows.makeImage()).count == 0)
    }
  }
}
