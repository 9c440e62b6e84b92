/// The shape of a stroke's open ends.
public enum LineCap: Sendable, Equatable { case butt, round, square }

/// The shape of a stroke's corners.
public enum LineJoin: Sendable, Equatable { case miter, round, bevel }

/// The pen that turns a path into a stroked outline, in the path's own units.
public struct StrokeStyle: Equatable, Sendable {
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  /// The longest miter, as a multiple of the width; a sharper corner is bevelled.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn; empty for a solid line.
  public var dashes: [Double]
  /// Distance into the dash pattern at which the path starts.
  public var dashPhase: Double

  public init(
    width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dashes: [Double] = [], dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }
}
