import CMath
import TestSupport
import Testing

@testable import Geometry

/// Arcs in place of curves.
struct ArcFitterTests {
  private static let tolerance = 0.005

  private func segments(
    _ curve: CubicCurve, half: Double = 4, limit: Int = 16_384, within area: Rect? = nil
  ) throws -> [StrokeSegment] {
    var segments: [StrokeSegment] = []
    var fitter = ArcFitter(
      tolerance: Self.tolerance, half: half, limit: limit, within: area)
    fitter.fit(
      curve, startTangent: try #require((curve.control1 - curve.start).normalized),
      endTangent: try #require((curve.end - curve.control2).normalized), to: &segments)
    return segments
  }

  private func distance(from point: Point, to segments: [StrokeSegment]) -> Double {
    segments.reduce(.infinity) { nearest, segment in
      var distance = min((point - segment.start).length, (point - segment.end).length)
      if let arc = segment.arc {
        let way = point - arc.center
        let ellipse = EllipticArc(
          center: arc.center, radius: arc.radius, startAngle: arc.startAngle, sweep: arc.sweep)
        if ellipse.contains(angle: atan2(way.dy, way.dx)) {
          distance = min(distance, abs(way.length - arc.radius))
        }
      } else if let direction = (segment.end - segment.start).normalized {
        let along = (point - segment.start).dot(direction)
        if along >= 0, along <= (segment.end - segment.start).length {
          distance = min(distance, abs((point - segment.start).cross(direction)))
        }
      }
      return min(nearest, distance)
    }
  }

  @Test func `arcs are near their curve, and far fewer than chords`() throws {
    var (arcs, chords) = (0, 0)
    for seed in UInt64(1)...80 {
      var random = SeededGenerator(seed: seed)
      let curve = CubicCurve(
        start: random.point(), control1: random.point(), control2: random.point(),
        end: random.point())
      let segments = try segments(curve)
      for step in 0...100 {
        let point = curve.point(at: Double(step) / 100)
        // Arcs are compared with the curve at some points alone.
        #expect(
          distance(from: point, to: segments) <= 1.5 * Self.tolerance, "seed \(seed), \(step) %")
      }
      arcs += segments.count
      chords += Flattener.chordCount(curve, tolerance: Self.tolerance)
    }
    #expect(arcs * 3 < chords, "\(arcs) arcs, \(chords) chords")
  }

