internal import Animation
internal import Layers
internal import Raster
internal import Scene

/// A control whose picture clients give, which image layers show.
final class ImageControl: Control {
  let layers: [ImageLayer]
  /// The last picture, and its description; nil before the first one.
  private(set) var picture: (image: Image, text: String)?
  private var isPending = false
  /// The picture that the layers showed before.
  private var former: Image?
  /// Layers whose transitions start again, with their pictures.
  private var restarted: [(layer: ImageLayer, image: Image?)] = []

  init(_ binding: ControlBinding, _ layers: [ImageLayer]) {
    self.layers = layers
    super.init(binding)
  }

  override var usualRole: AccessibleRole { .image }

  override var faces: [Layer] { layers.map { $0 as Layer } }

  override var info: ControlInfo {
    ControlInfo(name: name, kind: .image, label: label, description: picture?.text ?? "")
  }

  func set(_ image: Image, _ text: String) {
    picture = (image, text)
    isPending = true
  }

  override var hasPending: Bool { isPending && !layers.isEmpty }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    guard isPending else { return }
    isPending = false
    // Transitions are played.
    tree.transact { show() }
    if !layers.contains(where: { $0.animation(forKey: Transition.key) != nil }) { former = nil }
  }

  /// Layers that have not been shown yet take the picture without a transition.
  override func migrate(_ former: Control) {
    guard let former = former as? ImageControl, former.picture != nil else { return }
    picture = former.picture
    show()
  }

  override func adopt(_ former: Control) {
    guard let former = former as? ImageControl else { return }
    (picture, isPending, self.former) = (former.picture, former.isPending, former.former)
    restarted = []
    for (layer, other) in zip(layers, former.layers) {
      let isChanging = other.animation(forKey: Transition.key) != nil
      layer.contents = isChanging ? self.former : other.contents
      if isChanging { restarted.append((layer, other.contents)) }
    }
  }

  override func restartTransitions(in tree: LayerTree) {
    tree.transact {
      for (layer, image) in restarted { layer.contents = image }
    }
    restarted = []
  }

  private func show() {
    former = layers.first?.contents
    for layer in layers { layer.contents = picture?.image }
  }
}
