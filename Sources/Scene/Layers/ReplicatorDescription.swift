import Layers
import Raster

/// A replicator layer as the scene file describes it.
struct ReplicatorDescription {
  /// Byte offset of the number of instances in the file.
  var place: Int
  var instanceCount: Int
  var delay: Double
  var transform: TransformDescription
  var color: Color
  /// The offsets of red, green, blue and alpha.
  var colorOffset: [Double]

  func makeLayer(_ inner: LengthContext) -> ReplicatorLayer {
    let layer = ReplicatorLayer()
    layer.instanceCount = instanceCount
    layer.instanceDelay = delay
    layer.instanceTransform = transform.resolved(inner)
    layer.instanceColor = color
    layer.instanceRedOffset = colorOffset[0]
    layer.instanceGreenOffset = colorOffset[1]
    layer.instanceBlueOffset = colorOffset[2]
    layer.instanceAlphaOffset = colorOffset[3]
    return layer
  }
}
