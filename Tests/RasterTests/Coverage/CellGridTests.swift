import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Sums of cells against the baseline: the coverage, and the cells that they leave behind.
  struct CellGridTests {
    private static let width = 67
    private static let untouched: UInt8 = 77

    private func sums(
      _ cells: [Int32], from first: Int, through last: Int, isEvenOdd: Bool, by path: KernelPath
    ) -> (bytes: [UInt8], cells: [Int32]) {
      path.use()
      var cells = cells
      var bytes = [UInt8](repeating: Self.untouched, count: cells.count)
      unsafe cells.withUnsafeMutableBufferPointer { row in
        unsafe bytes.withUnsafeMutableBufferPointer { target in
          guard let row = row.baseAddress, let target = target.baseAddress else { return }
          unsafe CellGrid.sumUp(
            row, from: first, through: last, isEvenOdd: isEvenOdd, to: target)
        }
      }
      return (bytes, cells)
    }

    @Test(arguments: [1, 16, 47, 48]) func `the cells have the padding that kernels need`(
      width: Int
    ) {
      var cells = CellGrid()
      cells.begin(width: width, height: 3)
      // Pieces of no height may be added in six more rows, and whole vectors reach beyond the last.
      let end = (3 + 6) * cells.stride + 32
      #expect(cells.cells.count >= end && cells.cells.capacity >= end)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func `sums of cells equal the baseline`(seed: UInt64)
    {
      var random = SeededGenerator(seed: seed)
      let first = random.int(in: 0...Self.width - 1)
      let last = random.int(in: first...Self.width - 1)
      var cells = [Int32](repeating: 0, count: CellGrid.stride(forWidth: Self.width))
      // Windings of any size, with what the last pixel leaves behind it.
      for index in first...last { cells[index] = Int32(random.int(in: -98_304...98_304)) }
      cells[last + 1] = -cells.reduce(0, +)
      for isEvenOdd in [false, true] {
        let expected = sums(cells, from: first, through: last, isEvenOdd: isEvenOdd, by: .portable)
        #expect(expected.cells.allSatisfy { $0 == 0 })
        for path in [KernelPath.avx2, .avx512] {
          let result = sums(cells, from: first, through: last, isEvenOdd: isEvenOdd, by: path)
          #expect(result == expected, "from \(first) through \(last), \(path)")
        }
      }
    }
  }
}
