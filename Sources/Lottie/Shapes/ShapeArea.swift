import Geometry
import Raster

/// A path, or an area that an entry has made of several.
struct ShapeArea {
  enum Kind {
    /// The place of its contours in the store.
    case path(slot: Int)
    case merged([ShapeArea], MergeMode)
    case offset([PathUse], AreaEdge)
  }

  var kind: Kind
  /// To the space of its user.
  private(set) var transform = AffineTransform.identity
  /// Number that is added to the slots of all its paths: copies have slots of their own.
  private(set) var slotOffset = 0
  /// Levels of merged areas in each other.
  private var depth = 0

  /// The most levels: each one may be a group of the rasterizer in another.
  static let mostLevels = 64

  init(slot: Int) { kind = .path(slot: slot) }

  private init(_ kind: Kind, depth: Int = 0) {
    self.kind = kind
    self.depth = depth
  }

  /// The area in the space around it.
  func transformed(by next: AffineTransform, slots: Int = 0) -> ShapeArea {
    var result = self
    result.transform = transform.followed(by: next)
    result.slotOffset += slots
    return result
  }

  /// The areas from which this one was merged by the mode, in the space of its user; nil for other
  /// areas.
  func operands(of mode: MergeMode) -> [ShapeArea]? {
    guard case .merged(let areas, mode) = kind else { return nil }
    return areas.map { $0.transformed(by: transform, slots: slotOffset) }
  }

  /// The areas as one; an empty one if they are nested too deep.
  static func merged(_ areas: [ShapeArea], _ mode: MergeMode) -> ShapeArea {
    guard let first = areas.first else { return ShapeArea(.merged([], mode)) }
    // A chain of one mode is one merge of all.
    let operands = (first.operands(of: mode) ?? [first]) + areas.dropFirst()
    let depth = operands.reduce(0) { max($0, $1.depth) } + 1
    return depth > mostLevels
      ? ShapeArea(.merged([], mode)) : ShapeArea(.merged(operands, mode), depth: depth)
  }

  /// The areas with their edges moved; paths are moved as one, so that those inside others stay
  /// holes.
  static func offset(_ areas: [ShapeArea], _ edge: AreaEdge) -> [ShapeArea] {
    var uses: [PathUse] = []
    var result: [ShapeArea] = []
    for area in areas {
      if case .path(let slot) = area.kind {
        uses.append(PathUse(slot: slot + area.slotOffset, transform: area.transform))
      } else {
        result.append(area.offset(edge))
      }
    }
    return uses.isEmpty ? result : [ShapeArea(.offset(uses, edge))] + result
  }

  private func offset(_ edge: AreaEdge) -> ShapeArea {
    let scale = transform.scaleFactor
    guard scale > 0, scale.isFinite else { return self }
    var inner = edge
    inner.distance /= scale
    var result = self
    switch kind {
    case .path(let slot): result.kind = .offset([PathUse(slot: slot)], inner)
    case .offset(let uses, let last):
      inner.distance += last.distance
      result.kind = .offset(uses, inner)
    case .merged(let areas, .merge): result.kind = .merged(ShapeArea.offset(areas, inner), .merge)
    case .merged(let areas, let mode):
      let moved = areas.enumerated().map { index, area in
        // As a hole shrinks, the area around it grows.
        area.offset(mode == .subtract && index > 0 ? inner.reversed : inner)
      }
      result.kind = .merged(moved, mode)
    }
    return result
  }
}

/// The distance by which an edge lies further out, and its corners.
struct AreaEdge {
  /// A negative distance lies further in.
  var distance: Double
  var join: LineJoin
  var miterLimit: Double

  var reversed: AreaEdge {
    AreaEdge(distance: -distance, join: join, miterLimit: miterLimit)
  }
}

/// The areas of a list of entries, from its first one on. Areas are only added, so that all parts
/// that paint a beginning of the list share it.
final class AreaList {
  private(set) var areas: [ShapeArea]

  init(_ areas: [ShapeArea] = []) { self.areas = areas }

  func append(_ area: ShapeArea) { areas.append(area) }

  /// The areas so far.
  var current: AreaPrefix { AreaPrefix(list: self, count: areas.count) }
}

/// The first areas of a list.
struct AreaPrefix {
  fileprivate let list: AreaList
  let count: Int

  fileprivate init(list: AreaList, count: Int) {
    self.list = list
    self.count = count
  }

  var areas: ArraySlice<ShapeArea> { list.areas[..<count] }
}

/// A painted thing of a shape layer whose paths may still change.
enum ShapePart {
  case fill(AreaPrefix, FillRule, PaintValue)
  case stroke(AreaPrefix, StrokeStyle, PaintValue)
  case group(ShapeGroupPart)
}

/// Parts from front to back.
struct ShapeGroupPart {
  var parts: [ShapePart]
  var transform: AffineTransform
  /// Added to the slots of all paths in it.
  var slotOffset = 0
  var opacity: Double
  var blendMode = BlendMode.normal
}