  @Test func `arcs meet without a corner, and have the curve's ends and directions`() throws {
    for seed in UInt64(1)...80 {
      var random = SeededGenerator(seed: seed)
      let curve = CubicCurve(
        start: random.point(), control1: random.point(), control2: random.point(),
        end: random.point())
      let segments = try segments(curve)
      let (first, last) = (try #require(segments.first), try #require(segments.last))
      #expect(first.start == curve.start && last.end == curve.end)
      #expect(abs(first.startTangent.cross(curve.control1 - curve.start)) < 1e-9)
      #expect(abs(last.endTangent.cross(curve.end - curve.control2)) < 1e-9)
      #expect(!last.isSmooth && segments.dropLast().allSatisfy(\.isSmooth))
      for (one, next) in zip(segments, segments.dropFirst()) {
        #expect(one.end == next.start, "seed \(seed)")
        guard one.arc != nil, next.arc != nil else { continue }
        #expect(abs(one.endTangent.cross(next.startTangent)) < 1e-9, "seed \(seed)")
      }
      for segment in segments {
        guard let arc = segment.arc else { continue }
        #expect((arc.point(atAngle: arc.startAngle) - segment.start).length < 1e-7)
        #expect((arc.point(atAngle: arc.startAngle + arc.sweep) - segment.end).length < 1e-7)
      }
    }
  }

  /// A part of a circle around the origin, as design programs export it.
  private func curve(radius: Double, sweep: Double) -> CubicCurve {
    let handle = radius * 4 / 3 * tan(sweep / 4)
    let end = Point(x: radius * cos(sweep), y: radius * sin(sweep))
    return CubicCurve(
      start: Point(x: radius, y: 0), control1: Point(x: radius, y: handle),
      control2: end + Vector(dx: sin(sweep), dy: -cos(sweep)) * handle, end: end)
  }

  @Test func `a small part of a circle that is drawn as a curve is one arc`() throws {
    let segments = try segments(curve(radius: 300, sweep: 0.04))
    #expect(segments.count == 1)
    let arc = try #require(segments.first?.arc)
    #expect(abs(arc.radius - 300) < 1e-4 && abs(arc.sweep - 0.04) < 1e-9)
  }

  @Test func `arcs with equal errors are few`() throws {
    // In halves they would be 8 and 16.
    #expect(try segments(curve(radius: 100, sweep: .pi / 2)).count == 6)
    #expect(try segments(curve(radius: 500, sweep: .pi / 2)).count <= 12)
  }

  @Test func `a straight curve is a line, also where it turns back`() throws {
    let there = CubicCurve(
      start: .zero, control1: Point(x: 30, y: 15), control2: Point(x: 60, y: 30),
      end: Point(x: 90, y: 45))
    #expect(try segments(there).map(\.arc).allSatisfy { $0 == nil })
    #expect(try segments(there).count <= 2)
    let back = CubicCurve(
      start: .zero, control1: Point(x: 120, y: 60), control2: Point(x: -60, y: -30),
      end: Point(x: 60, y: 30))
    let segments = try segments(back)
    for step in 0...100 {
      let point = back.point(at: Double(step) / 100)
      #expect(distance(from: point, to: segments) <= 1.5 * Self.tolerance, "\(step) %")
    }
  }

  @Test func `a curve whose start, middle and end are one point is drawn`() throws {
    let start = Point(x: 50, y: 50)
    let curve = CubicCurve(
      start: start, control1: Point(x: 150, y: 50), control2: Point(x: -50, y: 50), end: start)
    let segments = try segments(curve)
    for step in 0...100 {
      let point = curve.point(at: Double(step) / 100)
      #expect(distance(from: point, to: segments) <= 1.5 * Self.tolerance, "\(step) %")
    }
  }

  @Test func `flat curves are held where they turn back`() throws {
    // Points only at thirds and at the middle would miss these turns.
    var curves = [
      CubicCurve(
        start: Point(x: 46.36340, y: 49.99760), control1: Point(x: 93.96331, y: 50.00137),
        control2: Point(x: 11.43067, y: 50.00006), end: Point(x: 63.73348, y: 50.00567))
    ]
    for seed in UInt64(1)...80 {
      var random = SeededGenerator(seed: seed)
      func point() -> Point { Point(x: random.double(0...100), y: random.double(0...0.01)) }
      curves.append(
        CubicCurve(start: point(), control1: point(), control2: point(), end: point()))
    }
    for (index, curve) in curves.enumerated() {
      let segments = try segments(curve)
      for step in 0...100 {
        let point = curve.point(at: Double(step) / 100)
        #expect(
          distance(from: point, to: segments) <= 1.5 * Self.tolerance, "\(index), \(step) %")
      }
    }
  }

  @Test func `few arcs are as near to a gentle wave as they can be`() throws {
    let wave = CubicCurve(
      start: .zero, control1: Point(x: 30, y: 40), control2: Point(x: 70, y: -40),
      end: Point(x: 100, y: 0))
    let segments = try segments(wave, limit: 8)
    #expect(segments.count == 8 && segments.allSatisfy { $0.arc != nil })
    for step in 0...100 {
      #expect(distance(from: wave.point(at: Double(step) / 100), to: segments) < 0.5, "\(step) %")
    }
  }

  @Test func `arcs that are nearly straight lie at their ends`() throws {
    for height in [1e-3, 0.1, 10] {
      let curve = CubicCurve(
        start: .zero, control1: Point(x: 3e5, y: height), control2: Point(x: 7e5, y: height),
        end: Point(x: 1e6, y: 0))
      let segments = try segments(curve)
      for segment in segments {
        guard let arc = segment.arc else { continue }
        #expect((arc.point(atAngle: arc.startAngle) - segment.start).length < Self.tolerance)
      }
      #expect(distance(from: curve.point(at: 0.5), to: segments) < 1.5 * Self.tolerance)
    }
  }

  @Test func `the arcs of one curve are bounded in number`() throws {
    let huge = CubicCurve(
      start: .zero, control1: Point(x: 1e30, y: 0), control2: Point(x: -1e30, y: 3e29),
      end: Point(x: 1e29, y: 1e30))
    for limit in [8, 100, 1000] {
      #expect(try segments(huge, limit: limit).count <= 3 * limit)
    }
  }
}
