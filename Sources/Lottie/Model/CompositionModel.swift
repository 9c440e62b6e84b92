import Geometry
import Raster

/// Layers, the first on top.
struct CompositionModel {
  var layers: [LayerModel]

  /// True if some layer depends on those below it.
  var isBlended: Bool { layers.contains { $0.blendMode != .normal && !$0.isHidden && !$0.isMatte } }
}

/// A picture or a composition that layers refer to.
enum AssetModel {
  case composition(CompositionModel)
  /// The picture is stretched to the size.
  case image(Image, size: Size)
  /// An asset that cannot be drawn; a warning was given.
  case missing
}

/// A name for a stretch of frames.
public struct LottieMarker: Equatable, Sendable {
  public var name: String
  public var start: Double
  public var duration: Double
}
