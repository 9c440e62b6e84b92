import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

@Suite struct PathDifferenceTests {
  private func difference(
    _ old: Path, _ new: Path, isFilled: Bool = false,
    transform: AffineTransform = .identity
  ) throws -> PathDifference {
    try #require(PathDifference(old, new, isFilled: isFilled, transform: transform))
  }

  private func arc(_ start: Double, _ sweep: Double) -> Path {
    .arc(center: .zero, radius: 100, startAngle: start, sweep: sweep)
  }

  /// Beyond fixed point an arc is cut into chords, and all of them move.
  @Test func `an arc of a huge circle differs everywhere`() throws {
    let huge = AffineTransform.scale(x: 1e8, y: 1e8)
    let whole = arc(0, 2).bounds.union(arc(0, 2.1).bounds)
    let difference = try difference(arc(0, 2), arc(0, 2.1), transform: huge)
    #expect(difference.first.union(difference.second) == whole)
    let small = try self.difference(arc(0, 2), arc(0, 2.1))
    #expect(small.first.union(small.second).width < whole.width / 2)
  }

  @Test func `equal paths have no difference`() throws {
    let path = Path.roundedRect(Rect(x: 1, y: 2, width: 30, height: 8), radius: 4)
    let difference = try difference(path, path, isFilled: true)
    #expect(difference.first.isNull && difference.second.isNull)
  }

  @Test func `a bar that grows to the right differs at its right end alone`() throws {
    let short = Path.roundedRect(Rect(x: 0, y: 0, width: 100, height: 8), radius: 4)
    let long = Path.roundedRect(Rect(x: 0, y: 0, width: 110, height: 8), radius: 4)
    let difference = try difference(short, long, isFilled: true)
    let bounds = difference.first.union(difference.second)
    #expect(bounds.minX >= 96)
    #expect(bounds.maxX <= 110 + 1e-9)
  }

  @Test func `a bar that is tilted differs along its sides`() throws {
    let short = Path.rect(Rect(x: 0, y: 0, width: 100, height: 8))
    let long = Path.rect(Rect(x: 0, y: 0, width: 110, height: 8))
    let difference = try difference(short, long, isFilled: true, transform: .rotation(0.1))
    #expect(difference.first.union(difference.second) == Rect(x: 0, y: 0, width: 110, height: 8))
  }

  @Test func `a bar that moves differs at its two ends`() throws {
    let before = Path.roundedRect(Rect(x: 0, y: 0, width: 100, height: 8), radius: 4)
    let after = Path.roundedRect(Rect(x: 10, y: 0, width: 100, height: 8), radius: 4)
    let difference = try difference(before, after, isFilled: true)
    #expect(abs(difference.first.midX - difference.second.midX) > 90)
    #expect(difference.first.width <= 14 + 1e-9 && difference.second.width <= 14 + 1e-9)
  }

  @Test func `an arc that sweeps on differs between the two ends`() throws {
    let difference = try difference(arc(-.pi / 2, .pi / 2), arc(-.pi / 2, .pi / 2 + 0.1))
    #expect(difference.first.minX > 99 && difference.first.maxX <= 100 + 1e-9)
    #expect(difference.first.minY > -1 && difference.first.maxY < 10)
    #expect(difference.second.isNull)
  }

  @Test(arguments: [0.0, 2 * .pi, -20 * .pi])
  func `an arc that turns differs at its two ends, whole turns aside`(turns: Double) throws {
    let difference = try difference(arc(0, .pi), arc(0.1 + turns, .pi))
    for (box, x) in [(difference.first, 100.0), (difference.second, -100)] {
      #expect(box.contains(Point(x: x * 0.9999, y: x * 0.01)))
      #expect(box.width < 1 && box.height < 10.1)
    }
  }

  @Test func `arcs without a common part differ all over`() throws {
    let difference = try difference(arc(0, 0.5), arc(2, 0.5))
    let bounds = difference.first.union(difference.second)
    for angle in [0.1, 0.4, 2.1, 2.4] {
      let arc = EllipticArc(center: .zero, radius: 100, startAngle: angle, sweep: 0)
      #expect(bounds.insetBy(dx: -1e-9, dy: -1e-9).contains(arc.start))
    }
  }

  @Test func `arcs that run against each other differ all over`() throws {
    let difference = try difference(arc(0, 1), arc(1, -1), isFilled: true)
    #expect(difference.first.width > 45)
  }

  @Test func `a path that goes on with more subpaths differs by them`() throws {
    let one = Path.rect(Rect(x: 0, y: 0, width: 10, height: 8))
    var two = one
    two.addRect(Rect(x: 14, y: 0, width: 10, height: 8))
    for (old, new) in [(one, two), (two, one)] {
      let difference = try difference(old, new, isFilled: true)
      #expect(difference.first == Rect(x: 14, y: 0, width: 10, height: 8))
      #expect(difference.second.isNull)
    }
  }

