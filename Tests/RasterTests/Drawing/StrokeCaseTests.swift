import Geometry
import Raster
import TestSupport
import Testing

/// Strokes whose areas and pixels are known.
struct StrokeCaseTests {
  private func drawn(_ data: String, width: Double) throws -> [Int] {
    let path = try Path(svg: data)
    return CoverageReference(width: 200, height: 200)
      .drawn(.stroke(path, StrokeStyle(width: width)))
  }

  private func area(_ data: String, width: Double) throws -> Double {
    try Double(drawn(data, width: width).reduce(0, +)) / 255
  }

  @Test func `a line that meets a curve keeps its width`() throws {
    // The union of the line, the offset curves in 100,000 chords, and the mitre: 1,375.539.
    let quadratic = try area("M20 100L60 100Q110 60 110 20", width: 10)
    #expect(abs(quadratic - 1375.539) < 0.1)
    let steep = try area("M10 100L120 100Q132.94 51.7 146.5 24.9", width: 20)
    #expect(abs(steep - 3795) < 2)
    let elliptic = try area("M10 150L100 150A90 40 -30 0 0 180 90", width: 16)
    #expect(abs(elliptic - 3064) < 2)
  }

  @Test func `a curve that meets a line keeps the line's width`() throws {
    let backward = try area("M110 20Q110 60 60 100L20 100", width: 10)
    #expect(abs(backward - 1375.539) < 0.1)
  }

  /// The expected coverage is that of the offset curve, in 40,000 chords for each quarter.
  @Test func `the hole of a wide circle of cubics is that of the exact offset curve`() throws {
    let quarters =
      "M100 20C144.18 20 180 55.82 180 100C180 144.18 144.18 180 100 180"
      + "C55.82 180 20 144.18 20 100C20 55.82 55.82 20 100 20Z"
    let pixels = try drawn(quarters, width: 100)
    for (x, y, exact) in [
      (94, 70, 126.43), (90, 71, 133.44), (91, 71, 53.47), (89, 71, 222.12), (100, 70, 1.35),
    ] {
      #expect(abs(Double(pixels[y * 200 + x]) - exact) < 1, "\(x), \(y)")
    }
  }

  @Test func `nothing stands out behind the butt end of a tight bend`() throws {
    let pixels = try drawn("M157.474 111.753C128.5 111.5 35.5 29.5 35.5 29.5", width: 60)
    #expect(pixels[82 * 200 + 158] == 0)
    for y in 0..<200 { #expect(pixels[y * 200 + 159] == 0, "row \(y)") }
    #expect(pixels[95 * 200 + 155] == 255)
  }
}
