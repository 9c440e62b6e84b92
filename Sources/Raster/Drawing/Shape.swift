public import Geometry

/// An area to paint, in the coordinate space of its drawing.
public enum Shape: Equatable, Sendable {
  case fill(Path, FillRule)
  case stroke(Path, StrokeStyle)
}