  @Test func `between subpaths that are alike others may come, go and be of other kinds`() throws {
    func line(_ middle: [Path]) -> Path {
      let first = Path.rect(Rect(x: 0, y: 0, width: 10, height: 8))
      return ([first] + middle + [.rect(Rect(x: 90, y: 0, width: 10, height: 8))])
        .reduce(into: Path()) { $0.append($1) }
    }
    let disc = Path.circle(center: Point(x: 30, y: 4), radius: 3)
    let bar = Path.rect(Rect(x: 28, y: 1, width: 2, height: 6))
    let far = Path.rect(Rect(x: 60, y: 2, width: 5, height: 4))
    for (old, new, end) in [
      ([disc], [bar], 33.0), ([bar, far], [disc], 65), ([], [far], 65), ([disc], [disc, far], 65),
    ] {
      for (old, new) in [(old, new), (new, old)] {
        let difference = try difference(line(old), line(new), isFilled: true)
        let bounds = difference.first.union(difference.second)
        #expect(bounds.minX >= (end == 33 || old.count + new.count == 3 ? 26.9 : 60))
        #expect(abs(bounds.maxX - end) < 1e-6)
      }
    }
  }

  @Test(arguments: [UInt64](1...12))
  func `the difference of two glyph paths is damaged`(seed: UInt64) {
    var random = SeededGenerator(seed: 700 + seed)
    let canvas = Canvas(width: 300, height: 60)
    let layer = ShapeLayer()
    canvas.add(layer, x: 0, y: 0, width: 300, height: 60)
    let isStroked = random.chance(0.3)
    layer.fillColor = isStroked ? nil : .white
    layer.strokeColor = isStroked ? .white : nil
    layer.lineWidth = 1.5
    if random.chance(0.3) { layer.transform = .rotation(random.double(in: 0...0.3)) }
    func glyph(_ kind: Int, at x: Double) -> Path {
      switch kind {
      case 0: return .circle(center: Point(x: x + 5, y: 25.3), radius: 6)
      case 1: return .rect(Rect(x: x, y: 20.4, width: 3.3, height: 11))
      case 2: return .arc(center: Point(x: x, y: 25), radius: 7, startAngle: 1, sweep: 4)
      default:
        var path = Path()
        path.move(to: Point(x: x, y: 18))
        path.append(
          .cubic(
            control1: Point(x: x + 20, y: 16), control2: Point(x: x - 5, y: 40),
            end: Point(x: x + 9, y: 33)))
        path.close()
        return path
      }
    }
    var kinds = (0..<12).map { _ in random.int(in: 0...3) }
    var advance = 11.7
    for step in 0..<20 {
      if random.chance(0.2) { advance += random.double(in: -1...1) }
      for _ in 0..<random.int(in: 0...2) {
        kinds[random.int(in: 0...kinds.count - 1)] = random.int(in: 0...3)
      }
      if random.chance(0.2) { kinds.append(0) }
      canvas.change {
        layer.path = kinds.enumerated().reduce(into: Path()) { path, next in
          path.append(glyph(next.element, at: 20 + Double(next.offset) * advance))
        }
      }
      #expect(canvas.staleness == nil, "seed \(seed), step \(step)")
    }
  }

  @Test func `paths of other elements cannot be compared`() {
    let circle = Path.circle(center: .zero, radius: 3)
    let square = Path.rect(Rect(x: 0, y: 0, width: 3, height: 3))
    #expect(PathDifference(circle, square, isFilled: true) == nil)
    var open = Path()
    open.move(to: .zero)
    open.addLine(to: Point(x: 1, y: 1))
    var longer = open
    longer.addLine(to: Point(x: 1, y: 3))
    #expect(PathDifference(open, longer, isFilled: false) == nil)
  }

  @Test func `a flattened arc differs as a whole`() throws {
    let difference = try difference(arc(0, 1), arc(0, 1.1), transform: .scale(x: 2, y: 1))
    #expect(difference.first.contains(Point(x: 99.9, y: 0.1)))
  }

  /// Squares for letters, each of a width of its own.
  private func glyphs(_ letters: [Double]) -> PlacedPaths {
    var glyphs = PlacedPaths()
    var x = 0.0
    for width in letters {
      glyphs.append(
        .rect(Rect(x: 0, y: -1, width: width, height: 1)), scale: 10, origin: Point(x: x, y: 20))
      x += 20
    }
    return glyphs
  }

  @Test func `a text whose digits count differs at the changed digits alone`() throws {
    let difference = try #require(
      PathDifference(glyphs([1, 1.1, 1.2, 1.3, 1.4]), glyphs([1, 1.1, 0.5, 0.6, 1.4])))
    let changed = Rect(x: 40, y: 10, width: 33, height: 10)
    #expect(difference.first.union(difference.second) == changed)
    let longer = try #require(PathDifference(glyphs([1]), glyphs([1, 1.1])))
    #expect(longer.first == Rect(x: 20, y: 10, width: 11, height: 10) && longer.second.isNull)
    let equal = try #require(PathDifference(glyphs([1, 1.1]), glyphs([1, 1.1])))
    #expect(equal.first.isNull && equal.second.isNull)
  }

  @Test func `texts without a common glyph at either end are not compared further`() {
    #expect(PathDifference(glyphs([1, 1.1]), glyphs([1.2, 1.3])) == nil)
    #expect(PathDifference(glyphs([1, 1.1]), glyphs([1, .nan])) == nil)
  }
}
