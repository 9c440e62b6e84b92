import Geometry
import TestSupport
import Testing

@Suite struct PlacedPathsTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `bounds of paths at places are those of their outline`(seed: UInt64) {
    var random = SeededGenerator(seed: 4100 + seed)
    var places = PlacedPaths()
    for _ in 0..<random.int(in: 0...5) {
      places.append(
        random.path(), scale: random.double(in: 0.5...3),
        origin: Point(x: random.double(in: -99...99), y: random.double(in: -99...99)))
    }
    let outline = places.path
    #expect(places.bounds == outline.bounds)
    #expect(places.curveCount == outline.curveCount)
    for turn in [AffineTransform.rotation(random.double(in: 0.1...6)), .scale(x: 2, y: -0.5)] {
      let (box, whole) = (places.bounds(under: turn), outline.transformed(by: turn).bounds)
      #expect(box.isNull == whole.isNull)
      guard !box.isNull else { continue }
      #expect(box == whole)
      #expect(outline.bounds(under: turn).pixelCover == whole.pixelCover)
    }
  }
}
