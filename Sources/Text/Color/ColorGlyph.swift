public import Geometry
public import Raster

/// A glyph in colours of its own: pieces from back to front, in fractions of the font size, y
/// downwards from the baseline, x from the pen.
public final class ColorGlyph {
  /// Areas that are filled alike.
  public struct Piece {
    /// The filled area, and further ones that all cut it.
    public var areas: [Path]
    public var fill: Fill
  }

  /// Straight components in 0…1.
  public struct Color: Sendable, Equatable {
    public var red = 0.0
    public var green = 0.0
    public var blue = 0.0
    public var alpha = 1.0
    /// True for the text's own colour; only its alpha is given here.
    public var isForeground = false
  }

  /// A colour of a gradient; `offset` is 0 at its start and 1 at its end.
  public struct Stop: Sendable {
    public var offset: Double
    public var color: Color
  }

  /// The colours before the first stop and behind the last one.
  public enum Spread: Sendable { case pad, `repeat`, reflect }

  /// The kind of a gradient, and its place in the gradient's own space.
  public enum Form: Sendable {
    /// From a point to another one.
    case axial(Point, Point)
    /// From a circle to another one.
    case radial(Point, Double, Point, Double)
    /// About a point, towards rising angles, from one in radians on.
    case conic(Point, Double)
  }

  /// The paint of an area.
  public enum Fill {
    case color(Color)
    /// In a space of its own, with its map to that of the areas.
    case gradient(Form, [Stop], Spread, AffineTransform)
    /// A picture, with the map of its pixels to the areas' space.
    case image(Image, AffineTransform)
  }

  public let pieces: [Piece]

  init(_ pieces: [Piece]) { self.pieces = pieces }
}
