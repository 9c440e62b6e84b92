/// Paths at places, as the glyphs of a line of text are: a path that is at several places, or in several lines, is there
/// once. Their outline together takes some twenty times as much memory, and is made where it is needed.
public struct PlacedPaths: Equatable, Sendable {
  private struct Part: Equatable {
    let path: Path
    let scale: Double
    let origin: Point
  }

  private var parts: [Part] = []

  public init() {}

  public var isEmpty: Bool { parts.isEmpty }

  /// Makes room for a number of paths.
  public mutating func reserveCapacity(_ count: Int) { parts.reserveCapacity(count) }

  /// Adds a path that is scaled about its own origin, which then comes to lie at a point.
  public mutating func append(_ path: Path, scale: Double, origin: Point) {
    parts.append(Part(path: path, scale: scale, origin: origin))
  }

  /// All paths at their places, in order, as one.
  public var path: Path {
    var path = Path(
      verbCapacity: parts.reduce(0) { $0 + $1.path.verbs.count },
      pointCapacity: parts.reduce(0) { $0 + $1.path.points.count })
    for part in parts {
      path.append(part.path, under: .placing(scale: part.scale, origin: part.origin))
    }
    return path
  }
}

extension AffineTransform {
  /// A scale about the origin, which then comes to lie at a point.
  @inlinable public static func placing(scale: Double, origin: Point) -> AffineTransform {
    .scale(x: scale, y: scale).followed(by: .translation(x: origin.x, y: origin.y))
  }
}
