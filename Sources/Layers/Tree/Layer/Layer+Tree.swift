extension Layer {
  public final var superlayer: Layer? { unsafe owner }

  /// The tree that the layer belongs to.
  public final var tree: LayerTree? { unsafe host }

  /// The layer's index among its superlayer's sublayers, from the back; nil for a mask and for a
  /// layer without a superlayer. Found at once as long as no sibling before it comes or goes.
  public final var indexInSuperlayer: Int? {
    guard let siblings = superlayer?.sublayers else { return nil }
    if lastIndex < siblings.count, siblings[lastIndex] === self { return lastIndex }
    guard let index = siblings.firstIndex(where: { $0 === self }) else { return nil }
    lastIndex = index
    return index
  }

  /// Adds a layer on top of the others, after removing it from its former place. Returns false,
  /// without a change, if it is this layer, contains it, or is the root of a tree.
  @discardableResult
  public final func addSublayer(_ layer: Layer) -> Bool {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Puts a layer at an index, 0 being the backmost. An index past the end means the top.
  @discardableResult
  public final func insertSublayer(_ layer: Layer, at index: Int) -> Bool {
    precondition(index >= 0, "a sublayer's index is not negative")
    guard !isInside(layer), layer.tree?.root !== layer else { return false }
    let formerTree = unsafe layer.host
    let ownTree = unsafe host
    layer.unlink()
    keepArrangement()
    layer.lastIndex = min(index, sublayers.count)
    sublayers.insert(layer, at: layer.lastIndex)
    unsafe layer.owner = self
    if formerTree !== ownTree { layer.move(to: ownTree) }
    sublayersDidChange()
    needsLayoutOfSublayers()
    return true
  }

  /// Adds a layer right behind one of the sublayers. Returns false if that is no sublayer, and in
  /// the cases of `addSublayer`.
  @discardableResult
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool {
    guard layer !== sibling, holds(sibling), !isInside(layer) else { return false }
    layer.removeFromSuperlayer(keepingTree: true)
    let index = sublayers.firstIndex { $0 === sibling } ?? sublayers.count
    return insertSublayer(layer, at: index)
  }

  /// Adds a layer right before one of the sublayers. Returns false if that is no sublayer, and in
  /// the cases of `addSublayer`.
  @discardableResult
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool {
    guard layer !== sibling, holds(sibling), !isInside(layer) else { return false }
    layer.removeFromSuperlayer(keepingTree: true)
    let index = sublayers.firstIndex { $0 === sibling } ?? sublayers.count
    return insertSublayer(layer, at: index + 1)
  }

  /// A layer whose alpha multiplies everything that this one shows: its shadow, background,
  /// contents, sublayers and border taken together. Its position is in this layer's bounds.
  ///
  /// It is not a sublayer, but this layer is its superlayer, and it is committed and animated like
  /// sublayers. It may have sublayers, an opacity and a mask of its own; a mask that is hidden or
  /// empty hides this layer. A layer that becomes a mask is removed from its former place. Nothing
  /// happens if it is this layer, contains it, or is the root of a tree.
  public final var mask: Layer? {
    get { maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      if let newValue, isInside(newValue) || newValue.tree?.root === newValue { return }
      maskLayer?.removeFromSuperlayer(keepingTree: false)
      guard let newValue else { return }
      let formerTree = unsafe newValue.host
      let ownTree = unsafe host
      newValue.unlink()
      keepArrangement()
      maskLayer = newValue
      unsafe newValue.owner = self
      if formerTree !== ownTree { newValue.move(to: ownTree) }
      sublayersDidChange()
    }
  }

  /// True if the layer is its superlayer's mask.
  public final var isMask: Bool { superlayer?.maskLayer === self }

  /// Removes the layer, as a sublayer or as the mask, from its superlayer; its animations end with
  /// the next commit.
  public final func removeFromSuperlayer() {
    removeFromSuperlayer(keepingTree: false)
  }

  /// The sublayers from back to front: by their depth if some of them are not parallel to the
  /// screen, or else by presented z position, then by their order. A replicator gives its
  /// instances.
  public final var sublayersInDrawingOrder: [Layer] {
    sublayersOrdered(asPresented: true)
  }

  /// The sublayers from back to front as they were set: by z position, then by their order.
  final var sublayersInModelOrder: [Layer] { sublayersOrdered(asPresented: false) }

  private final func sublayersOrdered(asPresented isPresented: Bool) -> [Layer] {
    if isPresented, let instanceLayers {
      return ordersByDepth(asPresented: true)
        ? orderedByDepth(instanceLayers, asPresented: true) : instanceLayers
    }
    func height(_ layer: Layer) -> Double {
      isPresented ? layer.presented?.zPosition ?? layer.zPosition : layer.zPosition
    }
    var isOrdered = true
    for index in sublayers.indices.dropFirst()
    where height(sublayers[index - 1]) > height(sublayers[index]) {
      isOrdered = false
    }
    let ordered =
      isOrdered
      ? sublayers
      : sublayers.enumerated().sorted { a, b in
        let (lower, upper) = (height(a.element), height(b.element))
        return lower == upper ? a.offset < b.offset : lower < upper
      }.map { $0.element }
    return ordersByDepth(asPresented: isPresented)
      ? orderedByDepth(ordered, asPresented: isPresented) : ordered
  }

  /// True if the layer is `other` or below it.
  public final func isInside(_ other: Layer) -> Bool {
    var layer: Layer? = self
    while let current = layer {
      if current === other { return true }
      layer = current.superlayer
    }
    return false
  }

  /// The topmost replicator around the layer, or the layer itself: the one whose instances show it.
  final var outermostReplicator: Layer? {
    var result: Layer?
    var layer: Layer? = self
    while let current = layer {
      if current.contentKind == .replicator { result = current }
      layer = current.superlayer
    }
    return result
  }

  private final func holds(_ layer: Layer) -> Bool {
    layer.superlayer === self && maskLayer !== layer
  }

  private final func removeFromSuperlayer(keepingTree: Bool) {
    guard superlayer != nil else { return }
    unlink()
    if !keepingTree { move(to: nil) }
  }

  /// Undoes both directions of the link to the superlayer.
  private final func unlink() {
    guard let superlayer else { return }
    superlayer.keepArrangement()
    if superlayer.maskLayer === self {
      superlayer.maskLayer = nil
    } else {
      // The search is short even if thousands of sublayers move to another layer one by one: each
      // is then the first.
      if let index = superlayer.sublayers.firstIndex(where: { $0 === self }) {
        superlayer.sublayers.remove(at: index)
      }
      superlayer.needsLayoutOfSublayers()
    }
    unsafe owner = nil
    superlayer.sublayersDidChange()
  }

  private final func sublayersDidChange() {
    guard let tree else { return }
    tree.structureDidChange()
    tree.note(.sublayers, of: self)
  }

  /// Requests layout after a change of the sublayers, unless the layout itself made it.
  private final func needsLayoutOfSublayers() {
    guard !isLayingOut else { return }
    needsLayout = true
    if layoutHandler != nil { markUncommitted() }
  }

  /// Moves the layer and all layers below it into a tree, or out of one for nil.
  final func move(to tree: LayerTree?) {
    if let former = unsafe host {
      former.didLose(self)
      if tree != nil { isCommitted = false }
    }
    unsafe host = tree
    if let tree { tree.didGain(self) }
    for sublayer in sublayers { sublayer.move(to: tree) }
    maskLayer?.move(to: tree)
    if tree != nil { didEnterTree() }
  }

  /// Called when the tree goes away before its layers.
  final func forgetTree() {
    unsafe host = nil
    isCommitted = false
    forgetLists()
    for sublayer in sublayers { sublayer.forgetTree() }
    maskLayer?.forgetTree()
  }

  /// Clears the marks of being in the tree's lists.
  final func forgetLists() {
    isUncommitted = false
    isListedAsAnimating = false
    ownChange = nil
    changes = []
  }
}
