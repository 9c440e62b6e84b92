import Geometry
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

  @Test func `arcs that share nothing differ all over`() throws {
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

  @Test func `an arc that will be flattened differs as a whole`() throws {
    let difference = try difference(arc(0, 1), arc(0, 1.1), transform: .scale(x: 2, y: 1))
    #expect(difference.first.contains(Point(x: 99.9, y: 0.1)))
  }
}
