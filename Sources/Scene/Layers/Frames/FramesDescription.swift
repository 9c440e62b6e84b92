import Animation
import Geometry
import Layers
import Raster

/// A frames layer as the scene file describes it.
struct FramesDescription {
  /// Nil for pictures that were left out.
  var sequence: PackedFrames?
  var fillMode: FillMode
  /// Nil if the time decides.
  var progress: Double?

  func makeLayer() -> ImageLayer {
    let layer = FramesLayer()
    layer.sequence = sequence
    layer.fillMode = fillMode
    layer.progress = progress
    return layer
  }
}

extension ImageDescription {
  /// The size of its picture, or of each of its frames; nil without any.
  var pictureSize: PixelSize? { picture?.size ?? frames?.sequence?.size }
}
