import CKernels
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct EdgeTests {
  /// Limits that were too narrow would cut a contour's box, and wide ones take small contours for large.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the limits of an arc are where it begins and ends`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let radius = random.double(in: [1...8, 8...256, 256...30_000][Int(seed % 3)])
    let half: Double = random.chance(0.5) ? 1 : -1
    let arc = QuadrantArc(
      centerX: random.double(in: -50...50), centerY: random.double(in: -50...50), radius: radius,
      side: random.chance(0.5) ? 1 : -1, half: half)
    // Up to where it is level, and a little beyond for what was rounded.
    let heights = (0..<2).map { _ in
      Fixed.coordinate(arc.centerY + half * radius * random.double(in: 0...1.00001))
    }
    let edge = try #require(Edge(arc, fromY: heights[0], toY: heights[1]))
    let ends = [edge.x(at: edge.top), edge.x(at: edge.bottom)].map(Fixed.pixels)
    #expect(edge.minX == ends.min() && edge.maxX == ends.max())
    for part in 0...40 {
      let x = Fixed.pixels(edge.x(at: edge.top + (edge.bottom - edge.top) * part / 40))
      #expect(x >= edge.minX && x <= edge.maxX)
    }
  }
}
