import Geometry
import Raster

/// The outlines of a shape layer at one time, which styles refer to: what changes a path later in the
/// list changes what was painted with it before.
struct PathStore {
  var slots: [[Outline]] = []

  mutating func add(_ outlines: [Outline]) -> PathUse {
    slots.append(outlines)
    return PathUse(slot: slots.count - 1)
  }

  func vertexCount(_ uses: [PathUse]) -> Int {
    uses.reduce(0) { $0 + vertexCount(in: $1.slot) }
  }

  func vertexCount(in slot: Int) -> Int { slots[slot].reduce(0) { $0 + $1.vertices.count } }

  /// All paths as one, in the space of their user.
  func path(_ uses: [PathUse]) -> Path {
    var path = Path()
    for use in uses {
      for outline in slots[use.slot] {
        outline.transformed(by: use.transform).append(to: &path)
      }
    }
    return path
  }
}

/// A path with its place in the space of its user.
struct PathUse {
  var slot: Int
  var transform = AffineTransform.identity

  func transformed(by next: AffineTransform) -> PathUse {
    PathUse(slot: slot, transform: transform.followed(by: next))
  }
}

/// A painted thing of a shape layer whose paths may still change.
indirect enum ShapePart {
  case fill([PathUse], FillRule, PaintValue)
  case stroke([PathUse], StrokeStyle, PaintValue)
  case group([ShapePart], AffineTransform, opacity: Double, BlendMode)
  /// The first area without, or only within, the others.
  case combined([PathUse], firstCount: Int, MergeMode, PaintValue)
  /// An area with an edge added to it, or taken away where `isShrunk`.
  case offset([PathUse], FillRule, StrokeStyle, isShrunk: Bool, PaintValue)
}
