public import Geometry

/// One thing to paint: a shape, its paint, and the way to the framebuffer.
///
/// Copies share their values until one of them changes: a command of a scene that rests is held by
/// its layer's entry, by the display list and by the renderer.
public struct DrawCommand: Equatable {
  /// Compared in this order: commands of one list differ most in their places, and numbers are
  /// compared fastest.
  private struct Values: Equatable {
    var transform: AffineTransform
    var opacity: Double
    var shape: Shape
    var paint: Paint
    var isAdded = false
    var clips: [Shape]
  }

  /// Its values are read by `get` and not by `_read`: where a `_read` is not inlined, the compiler
  /// (Swift 6.3) reads parts of a large value after its memory is freed.
  private final class SharedValues {
    var values: Values

    init(_ values: Values) { self.values = values }
  }

  private var shared: SharedValues

  public init(
    shape: Shape, paint: Paint, opacity: Double = 1, transform: AffineTransform = .identity,
    clips: [Shape] = []
  ) {
    shared = SharedValues(
      Values(transform: transform, opacity: opacity, shape: shape, paint: paint, clips: clips))
  }

  private var values: Values {
    @inline(__always) get { shared.values }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&shared) { shared = SharedValues(shared.values) }
      yield &shared.values
    }
  }

  public var shape: Shape {
    get { shared.values.shape }
    set { values.shape = newValue }
  }

  public var paint: Paint {
    get { shared.values.paint }
    set { values.paint = newValue }
  }

  /// Multiplies the paint's alpha, 0…1.
  public var opacity: Double {
    get { shared.values.opacity }
    set { values.opacity = newValue }
  }

  /// Maps the shape's space, the paint's too, to framebuffer pixels.
  public var transform: AffineTransform {
    get { shared.values.transform }
    set { values.transform = newValue }
  }

  /// Areas outside which nothing is painted, in framebuffer pixels; all of them apply.
  public var clips: [Shape] {
    get { shared.values.clips }
    set { values.clips = newValue }
  }

  /// True if the pixels are added to the content below, each component up to its largest value, and
  /// not put over it.
  public var isAdded: Bool {
    get { shared.values.isAdded }
    set { values.isAdded = newValue }
  }

  public static func == (a: DrawCommand, b: DrawCommand) -> Bool {
    a.shared === b.shared || a.shared.values == b.shared.values
  }

  /// True if another command has the same coverage: then the two can only differ in colour and
  /// opacity.
  public func covers(sameAs other: DrawCommand) -> Bool {
    if shared === other.shared { return true }
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
