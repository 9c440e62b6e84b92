import Foundation
import Geometry
import Raster
import TestSupport
import Testing

/// Discs, rings, arcs and rounded rectangles against 64×64 samples a pixel: at most 2 levels of 255
/// off anywhere, and half a level on average. Most of this error comes from the sampling itself.
struct ExactPrimitiveTests {
  private let reference = CoverageReference(width: 56, height: 52)

  private func expectExact(
    _ shape: Shape, seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
    contains: (Double, Double) -> Bool
  ) {
    let accuracy = reference.accuracy(of: reference.drawn(shape), contains: contains)
    #expect(
      accuracy.largest <= 2 && accuracy.mean <= 0.5 && accuracy.edgeCount > 0,
      "seed \(seed): \(accuracy)", sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func `discs of any size are exact`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let radius = seed < 2 ? random.double(in: 0.3...2) : random.double(in: 2...24)
    let center = Point(x: random.double(in: 24...32), y: random.double(in: 24...28))
    let path = Path.circle(center: center, radius: radius)
    expectExact(.fill(path, .nonZero), seed: seed) { x, y in
      hypot(x - center.x, y - center.y) < radius
    }
  }

  @Test(arguments: [60, 300, 900.0]) func `borders of large discs are exact`(radius: Double) {
    let center = Point(x: 20.3 + radius * 0.8, y: 30.7 + radius * 0.6)
    let path = Path.circle(center: center, radius: radius)
    expectExact(.fill(path, .nonZero), seed: 0) { x, y in
      hypot(x - center.x, y - center.y) < radius
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func `rings are exact`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let radius = random.double(in: 6...18)
    let width = random.double(in: 0.5...10)
    let center = Point(x: random.double(in: 27...29), y: random.double(in: 25...27))
    let path = Path.circle(center: center, radius: radius)
    expectExact(.stroke(path, StrokeStyle(width: width)), seed: seed) { x, y in
      abs(hypot(x - center.x, y - center.y) - radius) < width / 2
    }
  }

  @Test(arguments: [LineCap.butt, .round, .square], 0..<4 as Range<UInt64>)
  func `stroked arcs are exact under every cap`(cap: LineCap, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let radius = random.double(in: 8...18)
    let half = random.double(in: 0.5...3)
    let center = Point(x: random.double(in: 27...29), y: random.double(in: 25...27))
    let start = random.double(in: 0...6)
    // Ends stay far enough apart that caps do not meet.
    let sweep = random.double(in: 0.2...4.5)
    let arc = EllipticArc(center: center, radius: radius, startAngle: start, sweep: sweep)
    var path = Path()
    path.append(.arc(arc))
    expectExact(.stroke(path, StrokeStyle(width: 2 * half, cap: cap)), seed: seed) { x, y in
      let dx = x - center.x
      let dy = y - center.y
      var angle = atan2(dy, dx) - start
      while angle < 0 { angle += 2 * .pi }
      while angle >= 2 * .pi { angle -= 2 * .pi }
      if angle < sweep, abs(hypot(dx, dy) - radius) < half { return true }
      for (end, direction) in [(start, -1.0), (start + sweep, 1.0)] {
        // Along and across the arc at its end.
        let across = dx * cos(end) + dy * sin(end) - radius
        let along = (dy * cos(end) - dx * sin(end)) * direction
        switch cap {
        case .butt: break
        case .round: if hypot(across, along) < half { return true }
        case .square: if abs(across) < half, along >= 0, along < half { return true }
        }
      }
      return false
    }
  }

  @Test(arguments: 0..<5 as Range<UInt64>) func `rounded rectangles are exact`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // The sides lie on borders of samples, so that sampling them is exact.
    func sixtyFourths(_ range: ClosedRange<Int>) -> Double {
      Double(random.int(in: range.lowerBound * 64...range.upperBound * 64)) / 64
    }
    let rect = Rect(
      x: sixtyFourths(2...8), y: sixtyFourths(2...8), width: sixtyFourths(20...44),
      height: sixtyFourths(10...40))
    let radius = random.double(in: 1...(min(rect.width, rect.height) / 2))
    expectExact(.fill(.roundedRect(rect, radius: radius), .nonZero), seed: seed) { x, y in
      let dx = max(rect.minX + radius - x, x - rect.maxX + radius, 0)
      let dy = max(rect.minY + radius - y, y - rect.maxY + radius, 0)
      let isInside = x > rect.minX && x < rect.maxX && y > rect.minY && y < rect.maxY
      return isInside && hypot(dx, dy) < radius
    }
  }

  @Test func `a disc's coverage sums to its area`() {
    let path = Path.circle(center: Point(x: 28.37, y: 26.81), radius: 20.25)
    let sum = reference.drawn(.fill(path, .nonZero)).reduce(0, +)
    #expect(abs(Double(sum) / 255 - .pi * 20.25 * 20.25) < 0.1)
  }

  @Test func `turning and mirroring keep circles exact`() {
    let center = Point(x: 3, y: -4)
    let path = Path.circle(center: center, radius: 5)
    let transform = AffineTransform.rotation(0.7).followed(by: .scale(x: -3, y: 3)).followed(
      by: .translation(x: 28.2, y: 30.4))
    let place = transform.apply(to: center)
    let coverage = reference.drawn(.fill(path, .evenOdd), transform: transform)
    let accuracy = reference.accuracy(of: coverage) { x, y in
      hypot(x - place.x, y - place.y) < 15
    }
    #expect(accuracy.largest <= 2 && accuracy.mean <= 0.5, "\(accuracy)")
  }
}
