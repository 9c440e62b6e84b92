/// Paths at places, such as the glyphs of a line of text. A path that is at several places, or in
/// several lines, is stored once. The outline of all of them takes some twenty times as much
/// memory, and is built only where it is needed.
public struct PlacedPaths: Equatable, Sendable {
  /// One path at one place.
  public struct Part: Equatable, Sendable {
    public let path: Path
    /// About the path's own origin.
    let scale: Double
    /// The point where the path's origin comes to lie.
    let origin: Point

    /// The map of the path to its place.
    public var placement: AffineTransform { .placing(scale: scale, origin: origin) }

    /// True if every coordinate of the path at its place is a finite number.
    public var isFinite: Bool {
      path.isFinite && placement.isFinite
    }
  }

  public private(set) var parts: [Part] = []

  public init() {}

  public var isEmpty: Bool { parts.isEmpty }

  /// Reserves memory for a number of paths.
  public mutating func reserveCapacity(_ count: Int) { parts.reserveCapacity(count) }

  /// Adds a path that is scaled about its own origin, which then comes to lie at a point.
  public mutating func append(_ path: Path, scale: Double, origin: Point) {
    parts.append(Part(path: path, scale: scale, origin: origin))
  }

  public mutating func append(_ part: Part) { parts.append(part) }

  /// Adds all paths of others at their places.
  public mutating func append(_ paths: PlacedPaths) { parts.append(contentsOf: paths.parts) }

  /// All paths at their places, in order, as one.
  public var path: Path {
    var path = Path(
      verbCapacity: parts.reduce(0) { $0 + $1.path.verbs.count },
      pointCapacity: parts.reduce(0) { $0 + $1.path.points.count })
    for part in parts { path.append(part.path, under: part.placement) }
    return path
  }

  /// The number of elements that are not lines.
  public var curveCount: Int { parts.reduce(0) { $0 + $1.path.curveCount } }
}

extension AffineTransform {
  /// A scale about the origin, which then comes to lie at a point.
  @inlinable public static func placing(scale: Double, origin: Point) -> AffineTransform {
    .scale(x: scale, y: scale).followed(by: .translation(x: origin.x, y: origin.y))
  }
}
