import Geometry
import TestSupport
import Testing

@testable import Raster

/// Curves that reach far beyond the surface, where their chords are left out.
@Suite struct FarCurvesTests {
  private static let size = PixelSize(width: 60, height: 40)

  private static func shape(_ random: inout SeededGenerator) -> Shape {
    var path = Path()
    let reach = random.double(in: 500...20_000)
    func point() -> Point {
      Point(x: random.double(in: -reach...reach), y: random.double(in: -reach...reach))
    }
    // The first point is near, so that most of the shapes are seen.
    let first = Point(x: random.double(in: -20...80), y: random.double(in: -20...60))
    switch random.int(in: 0...2) {
    case 0:
      path.move(to: first)
      path.addCubic(control1: point(), control2: point(), to: point())
    case 1:
      path.move(to: first)
      path.addQuadratic(control: point(), to: point())
    default:
      let turn = point()
      let axis = Vector(dx: turn.x, dy: turn.y)
      path.addArc(
        EllipticArc(
          center: first - axis, xAxis: axis,
          yAxis: Vector(dx: -axis.dy, dy: axis.dx) * random.double(in: 0.2...0.9),
          startAngle: 0, sweep: random.double(in: -6...6)))
    }
    if random.chance(0.3) { path.close() }
    if random.chance(0.4) { return .fill(path, random.chance(0.5) ? .nonZero : .evenOdd) }
    let style = StrokeStyle(
      width: random.double(in: 0.5...60), cap: [.butt, .round, .square][random.int(in: 0...2)],
      join: [.miter, .round, .bevel][random.int(in: 0...2)])
    return .stroke(path, style)
  }

  /// The coverage of all pixels, and the number of edges.
  private func coverage(_ shape: Shape, seen: PixelRect?) -> [UInt8] {
    var outline = Outline()
    outline.prepare(
      DeviceOutline(shape, transform: .identity, seen: seen), width: Self.size.width,
      height: Self.size.height)
    let bounds = outline.bounds
    outline.prepare(for: bounds.minY..<bounds.maxY, cachesRows: false)
    var spans = SpanRow()
    var scratch = CoverageScratch()
    var levels = [UInt8](repeating: 0, count: bounds.minY * Self.size.width)
    for row in bounds.minY..<bounds.maxY {
      spans.removeAll()
      outline.appendCoverage(
        row: row, minX: bounds.minX, maxX: bounds.maxX, to: &spans, scratch: &scratch)
      levels += spans.levels(width: Self.size.width)
    }
    let missing = Self.size.width * Self.size.height - levels.count
    return levels + [UInt8](repeating: 0, count: missing)
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `far curves cover the surface as with all of their chords`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let shape = Self.shape(&random)
    let all = coverage(shape, seen: nil)
    let few = coverage(shape, seen: PixelRect(Self.size))
    let most = zip(all, few).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(most == 0, "seed \(seed): \(most) levels")
  }

  @Test func `a stroke of a great curve has few arcs`() {
    var path = Path()
    path.move(to: .zero)
    path.addCubic(
      control1: Point(x: 1e6, y: 0), control2: Point(x: 1e6, y: 1e6), to: Point(x: 0, y: 1e6))
    let shape = Shape.stroke(path, StrokeStyle(width: 3))
    let all = DeviceOutline(shape, transform: .identity)
    let few = DeviceOutline(shape, transform: .identity, seen: PixelRect(Self.size))
    #expect(all.path.elements.count > 500)
    #expect(few.path.elements.count < 150)
  }

  private func edgeCount(of path: Path) -> Int {
    var list = EdgeList()
    list.begin(width: Self.size.width, height: Self.size.height)
    let outline = DeviceOutline(
      .fill(path, .nonZero), transform: .identity, seen: PixelRect(Self.size))
    #expect(EdgeBuilder.build(outline, into: &list))
    return list.edges.count
  }

  /// As the bowl of an "a" may be, enlarged a million times.
  @Test func `great curves have few edges`() {
    var path = Path()
    for index in 0..<40 {
      let far = 1e6 + Double(index)
      path.move(to: Point(x: -far, y: 20))
      path.addQuadratic(control: Point(x: far, y: -far), to: Point(x: far, y: 20))
      path.addCubic(
        control1: Point(x: far, y: far), control2: Point(x: -far, y: far),
        to: Point(x: -far, y: 20))
      path.close()
    }
    #expect(edgeCount(of: path) < 40 * 150)
  }

  @Test func `subpaths beside the surface have no edges`() {
    var path = Path()
    for x in [-100.0, 10, 61] {
      path.append(.circle(center: Point(x: x, y: 20), radius: 8))
    }
    let all = edgeCount(of: path)
    let own = edgeCount(of: .circle(center: Point(x: 10, y: 20), radius: 8))
    #expect(all == 2 * own)
    #expect(edgeCount(of: .circle(center: Point(x: -100, y: 20), radius: 8)) == 0)
  }
}
