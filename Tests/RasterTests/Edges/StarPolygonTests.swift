import Geometry
import TestSupport
import Testing

@testable import Raster

struct StarPolygonTests {
  private func polygon(_ points: [Point]) -> Path {
    var path = Path()
    for point in points { path.addLine(to: point) }
    path.close()
    return path
  }

  private func spikes(_ random: inout SeededGenerator, _ count: Int) -> [Point] {
    let center = Point(x: random.double(in: -50...50), y: random.double(in: -50...50))
    return (0..<count).map { index in
      CircularArc(
        center: center, radius: random.double(in: 10...80), startAngle: 0, sweep: 1
      ).point(atAngle: Double(index) / Double(count) * 2 * .pi)
    }
  }

  private func isStar(_ path: Path) -> Bool {
    StarPolygon.holds(DeviceOutline(.fill(path, .nonZero), transform: .identity))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `spikes about a centre are a star either way around`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 3...600)
    let points = spikes(&random, count)
    #expect(isStar(polygon(points)))
    #expect(isStar(polygon(points.reversed())))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a polygon that crosses itself or winds twice is no star`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 60...600)
    var points = spikes(&random, count)
    let twice = points + points
    #expect(!isStar(polygon(twice)))
    let place = random.int(in: 1...(points.count - 3))
    points.swapAt(place, place + 2)
    #expect(!isStar(polygon(points)))
  }

  @Test func `two subpaths, curves and flat polygons are no stars`() {
    let square = Path.rect(Rect(x: 0, y: 0, width: 9, height: 9))
    #expect(isStar(square))
    var two = square
    two.append(square)
    #expect(!isStar(two))
    #expect(!isStar(.circle(center: .zero, radius: 3)))
    let flat = [0.0, 1, 2].map { Point(x: $0, y: $0) }
    #expect(!isStar(polygon(flat)))
    let corner = [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: .infinity, y: 9)]
    #expect(!isStar(polygon(corner)))
    // An S has no point that sees all of it.
    let bent = [(0, 0), (3, 0), (3, 4), (6, 4), (6, 9), (5, 9), (5, 5), (2, 5), (2, 1), (0, 1)]
    #expect(!isStar(polygon(bent.map { Point(x: Double($0.0), y: Double($0.1)) })))
  }
}
