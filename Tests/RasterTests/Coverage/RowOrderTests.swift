import Testing

@testable import Raster

/// The choice between rows whose cells are summed and ambiguous rows. Heights are in quarters of
/// the row, x in pixels.
struct RowOrderTests {
  private func crossing(
    _ winding: Int, from y0: Int, _ x0: Double, to y1: Int, _ x1: Double
  ) -> RowCrossing {
    RowCrossing(
      index: 0, startX: Fixed.coordinate(x0), endX: Fixed.coordinate(x1), startY: y0 * 16384,
      endY: y1 * 16384, winding: winding)
  }

  private func isAmbiguous(_ crossings: [RowCrossing]) -> Bool {
    var row = Scratch<RowCrossing>()
    for crossing in crossings { row.append(crossing) }
    return RowOrder.isAmbiguous(&row, clip: 100 << 16)
  }

  @Test func `edges that take over from one another are one border`() {
    let border = [
      crossing(1, from: 0, 2.1, to: 1, 2.3), crossing(1, from: 1, 2.3, to: 3, 2.4),
      crossing(1, from: 3, 2.4, to: 4, 2.9),
    ]
    #expect(!isAmbiguous(border + [crossing(-1, from: 0, 7, to: 4, 7.5)]))
    // Pieces with a gap between them, or side by side, are not one border.
    #expect(isAmbiguous([border[0], border[2], crossing(-1, from: 0, 7, to: 4, 7.5)]))
    #expect(isAmbiguous(border + [crossing(1, from: 1, 2.6, to: 2, 2.6)]))
  }

  @Test func `a tip of several pieces goes there and back`() {
    let left = [crossing(1, from: 1, 2.5, to: 2, 2.3), crossing(1, from: 2, 2.3, to: 4, 2.1)]
    let right = [crossing(-1, from: 1, 2.5, to: 3, 2.7), crossing(-1, from: 3, 2.7, to: 4, 2.9)]
    #expect(!isAmbiguous(left + right))
    // One side ends before the other, or they cross.
    #expect(isAmbiguous([left[0], right[0], right[1]]))
    #expect(isAmbiguous(left + [right[0], crossing(-1, from: 3, 2.7, to: 4, 2)]))
  }

  @Test func `sides of a tip may lie in pixels of their own`() {
    let left = [crossing(1, from: 1, 2.5, to: 2, 2.3), crossing(1, from: 2, 2.3, to: 4, 2.1)]
    #expect(!isAmbiguous(left + [crossing(-1, from: 1, 3.5, to: 4, 3.9)]))
    #expect(isAmbiguous(left + [crossing(-1, from: 2, 3.5, to: 4, 3.9)]))
    #expect(isAmbiguous(left))
  }
}
