import Animation

extension Layer {
  /// The replicator highest above the layer, or the layer itself, whose instances show it.
  var outermostReplicator: ReplicatorLayer? {
    var result: ReplicatorLayer?
    var layer: Layer? = self
    while let current = layer {
      if let replicator = current as? ReplicatorLayer { result = replicator }
      layer = current.superlayer
    }
    return result
  }
}

/// A layer that a replicator shows in place of one below it, or the node that holds an instance.
///
/// It stands in the tree as far as drawing goes: it has a superlayer, sublayers, a mask and
/// a presentation of its own, which is that of its original at the instance's time.
final class InstanceLayer: Layer {
  /// Nil for the node that holds an instance.
  let original: Layer?

  init(of original: Layer?) {
    self.original = original
    super.init()
    presented = original?.makePresentation() ?? Layer()
  }

  override var kind: LayerKind { original?.kind ?? .plain }

  override var drawsContent: Bool { original?.drawsContent ?? false }

  /// Every change: what a layer has that was not shown before.
  static var everyChange: LayerChanges { LayerChanges(rawValue: .max) }

  override func makePresentation() -> Layer { original?.makePresentation() ?? Layer() }
}
