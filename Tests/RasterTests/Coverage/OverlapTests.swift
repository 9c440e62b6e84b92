import Geometry
import TestSupport
import Testing

@testable import Raster

/// Contours of one winding that overlap by a part of a pixel, as joined letters do.
struct OverlapTests {
  private static let size = PixelSize(width: 40, height: 24)

  /// Strokes that run on from one another, with sides of lines and of curves.
  private static func joints(_ seed: UInt64, count: Int = 3) -> Path {
    var random = SeededGenerator(seed: 8800 + seed)
    var path = Path()
    var (x, y) = (random.double(in: 2...4), random.double(in: 8...12))
    for _ in 0..<count {
      let length = random.double(in: 6...11)
      let height = random.double(in: 0.4...5)
      let drop = random.double(in: -1.5...1.5)
      let bend = random.double(in: -2...2)
      path.move(to: Point(x: x, y: y))
      let (endX, endY) = (x + length, y + drop)
      path.append(
        .quadratic(
          control: Point(x: x + length / 2, y: y + bend), end: Point(x: endX, y: endY)))
      path.addLine(to: Point(x: endX + random.double(in: -0.3...0.3), y: endY + height))
      path.append(
        .quadratic(
          control: Point(x: x + length / 2, y: y + bend + height),
          end: Point(x: x + random.double(in: -0.3...0.3), y: y + height)))
      path.close()
      // The next stroke overlaps the last one by less than a pixel, or nearly so.
      x = endX - random.double(in: -0.1...0.7)
      y = endY + random.double(in: -0.4...0.4)
    }
    return path
  }

  /// The coverage of each pixel, of an outline that is scanned; with `others` far to the right.
  private func scanned(_ path: Path, others: Int) -> [Int] {
    var path = path
    for index in 0..<others {
      path.append(.rect(Rect(x: 60 + Double(index) * 2, y: 0, width: 1, height: 24)))
    }
    var outline = Outline()
    outline.prepare(
      DeviceOutline(.fill(path, .nonZero), transform: .identity), width: 500, height: 24)
    var spans = SpanRow()
    var scratch = CoverageScratch()
    var result = [Int](repeating: 0, count: 40 * 24)
    for row in outline.bounds.minY..<outline.bounds.maxY {
      spans.removeAll()
      outline.appendCoverage(
        row: row, minX: outline.bounds.minX, maxX: 40, to: &spans, scratch: &scratch)
      let pixels = row * 40..<(row + 1) * 40
      result.replaceSubrange(pixels, with: spans.levels(width: 40).map { Int($0) })
    }
    return result
  }

  /// The largest error of a joint, in levels; the reference counts 24×24 samples.
  private func error(_ coverage: [Int], of path: Path) -> Double {
    CoverageReference(width: 40, height: 24).accuracy(of: coverage, samples: 24) {
      path.contains(Point(x: $0, y: $1))
    }.largest
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `joints are exact in coverage caches and in rows`(seed: UInt64) {
    let path = Self.joints(seed)
    let cached = CoverageReference(width: 40, height: 24).drawn(.fill(path, .nonZero))
    let error = error(cached, of: path)
    #expect(error < 8, "seed \(seed): \(error)")
    let difference = zip(cached, scanned(path, others: 0)).map { abs($0 - $1) }.max() ?? 0
    #expect(difference <= 1, "seed \(seed)")
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `joints are exact in rows of many letters`(seed: UInt64) {
    let path = Self.joints(seed)
    let error = error(scanned(path, others: 60), of: path)
    #expect(error < 8, "seed \(seed): \(error)")
  }
}
