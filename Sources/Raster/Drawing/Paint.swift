public import Geometry

/// A colour at an offset of 0…1 along a gradient.
public struct GradientStop: Equatable, Sendable {
  public var offset: Double
  public var color: Color

  public init(offset: Double, color: Color) {
    self.offset = offset
    self.color = color
  }
}

/// A gradient in the space of the shape that it paints, or in one of its own.
public struct Gradient: Equatable, Sendable {
  public enum Geometry: Equatable, Sendable {
    /// From `start` (offset 0) to `end` (offset 1).
    case axial(start: Point, end: Point)
    /// From the centre (offset 0) to the radius (offset 1); `scaleY` makes it elliptic.
    case radial(center: Point, radius: Double, scaleY: Double)
    /// Through circles from the focal one (offset 0) to the other one (offset 1). Where circles do
    /// not lie in one another they cover a cone, and nothing is painted outside of it.
    case focal(center: Point, radius: Double, focus: Point, focalRadius: Double)
    /// Clockwise about the centre from `startAngle` in radians, a full turn.
    case conic(center: Point, startAngle: Double)
  }

  /// The colours of a gradient outside 0…1.
  public enum Spread: Equatable, Sendable {
    /// With the end colours.
    case pad
    /// From the beginning again.
    case `repeat`
    /// Back and forth.
    case reflect
  }

  public var geometry: Geometry
  /// In order of offset, at least two.
  public var stops: [GradientStop]
  public var spread: Spread
  /// Maps the gradient's space to that of the shape.
  public var transform: AffineTransform

  public init(
    geometry: Geometry, stops: [GradientStop], spread: Spread = .pad,
    transform: AffineTransform = .identity
  ) {
    self.geometry = geometry
    self.stops = stops
    self.spread = spread
    self.transform = transform
  }
}

/// The sampling of an image between its pixels.
public enum ImageFilter: Equatable, Sendable { case nearest, bilinear }

/// An image laid over the space of the shape that it paints.
public struct ImagePaint: Equatable {
  public var image: Image
  /// Maps image pixels to the shape's space.
  public var transform: AffineTransform
  public var filter: ImageFilter
  /// True if the border pixels go on around the image. Otherwise nothing is painted there.
  public var extendsBorders: Bool
  /// The part of the image that is read, in its pixels. Pixels that are partly inside are read,
  /// too. Nil for all of the image.
  @Rare public var source: Rect? = nil
  /// True if the image is made smaller by halves alone. This is for an image that is drawn many
  /// times, each at a scale of its own, and so small that nobody sees the difference. A part is
  /// reduced exactly.
  public var isReducedByHalves: Bool

  public init(
    image: Image, transform: AffineTransform, filter: ImageFilter = .bilinear,
    extendsBorders: Bool = false, source: Rect? = nil, isReducedByHalves: Bool = false
  ) {
    self.image = image
    self.transform = transform
    self.filter = filter
    self.extendsBorders = extendsBorders && image.base.pixels.count > 0
    self.source = source
    self.isReducedByHalves = isReducedByHalves
  }

  /// The pixels of the image that are read: at least one, and for a part outside of the image the
  /// nearest one.
  var readPixels: PixelRect {
    let all = PixelRect(image.size)
    guard let source, !all.isEmpty else { return all }
    // A pixel that is outside by less than rounding is not read.
    func cut(_ low: Double, _ high: Double, _ length: Int) -> Range<Int> {
      let first = min(max(PixelRect.clamped((low + 1e-6).rounded(.down)), 0), length - 1)
      let end = min(max(PixelRect.clamped((high - 1e-6).rounded(.up)), first + 1), length)
      return first..<end
    }
    let columns = cut(source.minX, source.maxX, image.size.width)
    let rows = cut(source.minY, source.maxY, image.size.height)
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }
}

/// The colours that fill a shape.
public enum Paint: Equatable {
  case color(Color)
  indirect case gradient(Gradient)
  case image(ImagePaint)
  /// A gradient or an image in perspective.
  indirect case projected(ProjectedPaint)
}

/// A paint that lies on a plane in space.
public struct ProjectedPaint: Equatable {
  public enum Source: Equatable {
    case gradient(Gradient)
    /// The border pixels go on around it: the shape has to end where the image does.
    case image(ImagePaint)
  }

  public var source: Source
  /// Maps the paint's space to that of the shape.
  public var projection: Projection

  public init(_ source: Source, projection: Projection) {
    self.source = source
    self.projection = projection
  }
}
