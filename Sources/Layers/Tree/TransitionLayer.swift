import Raster

/// A layer that exists only for a transition, has no model and holds others.
final class TransitionLayer: Layer {
  private let composition: DrawGroup.Composition
  /// The layer that is drawn as the only sublayer, without leaving its place in the tree.
  unowned(unsafe) var guest: Layer?

  init(_ composition: DrawGroup.Composition) {
    self.composition = composition
    super.init()
    presented = Layer()
    isCommitted = true
  }

  override var groupComposition: DrawGroup.Composition { composition }

  override var composedGuest: Layer? { unsafe guest }

  override func makeStill() -> Layer { TransitionLayer(composition) }

  func show(_ values: LayerValues, in tree: LayerTree) {
    guard let presented else { return }
    let changes = values.changes(since: presented.values)
    presented.values = values
    if !changes.isEmpty { tree.note(changes, of: self) }
  }
}
