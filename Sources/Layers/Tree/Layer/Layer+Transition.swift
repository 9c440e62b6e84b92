import Animation

extension Layer {
  /// The layers that are drawn above the layer's own content, from back to front: the sublayers.
  /// For a sublayer with a running transition, it is the layer that holds its former and its new
  /// look.
  ///
  /// A transition of a mask is not drawn.
  public final var composedSublayers: [Layer] {
    if let composedGuest { return [composedGuest] }
    let ordered = sublayersInDrawingOrder
    guard let tree, tree.transitionCount > 0 else { return ordered }
    return ordered.map { $0.composed }
  }

  /// The layer that is drawn for this one: itself, or the frame of its transition.
  public final var composed: Layer {
    guard let transition, transition.isShown else { return self }
    return transition.frame
  }

  /// The most nested transitions that cut each other short. A further one begins from the layer's
  /// own present look.
  private static var transitionDepth: Int { 3 }

  /// Keeps the layer's present look for a transition that begins now.
  final func beginTransition(_ settings: Transition, in tree: LayerTree) {
    var copy: Layer?
    var depth = 0
    if let transition, transition.isShown, transition.depth < Layer.transitionDepth {
      copy = transition.frame.still()
      depth = transition.depth + 1
    } else if isCommitted {
      copy = still()
    }
    transition?.hide(in: tree)
    transition = LayerTransition(settings, of: self, showing: copy, depth: depth)
  }

  /// Brings a transition to the tree's time, and ends it if its animation is gone.
  final func updateTransition(in tree: LayerTree) {
    guard let transition else { return }
    guard let running = animations[Transition.key],
      case .transition(let settings) = running.animation
    else {
      endTransition(in: tree)
      return
    }
    let position = settings.timing.position(
      atParentTime: localTime(atTreeTime: tree.time), rounding: frameRounding)
    let isVisible =
      position.isVisible && (position.phase != .after || !settings.isRemovedOnCompletion)
    transition.show(isVisible ? settings.progress(at: position) : nil, of: self, in: tree)
  }

  final func endTransition(in tree: LayerTree) {
    transition?.hide(in: tree)
    transition = nil
  }

  /// A copy of the layer and all layers below it as shown in the last frame. It changes neither
  /// with time nor with the model.
  private final func still() -> Layer? {
    guard let presented else { return nil }
    let still = makeStill()
    let shown = presented.makePresentation()
    _ = presented.updatePresentation(still)
    _ = presented.updatePresentation(shown)
    still.presented = shown
    still.isCommitted = true
    still.drawing = drawing
    if let composedGuest {
      if let copy = composedGuest.still() { still.adopt(copy) }
    } else {
      for sublayer in arrangementBefore?.sublayers ?? sublayers {
        if let copy = sublayer.composed.still() { still.adopt(copy) }
      }
    }
    let mask = arrangementBefore.map { $0.mask } ?? maskLayer
    if let copy = mask?.still() {
      still.maskLayer = copy
      unsafe copy.owner = still
    }
    return still
  }

  /// Puts a layer that is in no tree on top of the sublayers.
  final func adopt(_ layer: Layer) {
    sublayers.append(layer)
    unsafe layer.owner = self
  }

  // MARK: The arrangement before a turn

  /// The sublayers and the mask at the beginning of the turn.
  struct Arrangement {
    var sublayers: [Layer]
    var mask: Layer?
  }

  /// Keeps the sublayers and the mask before their first change in a turn. A transition of the turn
  /// begins from them.
  final func keepArrangement() {
    guard isCommitted, arrangementBefore == nil, let tree else { return }
    arrangementBefore = Arrangement(sublayers: sublayers, mask: maskLayer)
    tree.rearranged.append(self)
  }
}
