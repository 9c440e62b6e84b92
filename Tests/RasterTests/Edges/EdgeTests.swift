import CKernels
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct EdgeTests {
  private func edges(of path: Path) -> [Edge] {
    var list = EdgeList()
    list.begin(width: 200, height: 200)
    let isNumber = EdgeBuilder.build(
      DeviceOutline(.fill(path, .nonZero), transform: .identity), into: &list)
    #expect(isNumber)
    return (0..<list.edges.count).map { list.edges[$0] }
  }

  @Test(arguments: [(0.3, 1.1), (-2, 2.9), (5, -1.7), (3, 3.2)])
  func `the other side of a stroked arc is the same alone`(startAngle: Double, sweep: Double) {
    let center = Point(x: 100.3, y: 99.6)
    func inner() -> Path {
      .arc(center: center, radius: 60, startAngle: startAngle + sweep, sweep: -sweep)
    }
    var both = Path.arc(center: center, radius: 80, startAngle: startAngle, sweep: sweep)
    let place = EllipticArc(
      center: center, radius: 60, startAngle: startAngle + sweep, sweep: -sweep)
    both.addLine(to: place.start)
    both.addArc(place)
    both.close()
    func arcs(_ path: Path) -> [[Double]] {
      edges(of: path).filter { $0.isArc && $0.slope == 60 }
        .map { [Double($0.top), Double($0.bottom), $0.minX, $0.maxX, Double($0.winding)] }
    }
    #expect(!arcs(inner()).isEmpty)
    #expect(arcs(both) == arcs(inner()))
  }

  @Test(arguments: [(2.999, true, true), (3, false, true), (7.999, false, true), (8, false, false)])
  func `the radius decides how an arc bulges`(
    radius: Double, isTiny: Bool, hasSecondTerm: Bool
  ) throws {
    let arc = QuadrantArc(centerX: 10, centerY: 10, radius: radius, side: -1, half: 1)
    var edge = try #require(Edge(arc, fromY: 10 << 16, toY: 11 << 16))
    #expect(edge.isTinyArc == isTiny && (edge.inverse > 0) == hasSecondTerm && edge.isBulging)
    #expect((edge.curvature < 0) == !isTiny)
    edge.makeVertical(at: 5)
    #expect(!edge.isArc && !edge.isTinyArc && !edge.isBulging)
    #expect(edge.x(at: 10 << 16) == 5 << 16)
  }

  /// Against r²·(asin s − s·√(1−s²)) with s = chord / 2r, in levels of coverage.
  @Test(arguments: [1.3, 2.9, 3, 4, 5.5, 7.9, 8, 12, 60, 250])
  func `arcs bulge as circles do`(radius: Double) throws {
    let arc = QuadrantArc(centerX: 10, centerY: 10, radius: radius, side: 1, half: 1)
    let edge = try #require(Edge(arc, fromY: 10 << 16, toY: 11 << 16))
    let chords = [(0, 65536), (30000, 38000), (52000, 65536), (65536, 65536), (9000, 700)]
    for (dx, dy) in chords {
      let chord = (Double(dx * dx + dy * dy)).squareRoot() / 65536
      let sine = min(chord / (2 * radius), 1)
      let exact = radius * radius * (asin(sine) - sine * (1 - sine * sine).squareRoot())
      let error = abs(Double(edge.bulge(dx: dx, dy: dy)) / 65536 - exact) * 255
      #expect(error < (edge.isTinyArc ? 0 : 0.63 / radius) + 0.003, "chord \(chord)")
    }
  }

  @Test(arguments: [(255.999, true), (256, false)])
  func `large arcs are as good as their chords`(radius: Double, isBulging: Bool) throws {
    let arc = QuadrantArc(centerX: 10, centerY: 10, radius: radius, side: 1, half: 1)
    let edge = try #require(Edge(arc, fromY: 10 << 16, toY: 11 << 16))
    #expect(edge.isBulging == isBulging && !edge.isTinyArc && edge.inverse == 0)
    #expect((edge.curvature > 0) == isBulging)
  }

  /// The squares of these radii exceed the range of numbers.
  @Test(arguments: [1e160, 1e200, 1e300])
  func `a circle around everything covers everything`(radius: Double) {
    let size = PixelSize(width: 20, height: 10)
    let frame = ScanoutMemory(size: size, format: .xrgb8888)
    let circle = DrawCommand(
      shape: .fill(.circle(center: Point(x: 3, y: 4), radius: radius), .nonZero),
      paint: .color(.white))
    Renderer().draw([circle], into: frame.surface)
    for x in 0..<size.width { #expect(frame.word(column: x, row: 5) == 0xFFFF_FFFF) }
  }

  @Test(arguments: [(10.0, true), (25, true), (300, false), (3000, false)])
  func `strokes of small paths have masks`(radius: Double, isMasked: Bool) {
    let size = PixelSize(width: 100, height: 100)
    var item = DrawItem()
    var rasterizer = CoverageRasterizer()
    let path = Path.circle(center: Point(x: 50, y: 50 - radius + 30), radius: radius)
    item.prepare(
      DrawCommand(shape: .stroke(path, StrokeStyle(width: 4)), paint: .color(.white)), size: size)
    item.make(for: 0..<100, with: &rasterizer, budget: CacheBudget())
    #expect(item.isPlainCache == isMasked)
  }

  /// Limits that are too narrow would cut an outline's bounds.
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
