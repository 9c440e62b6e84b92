import CMath

/// The lines, curves and arcs of a path one by one, to move along them.
///
/// A closing line counts, unless the subpath ends where it began; moves do not. A segment is at
/// parameter 0 at its start and at 1 at its end, and consecutive ones may lie apart.
public struct PathSegments: Sendable {
  private let curves: [MeasuredCurve]

  public init(_ path: Path) { curves = PathMeasure(path).curves }

  public var count: Int { curves.count }

  /// The length of a segment, in the path's units.
  public func length(of segment: Int) -> Double { curves[segment].length }

  public func point(of segment: Int, at parameter: Double) -> Point {
    curves[segment].point(at: parameter)
  }

  /// The parameter at a fraction of the segment's length.
  public func parameter(of segment: Int, atLengthFraction fraction: Double) -> Double {
    curves[segment].parameter(atLength: fraction * curves[segment].length)
  }

  /// The angle of the direction ahead in radians, clockwise from 3 o'clock; 0 for a segment without
  /// length. At the tip of a cusp, or where control points coincide, it is the direction next to
  /// it.
  public func angle(of segment: Int, at parameter: Double) -> Double {
    let curve = curves[segment]
    let inward = parameter < 0.5 ? 1e-6 : -1e-6
    let direction =
      curve.derivative(at: parameter).normalized
      ?? curve.derivative(at: parameter + inward).normalized
      ?? (curve.point(at: 1) - curve.point(at: 0)).normalized
    guard let direction else { return 0 }
    return atan2(direction.dy, direction.dx)
  }
}
