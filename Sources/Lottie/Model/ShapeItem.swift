import Geometry
import Raster

/// An entry of a shape layer's list. Entries act on those before them.
indirect enum ShapeItem {
  case group(ShapeGroup)
  case path(Track<ContourList>)
  case ellipse(center: PositionTrack, size: Track<Numbers>, isReversed: Bool)
  case rectangle(
    center: PositionTrack, size: Track<Numbers>, radius: Track<Numbers>, isReversed: Bool)
  case star(StarModel)
  case fill(PaintModel, FillRule)
  case stroke(PaintModel, StrokeModel)
  case trim(TrimModel)
  case rounding(radius: Track<Numbers>)
  case merge(MergeMode)
  case repeater(RepeaterModel)
  case offset(amount: Track<Numbers>, join: LineJoin, miterLimit: Track<Numbers>)
  case pucker(amount: Track<Numbers>)
  /// The amplitude in units, and the ridges of each segment; smooth where the third one is 2.
  case zigZag(amplitude: Track<Numbers>, ridges: Track<Numbers>, pointKind: Track<Numbers>)
}

/// Entries with a place and an opacity of their own.
struct ShapeGroup {
  var name = ""
  var items: [ShapeItem]
  var transform: TransformModel?
  var blendMode = BlendMode.normal
}

extension [ShapeItem] {
  /// True if an entry of the list, or of a group in it, blends with the picture below it.
  var isBlended: Bool {
    contains { item in
      switch item {
      case .fill(let paint, _), .stroke(let paint, _): paint.blendMode != .normal
      case .group(let group): group.blendMode != .normal || group.items.isBlended
      default: false
      }
    }
  }
}

/// A star or a regular polygon.
struct StarModel {
  var isPolygon: Bool
  var center: PositionTrack
  var points: Track<Numbers>
  /// Degrees clockwise; at 0 a point is at the top.
  var rotation: Track<Numbers>
  var innerRadius: Track<Numbers>
  var outerRadius: Track<Numbers>
  /// Percents.
  var innerRoundness: Track<Numbers>
  var outerRoundness: Track<Numbers>
  var isReversed: Bool
}

/// A colour or a gradient, with an opacity in percents.
struct PaintModel {
  enum Kind {
    case color(Track<Numbers>)
    case gradient(GradientModel)
  }

  var kind: Kind
  var opacity: Track<Numbers>
  var blendMode = BlendMode.normal
  /// The name of the slot that has its colour.
  var slot: String?
}

struct GradientModel {
  var isRadial: Bool
  var start: PositionTrack
  var end: PositionTrack
  /// Stops of colour, four numbers each, and then stops of opacity, two numbers each.
  var stops: Track<NumberList>
  var colorCount: Int
}

struct StrokeModel {
  /// Lengths of dashes and gaps in turn.
  var dashes: [Track<Numbers>] = []
  var dashOffset = Track(Numbers.zero)
  var width: Track<Numbers>
  var cap: LineCap
  var join: LineJoin
  var miterLimit: Double
}

struct TrimModel {
  /// Percents of the length.
  var start: Track<Numbers>
  var end: Track<Numbers>
  /// Degrees; 360 are the whole length.
  var offset: Track<Numbers>
  /// True if all paths are trimmed as one, and not each by itself.
  var isSequential: Bool
}

enum MergeMode { case merge, add, subtract, intersect, exclude }

struct RepeaterModel {
  var copies: Track<Numbers>
  var offset: Track<Numbers>
  var isFirstOnTop: Bool
  var transform: TransformModel
  /// Percents, from the first copy to the last.
  var startOpacity: Track<Numbers>
  var endOpacity: Track<Numbers>
}
