import JSON
import Layers
import Raster

/// Replicators: what they show counts once for each instance.
extension SceneReader {
  func replicator(_ reader: inout ObjectReader) -> ReplicatorDescription {
    ReplicatorDescription(
      instanceCount: reader.integer("instances", in: 0...ReplicatorLayer.instanceLimit) ?? 1,
      delay: reader.number("delay", in: 0...SceneLimits.duration) ?? 0,
      transform: reader.take("instanceTransform").flatMap {
        transformValue($0, "instanceTransform")
      } ?? TransformDescription(),
      color: reader.color("instanceColor") ?? .white,
      colorOffset: reader.numbers("colorOffset", count: 4...4, in: -1...1) ?? [0, 0, 0, 0])
  }

  /// Reads what is below a layer, and counts it as often as it is shown.
  func replicated(
    _ content: LayerDescription.Content, _ reader: ObjectReader,
    _ read: () -> [LayerDescription]
  ) -> [LayerDescription] {
    guard case .replicator(let replicator) = content else { return read() }
    let outer = replicatedLayerCount
    let (elements, segments, particles) = (pathElementCount, segmentCount, particleCount)
    replicatedLayerCount = 0
    let former = layerCount
    let layers = read()
    let inside = replicatedLayerCount + layerCount - former
    let more = max(replicator.instanceCount - 1, 0)
    replicatedLayerCount = outer + inside * more
    pathElementCount += (pathElementCount - elements) * more
    segmentCount += (segmentCount - segments) * more
    particleCount += (particleCount - particles) * Double(more)
    let place = reader.keyOffset("instances") ?? reader.offset
    func check(_ count: Int, _ what: String, limit: Int) {
      guard count > limit else { return }
      error(
        .limit, at: place, "\(count) " + what + " with all instances",
        expected: "at most \(limit) in a scene")
    }
    check(
      layerCount + replicatedLayerCount, "layers", limit: SceneLimits.layers)
    check(pathElementCount, "elements of paths", limit: SceneLimits.pathElements)
    check(segmentCount, "segments", limit: SceneLimits.allSegments)
    check(Int(min(particleCount, 1e9)), "particles", limit: SceneLimits.allParticles)
    return layers
  }
}
