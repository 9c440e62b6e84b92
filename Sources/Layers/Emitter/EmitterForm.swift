/// The shape in which an emitter's particles are born, and the order in which they are drawn.
extension EmitterLayer {
  /// The shape, centred on the emitter's position. Core Animation's spatial shapes are left out.
  public enum Shape: Sendable, Equatable, CaseIterable {
    case point
    /// A horizontal line of the emitter size's width.
    case line
    /// A rectangle of the emitter size.
    case rectangle
    /// A circle whose radius is the emitter size's width.
    case circle

    /// Apple's string for the shape.
    public var name: String {
      switch self {
      case .point: "point"
      case .line: "line"
      case .rectangle: "rectangle"
      case .circle: "circle"
      }
    }
  }

  /// The part of the shape in which particles are born.
  public enum Mode: Sendable, Equatable, CaseIterable {
    /// A line's ends, a rectangle's corners, a circle's centre.
    case points
    /// A rectangle's sides, or a circle's circumference. On a circle the direction of emission is
    /// measured from the radius, so that particles leave outwards.
    case outline
    /// The whole shape.
    case surface
    /// Equal to `surface`: a plane shape has no volume.
    case volume

    /// Apple's string for the mode.
    public var name: String {
      switch self {
      case .points: "points"
      case .outline: "outline"
      case .surface: "surface"
      case .volume: "volume"
      }
    }
  }

  /// The drawing order, from back to front, and the way in which particles are put over one
  /// another. Core Animation's `backToFront` is left out, since particles have no depth.
  public enum RenderMode: Sendable, Equatable, CaseIterable {
    /// Cell by cell.
    case unordered
    case oldestFirst
    case oldestLast
    /// Each particle is added to the picture below it, and so is the layer: plus-lighter, unless
    /// the layer has a blend mode of its own.
    case additive

    /// Apple's string for the mode.
    public var name: String {
      switch self {
      case .unordered: "unordered"
      case .oldestFirst: "oldestFirst"
      case .oldestLast: "oldestLast"
      case .additive: "additive"
      }
    }
  }
}
