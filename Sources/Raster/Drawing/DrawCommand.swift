public import Geometry

/// One thing to paint: a shape, its paint, and the way to the framebuffer.
public struct DrawCommand: Equatable {
  public var shape: Shape
  public var paint: Paint
  /// Multiplies the paint's alpha, 0…1.
  public var opacity: Double
  /// Maps the shape's space, the paint's too, to framebuffer pixels.
  public var transform: AffineTransform
  /// Areas outside which nothing is painted, in framebuffer pixels; all of them apply.
  public var clips: [Shape]
  /// True if the pixels are added to the content below, each component up to its largest value, and
  /// not put over it.
  public var isAdded = false

  public init(
    shape: Shape, paint: Paint, opacity: Double = 1, transform: AffineTransform = .identity,
    clips: [Shape] = []
  ) {
    self.shape = shape
    self.paint = paint
    self.opacity = opacity
    self.transform = transform
    self.clips = clips
  }

  /// True if another command has the same coverage: then the two can only differ in colour and
  /// opacity.
  public func covers(sameAs other: DrawCommand) -> Bool {
    guard transform == other.transform, shape == other.shape, clips == other.clips else {
      return false
    }
    // An image cuts its shape.
    switch (paint, other.paint) {
    case (.image(let a), .image(let b)): return a == b
    case (.image, _), (_, .image): return false
    default: return true
    }
  }
}

/// An area to paint, in the coordinate space of its drawing.
public enum Shape: Equatable, Sendable {
  case fill(Path, FillRule)
  case stroke(Path, StrokeStyle)
  /// All paths together, filled non-zero.
  case glyphs(PlacedPaths)
}

/// A recorded picture: commands from back to front. Custom layers draw by recording into one.
public struct Drawing: Equatable {
  public private(set) var commands: [DrawCommand] = []

  public init() {}

  public mutating func append(_ command: DrawCommand) { commands.append(command) }

  /// Fills a path.
  public mutating func fill(_ path: Path, rule: FillRule = .nonZero, with paint: Paint) {
    append(DrawCommand(shape: .fill(path, rule), paint: paint))
  }

  /// Strokes a path.
  public mutating func stroke(_ path: Path, style: StrokeStyle, with paint: Paint) {
    append(DrawCommand(shape: .stroke(path, style), paint: paint))
  }
}
