internal import Raster

/// A layer that stands for one below a replicator in one instance, or the node that holds an
/// instance.
///
/// An instance is a full layer for drawing: it has a superlayer, sublayers and a mask of its own,
/// and as its presentation that of its original at the instance's time.
final class InstanceLayer: Layer {
  /// Nil for the node that holds an instance.
  let original: Layer?

  init(of original: Layer?) {
    self.original = original
    super.init()
    presented = original?.makePresentation() ?? Layer()
  }

  override var contentKind: ContentKind { original?.contentKind ?? .plain }

  override var kind: LayerKind { original?.kind ?? .layer }

  override var groupComposition: DrawGroup.Composition { original?.groupComposition ?? .over }

  override var keepsDepth: Bool { original?.keepsDepth ?? false }

  override var drawsContent: Bool { original?.drawsContent ?? false }

  /// All changes, for a layer that has not been shown before.
  static var everyChange: LayerChanges { LayerChanges(rawValue: .max) }

  override func makePresentation() -> Layer { original?.makePresentation() ?? Layer() }
}
