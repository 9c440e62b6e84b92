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
    let quadratic = try area("M20 100L60 100Q110 60 110 20", width: 10)
    #expect(abs(quadratic - 1375.1) < 0.7)
    let steep = try area("M10 100L120 100Q132.94 51.7 146.5 24.9", width: 20)
    #expect(abs(steep - 3795) < 2)
    let elliptic = try area("M10 150L100 150A90 40 -30 0 0 180 90", width: 16)
    #expect(abs(elliptic - 3064) < 2)
  }

  @Test func `a curve that meets a line keeps the line's width`() throws {
    let backward = try area("M110 20Q110 60 60 100L20 100", width: 10)
    #expect(abs(backward - 1375.1) < 0.7)
  }

  @Test func `nothing stands out behind the butt end of a tight bend`() throws {
    let pixels = try drawn("M157.474 111.753C128.5 111.5 35.5 29.5 35.5 29.5", width: 60)
    #expect(pixels[82 * 200 + 158] == 0)
    for y in 0..<200 { #expect(pixels[y * 200 + 159] == 0, "row \(y)") }
    #expect(pixels[95 * 200 + 155] == 255)
  }
}
