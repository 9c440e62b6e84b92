/// Where an emitter's particles are born, and in which order they lie.
extension EmitterLayer {
  /// About the emitter's position. The spatial forms of Core Animation are not there.
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

  /// Which part of the shape.
  public enum Mode: Sendable, Equatable, CaseIterable {
    /// A line's ends, a rectangle's corners, a circle's centre.
    case points
    /// A rectangle's sides, a circle's line, whose particles leave outwards: there the direction of
    /// emission is counted from the radius.
    case outline
    /// All of it.
    case surface
    /// All of it, as a plane has no more.
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

  /// The order from back to front. There is no depth to order by, and no additive blending.
  public enum RenderMode: Sendable, Equatable, CaseIterable {
    /// Cell by cell.
    case unordered
    case oldestFirst
    case oldestLast

    /// Apple's string for the mode.
    public var name: String {
      switch self {
      case .unordered: "unordered"
      case .oldestFirst: "oldestFirst"
      case .oldestLast: "oldestLast"
      }
    }
  }
}
