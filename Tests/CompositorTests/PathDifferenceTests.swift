import Geometry
import Testing

@testable import Compositor

@Suite struct PathDifferenceTests {
  @Test func `equal paths have no difference`() {
    let path = Path.roundedRect(Rect(x: 1, y: 2, width: 30, height: 8), radius: 4)
    #expect(differenceBounds(path, path, isFilled: true, keepsCircles: true) == .null)
  }

  @Test func `a bar that grows to the right differs at its right end alone`() throws {
    let short = Path.roundedRect(Rect(x: 0, y: 0, width: 100, height: 8), radius: 4)
    let long = Path.roundedRect(Rect(x: 0, y: 0, width: 110, height: 8), radius: 4)
    let difference = try #require(differenceBounds(short, long, isFilled: true, keepsCircles: true))
    #expect(difference.minX >= 96)
    #expect(difference.maxX <= 110 + 1e-9)
  }

  @Test func `an arc that sweeps on differs between the two ends`() throws {
    let before = Path.arc(center: .zero, radius: 100, startAngle: -.pi / 2, sweep: .pi / 2)
    let after = Path.arc(center: .zero, radius: 100, startAngle: -.pi / 2, sweep: .pi / 2 + 0.1)
    let difference = try #require(
      differenceBounds(before, after, isFilled: false, keepsCircles: true))
    #expect(difference.minX > 99 && difference.maxX <= 100 + 1e-9)
    #expect(difference.minY > -1 && difference.maxY < 10)
  }

  @Test func `paths of other elements cannot be compared`() {
    let circle = Path.circle(center: .zero, radius: 3)
    let square = Path.rect(Rect(x: 0, y: 0, width: 3, height: 3))
    #expect(differenceBounds(circle, square, isFilled: true, keepsCircles: true) == nil)
  }

  @Test func `an arc that will be flattened differs as a whole`() throws {
    let before = Path.arc(center: .zero, radius: 100, startAngle: 0, sweep: 1)
    let after = Path.arc(center: .zero, radius: 100, startAngle: 0, sweep: 1.1)
    let difference = try #require(
      differenceBounds(before, after, isFilled: false, keepsCircles: false))
    #expect(difference.contains(Point(x: 99.9, y: 0.1)))
  }
}
