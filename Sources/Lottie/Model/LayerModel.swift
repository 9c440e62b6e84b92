import Geometry
import Raster

/// A layer of a composition.
struct LayerModel {
  enum Content {
    /// A layer without content, whose transform other layers share.
    case null
    case composition(asset: Int, size: Size)
    case solid(size: Size, color: Color)
    case image(asset: Int)
    case shapes(ShapeContent)
    case text(TextContent)
  }

  var name: String
  var content: Content
  var transform: TransformModel
  /// Place of the layer, among those of its composition, whose transform comes after this one's.
  var parent: Int?
  /// Frames of the composition from and before which the layer is seen.
  var range: (start: Double, end: Double)
  /// The frame of the composition at which the content's time begins.
  var startTime: Double
  /// The factor by which the content takes longer.
  var stretch: Double
  /// Seconds of the content's time at each frame of the composition; nil where it runs evenly.
  var timeRemap: Track<Numbers>?
  var masks: [MaskModel]
  var matte: Matte?
  /// True if the layer only serves as a matte.
  var isMatte: Bool
  var isHidden: Bool
  var effects: [EffectModel]
  var blendMode = BlendMode.normal

  /// Another layer whose pixels cut this one.
  struct Matte {
    enum Kind { case alpha, invertedAlpha, luma, invertedLuma }

    var kind: Kind
    /// Place among the layers of the composition.
    var layer: Int
  }
}

/// An outline that shows or hides parts of a layer.
struct MaskModel {
  enum Mode { case add, subtract, intersect }

  /// The most masks on a layer: each that subtracts or intersects becomes a group around all masks
  /// before it.
  static let mostOnLayer = 64

  var mode: Mode
  /// True if its area is all outside of the outline; never where it intersects.
  var isInverted: Bool
  var path: Track<ContourList>
  /// Percents.
  var opacity: Track<Numbers>
}

/// A change of a layer's finished pixels.
enum EffectModel {
  /// Everything that is painted gets one colour.
  case fill(color: Track<Numbers>, opacity: Track<Numbers>)
  /// Dark becomes one colour and light another, by an amount in percents.
  case tint(black: Track<Numbers>, white: Track<Numbers>, amount: Track<Numbers>)
  /// - `axes`: 2 for the horizontal one alone, 3 for the vertical one alone, any other number for
  ///   both.
  case blur(radius: Track<Numbers>, axes: Track<Numbers>)
  case dropShadow(DropShadowModel)
}

struct DropShadowModel {
  var color: Track<Numbers>
  var opacity: Track<Numbers>
  /// The opacity that counts as a whole one.
  var fullOpacity: Double
  /// Degrees from `zeroDirection`, which counts clockwise from 3 o'clock.
  var direction: Track<Numbers>
  var zeroDirection: Double
  var turnsClockwise: Bool
  var distance: Track<Numbers>
  var softness: Track<Numbers>
  /// Standard deviations in a unit of softness.
  var deviation: Double
  /// Not 0 where the shadow is shown without the layer; nil for a shadow that is always shown with
  /// it.
  var isAlone: Track<Numbers>?
}
