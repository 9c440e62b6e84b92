public import Geometry
public import Raster

/// A glyph in colours of its own: pieces from back to front, in fractions of the font size, y
/// downwards from the baseline, x from the pen.
public final class ColorGlyph {
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

  public struct Stop: Sendable {
    public var offset: Double
    public var color: Color
  }

  public enum Spread: Sendable { case pad, `repeat`, reflect }

  public enum Form: Sendable {
    case axial(Point, Point)
    /// From a circle to another one.
    case radial(Point, Double, Point, Double)
    /// About a point, towards rising angles, from one in radians on.
    case conic(Point, Double)
  }

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
