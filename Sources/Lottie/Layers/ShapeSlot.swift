import Geometry
import Raster

/// A path of a shape layer, which entries behind it change and styles refer to.
struct ShapeSlot {
  let item: ShapeItem
  /// Radii of entries that round its corners.
  var roundings: [Double] = []
  /// The place in the list of trims.
  var trim: Int?

  init(_ item: ShapeItem) { self.item = item }

  func contours(at frame: Double) -> [Contour] {
    var contours: [Contour]
    switch item {
    case .path(let track): contours = track.value(at: frame).contours
    case .ellipse(let center, let size, let isReversed):
      let size = size.value(at: frame)
      let contour = BasicShapes.ellipse(
        center: center.point(at: frame), size: Size(width: size.x, height: size.y))
      contours = [isReversed ? contour.reversed : contour]
    case .rectangle(let center, let size, let radius, let isReversed):
      let size = size.value(at: frame)
      // Corners that are round at some time are round at all times, so that the number of vertices
      // stays the same.
      let least = isRound ? 1e-3 : 0
      let contour = BasicShapes.rectangle(
        center: center.point(at: frame),
        size: Size(width: max(abs(size.x), least), height: max(abs(size.y), least)),
        radius: max(radius.number(at: frame), least))
      contours = [isReversed ? contour.reversed : contour]
    case .star(let model):
      let contour = BasicShapes.star(model, at: frame)
      contours = [model.isReversed ? contour.reversed : contour]
    default: contours = []
    }
    for radius in roundings { contours = contours.map { $0.rounded(radius: radius) } }
    return contours
  }

  private var isRound: Bool {
    guard case .rectangle(_, let size, let radius, _) = item else { return false }
    return radius.isFixed ? radius.first.x > 0 && !size.isFixed : true
  }

  var times: [TrackTimes] {
    switch item {
    case .path(let track): [track.times].compactMap { $0 }
    case .ellipse(let center, let size, _): center.times + [size.times].compactMap { $0 }
    case .rectangle(let center, let size, let radius, _):
      center.times + [size.times, radius.times].compactMap { $0 }
    case .star(let model):
      model.center.times
        + [
          model.points, model.rotation, model.innerRadius, model.outerRadius,
          model.innerRoundness, model.outerRoundness,
        ].compactMap { $0.times }
    default: []
    }
  }

  /// True if the path's points move on lines wherever its tracks do.
  var isLinear: Bool {
    guard roundings.isEmpty else { return false }
    switch item {
    case .path, .ellipse: return true
    case .rectangle(_, _, let radius, _): return radius.isFixed && radius.first.x <= 0
    default: return false
    }
  }
}

/// A path with the transforms of the groups between it and its style, from the innermost.
struct SlotUse {
  var slot: Int
  var chain: [TransformModel] = []

  func matrix(at frame: Double) -> AffineTransform {
    chain.reduce(.identity) { $0.followed(by: $1.matrix(at: frame)) }
  }
}

/// A painted entry of a shape layer, or a group of them; lists are from front to back.
indirect enum ShapeLayerPart {
  case fill([SlotUse], PaintModel, FillRule)
  case stroke([SlotUse], PaintModel, StrokeModel)
  case group(ShapeGroup, [ShapeLayerPart])
}
