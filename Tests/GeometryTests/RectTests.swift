import TestSupport
import Testing

@testable import Geometry

@Test func `the cover of a rectangle is the fewest pixels that hold it`() {
  #expect(
    Rect(x: 0.5, y: -0.5, width: 1, height: 1).pixelCover
      == PixelRect(minX: 0, minY: -1, maxX: 2, maxY: 1))
  #expect(
    Rect(x: 1, y: 2, width: 3, height: 4).pixelCover
      == PixelRect(minX: 1, minY: 2, maxX: 4, maxY: 6))
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0])
func `the cover of any numbers stays within the limit`(value: Double) {
  let limit = PixelRect.limit
  for rect in [
    Rect(x: value, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: value, height: 1),
    Rect(x: -1e300, y: value, width: value, height: value), .null,
  ] {
    let cover = rect.pixelCover
    #expect(cover.minX >= -limit && cover.maxX <= limit)
    #expect(cover.minY >= -limit && cover.maxY <= limit)
    #expect(cover.area >= 0)
  }
}

@Test func `a rectangle from minus to plus infinity covers everything`() {
  let huge = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300).pixelCover
  #expect(huge.minX == -PixelRect.limit && huge.maxY == PixelRect.limit)
}

@Test func `null is neutral in a union and no rectangle contains it`() {
  let rect = Rect(x: 1, y: 2, width: 3, height: 4)
  #expect(Rect.null.union(rect) == rect)
  #expect(rect.union(.null) == rect)
  #expect(!rect.contains(.null))
  #expect(rect.insetBy(dx: 2, dy: 0).isNull)
  #expect(rect.insetBy(dx: 1, dy: 1) == Rect(x: 2, y: 3, width: 1, height: 2))
  #expect(Rect(x: 4, y: 6, width: -3, height: -4).standardized == rect)
}

@Test func `a transformed rectangle's box holds its corners`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    let rect = Rect(
      x: random.double(-9...9), y: random.double(-9...9), width: random.double(0...9),
      height: random.double(0...9))
    let transform = AffineTransform.scale(x: random.double(-3...3), y: random.double(-3...3))
      .followed(by: .rotation(random.double(-4...4)))
    let box = rect.transformed(by: transform)
    let expected = Path.rect(rect).transformed(by: transform).bounds
    #expect(abs(box.minX - expected.minX) < 1e-9 && abs(box.maxX - expected.maxX) < 1e-9)
    #expect(abs(box.minY - expected.minY) < 1e-9 && abs(box.maxY - expected.maxY) < 1e-9)
  }
}

@Test func `pixel rectangles meet and join`() {
  let a = PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4)
  let b = PixelRect(minX: 3, minY: 2, maxX: 6, maxY: 8)
  #expect(a.intersection(b) == PixelRect(minX: 3, minY: 2, maxX: 4, maxY: 4))
  #expect(a.union(b) == PixelRect(minX: 0, minY: 0, maxX: 6, maxY: 8))
  #expect(a.union(.empty) == a)
  #expect(a.contains(.empty) && !a.contains(b))
  #expect(a.intersection(PixelRect(minX: 4, minY: 0, maxX: 5, maxY: 4)) == .empty)
}
