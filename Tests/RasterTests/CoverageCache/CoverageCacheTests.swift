import Geometry
import Raster
import TestSupport
import Testing

/// Small shapes, which are rasterized in another way than large ones. A second shape far below in
/// the same path makes a small shape large, and leaves its rows as they are.
struct CoverageCacheTests {
  private let reference = CoverageReference(width: 70, height: 160)

  private func far(_ path: Path) -> Path {
    var path = path
    path.move(to: Point(x: 66.5, y: 150.5))
    path.addLine(to: Point(x: 68.5, y: 150.5))
    path.addLine(to: Point(x: 68.5, y: 152.5))
    path.close()
    return path
  }

  /// The number of upper pixels that differ, and the largest difference.
  private func difference(_ a: [Int], _ b: [Int]) -> (count: Int, largest: Int) {
    var result = (count: 0, largest: 0)
    for index in 0..<70 * 110 where a[index] != b[index] {
      result.count += 1
      result.largest = max(result.largest, abs(a[index] - b[index]))
    }
    return result
  }

  /// A curve with a hole.
  private func glyph(_ random: inout SeededGenerator, center: Point, radius: Double) -> Path {
    func curve(_ radius: Double, isReversed: Bool) -> Path {
      .wavyRing(
        &random, center: center, radius: radius, count: 3...7, extent: 0.8...1.2,
        isReversed: isReversed)
    }
    var path = curve(radius, isReversed: false)
    path.append(curve(radius / 2, isReversed: true))
    return path
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `small outlines have the pixels of large ones`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let center = Point(x: random.double(in: 20...40), y: random.double(in: 20...60))
    let radius = random.double(in: 0.4...24)
    let glyph = glyph(&random, center: center, radius: radius)
    let arc = Path.arc(
      center: center, radius: radius, startAngle: random.double(in: -4...4),
      sweep: random.double(in: -6...6))
    let bar = Path.roundedRect(
      Rect(x: center.x - radius, y: center.y, width: radius, height: radius / 2),
      radius: radius / random.double(in: 3...9))
    let shapes: [(Path, StrokeStyle?)] = [
      (glyph, nil), (.circle(center: center, radius: radius), nil), (bar, nil),
      (.circle(center: center, radius: radius), StrokeStyle(width: radius / 4)),
      (arc, StrokeStyle(width: 3, cap: .round)), (bar, StrokeStyle(width: 1)),
    ]
    for (path, style) in shapes {
      for rule in [FillRule.nonZero, .evenOdd] {
        let small = reference.drawn(style.map { .stroke(path, $0) } ?? .fill(path, rule))
        let large = reference.drawn(style.map { .stroke(far(path), $0) } ?? .fill(far(path), rule))
        let difference = difference(small, large)
        #expect(
          difference.largest <= 1 && difference.count <= 4, "seed \(seed): \(difference) in \(path)"
        )
      }
    }
  }

  @Test(arguments: [0.7, 2, 6, 40], 0..<40 as Range<UInt64>)
  func `small outlines that cross themselves have the pixels of large ones`(
    size: Double, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      var path = Path()
      for _ in 0..<random.int(in: 1...2) {
        for index in 0..<random.int(in: 3...8) {
          let point = Point(
            x: 12.3 + random.double(in: 0...size), y: 9.8 + random.double(in: 0...size))
          path.append(index == 0 ? .move(point) : .line(point))
        }
        path.append(.close)
      }
      let rule = random.chance(0.5) ? FillRule.nonZero : .evenOdd
      let difference = difference(
        reference.drawn(.fill(path, rule)), reference.drawn(.fill(far(path), rule)))
      #expect(
        difference.largest <= 1 && difference.count <= 4, "seed \(seed): \(difference) in \(path)")
    }
  }

  @Test
  func `a curve of many chords that is wider than a word of bits has the pixels of a large one`() {
    var path = Path()
    path.move(to: Point(x: 2.3, y: 3.2))
    path.append(.quadratic(control: Point(x: 68.7, y: 107.4), end: Point(x: 11.6, y: 3.8)))
    // A path of so many elements may have a cache of this size.
    for step in 1...130 {
      let x = 11.6 - 9.3 * Double(step) / 131
      path.addLine(to: Point(x: x, y: step % 2 == 0 ? 3.6 : 2.4))
    }
    path.close()
    for rule in [FillRule.nonZero, .evenOdd] {
      let difference = difference(
        reference.drawn(.fill(path, rule)), reference.drawn(.fill(far(path), rule)))
      #expect(difference.largest <= 1 && difference.count <= 4)
    }
  }

  @Test func `a line that bends to both sides in one pixel is not taken for its sum`() {
    // Down through the pixel at 30, 30 on its left side, then on its right one: left of the first
    // bend and right of the second there is a winding of one and of another sign.
    func path(_ points: [(Double, Double)]) -> Path {
      var path = Path()
      for (index, point) in points.enumerated() {
        let point = Point(x: 30 + point.0, y: 30 + point.1)
        path.append(index == 0 ? .move(point) : .line(point))
      }
      path.append(.close)
      return path
    }
    let bent = path([
      (-3.5, -2.5), (-3.5, 0.05), (0.45, 0.25), (-3.5, 0.45), (4.5, 0.5), (0.55, 0.75), (4.5, 0.95),
      (4.5, 3.5), (-5.5, 3.5), (-5.5, -2.5),
    ])
    for rule in [FillRule.nonZero, .evenOdd] {
      let difference = difference(
        reference.drawn(.fill(bent, rule)), reference.drawn(.fill(far(bent), rule)))
      #expect(difference.largest <= 1)
    }
  }

  @Test(arguments: [(-9.0, 0.0), (0, -12), (60, 8), (-31, -31), (64.5, 3)])
  func `a small shape over the border shows the part inside`(x: Double, y: Double) {
    let path = Path.circle(center: Point(x: 10.3, y: 12.6), radius: 9.7)
    let moved = AffineTransform.translation(x: x, y: y)
    let small = reference.drawn(.fill(path, .evenOdd), transform: moved)
    let large = reference.drawn(.fill(far(path), .evenOdd), transform: moved)
    #expect(difference(small, large).count == 0)
    #expect((small.max() ?? 0) > 0 || x + 20 < 0)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `small shapes drawn some rows at a time have the pixels of whole ones`(seed: UInt64) {
    var random = SeededGenerator(seed: 900 + seed)
    var commands: [DrawCommand] = []
    for _ in 0..<6 {
      let center = Point(x: random.double(in: -5...75), y: random.double(in: -5...115))
      let radius = random.double(in: 0.4...28)
      let glyph = glyph(&random, center: center, radius: radius)
      let arc = Path.arc(
        center: center, radius: radius, startAngle: random.double(in: -4...4),
        sweep: random.double(in: -6...6))
      let shapes: [Shape] = [
        .fill(glyph, random.chance(0.5) ? .nonZero : .evenOdd),
        .fill(.circle(center: center, radius: radius), .nonZero),
        .stroke(arc, StrokeStyle(width: 3, cap: .round)),
      ]
      commands += shapes.map {
        DrawCommand(shape: $0, paint: .color(.white), opacity: random.double(in: 0.2...1))
      }
    }
    let whole = PixelBuffer(size: PixelSize(width: 70, height: 110), format: .argb8888)
    Renderer().draw(commands, into: whole.surface)
    // Each drawing wants other rows than the one before has made.
    let parts = PixelBuffer(size: whole.size, format: .argb8888)
    let renderer = Renderer()
    var strips: [PixelRect] = []
    var row = 0
    while row < 110 {
      let end = min(row + random.int(in: 1...(seed % 2 == 0 ? 4 : 40)), 110)
      strips.append(PixelRect(minX: 0, minY: row, maxX: 70, maxY: end))
      row = end
    }
    strips.shuffle(using: &random)
    for strip in strips { renderer.draw(commands, region: Region(strip), into: parts.surface) }
    #expect(whole.bytes == parts.bytes, "seed \(seed)")
  }

  /// Its sides share pixels, and have so many chords in a row that cutting the row into slabs would
  /// be four levels off.
  @Test(arguments: [(19.0, 0.23), (19.66, 0.36), (18.31, 0.21), (10.48, 0.13)])
  func `an ellipse thinner than a pixel has the coverage of its area`(
    radiusX: Double, radiusY: Double
  ) {
    let center = Point(x: 34.42, y: 20.46)
    let ellipse = Path.ellipse(
      in: Rect(center: center, size: Size(width: 2 * radiusX, height: 2 * radiusY)))
    let pixels = reference.drawn(.fill(ellipse, .nonZero))
    for x in 0..<70 {
      // The part of the row's height inside, in the mean over the pixel's width.
      let steps = 400
      var inside = 0.0
      for step in 0..<steps {
        let way = (Double(x) + (Double(step) + 0.5) / Double(steps) - center.x) / radiusX
        let half = radiusY * max(1 - way * way, 0).squareRoot()
        inside += min(center.y + half, 21) - max(center.y - half, 20)
      }
      let expected = 255 * inside / Double(steps)
      #expect(abs(Double(pixels[20 * 70 + x]) - expected) < 1.5, "column \(x)")
    }
  }

  @Test func `an arc that a point beside its ends closes is not taken for a convex shape`() {
    for sweep in stride(from: 0.5, through: 6, by: 0.5) {
      for radius in [0.4, 0.9, 3, 12] {
        var wedge = Path()
        wedge.move(to: Point(x: 30.3, y: 30.6))
        wedge.addArc(
          center: Point(x: 30.1 + radius / 3, y: 30.2), radius: radius, startAngle: 0.3,
          sweep: sweep)
        wedge.close()
        let difference = difference(
          reference.drawn(.fill(wedge, .nonZero)), reference.drawn(.fill(far(wedge), .nonZero)))
        #expect(difference.largest <= 1, "radius \(radius), sweep \(sweep)")
      }
    }
  }

  @Test func `an outline with a number that is not finite draws nothing`() {
    var path = Path()
    path.move(to: Point(x: 3, y: 3))
    path.addLine(to: Point(x: 9, y: 3))
    path.addLine(to: Point(x: .nan, y: 9))
    path.close()
    #expect(reference.drawn(.fill(path, .nonZero)).allSatisfy { $0 == 0 })
  }
}
