import JSON
import Layers
import Raster

/// Replicators. Their sublayers count once for each instance: see `SceneBudget`.
extension SceneReader {
  func replicator(_ reader: inout ObjectReader) -> ReplicatorDescription {
    ReplicatorDescription(
      place: reader.keyOffset("instances") ?? reader.offset,
      instanceCount: reader.integer("instances", in: 0...ReplicatorLayer.instanceLimit) ?? 1,
      delay: reader.duration("delay", in: 0...SceneLimits.duration) ?? 0,
      transform: reader.take("instanceTransform").flatMap {
        transformValue($0, "instanceTransform")
      } ?? TransformDescription(),
      color: reader.color("instanceColor") ?? .white,
      colorOffset: reader.numbers("colorOffset", count: 4...4, in: -1...1) ?? [0, 0, 0, 0])
  }
}
