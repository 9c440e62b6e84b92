import Animation
import Geometry
import Testing

@testable import Layers

@Suite struct LayerValuesTests {
  /// Each layer has them, also while it rests.
  @Test func `values without a transform, a shadow and a blur take less than 250 bytes`() {
    #expect(MemoryLayout<LayerValues>.size < 250)
  }

  @Test func `a transform is kept, and goes with the identity`() {
    let layer = Layer()
    #expect(layer.transform == .identity)
    let turned = Transform3D(.rotation(1))
    layer.transform = turned
    #expect(layer.transform == turned)
    #expect(layer.values.changes(since: LayerValues()) == .geometry)
    layer.transform = .identity
    #expect(layer.transform == .identity)
    #expect(layer.values == LayerValues())
  }
}
