import Geometry
import Layers

/// Rows, columns and overlays.
extension SceneLayout {
  /// The layer's place by the arrangement that it is in, or that it is the outermost of; nil if it has neither.
  @inline(never)
  mutating func item(_ description: LayerDescription, in outer: LengthContext) -> LayoutItem? {
    if let item = items[description.index] { return item }
    guard case .arrangement = description.content else { return nil }
    let item = makeItem(description, outer)
    ArrangementSolver(output: output).solve(item, in: outer.size)
    item.noteShown()
    item.frame.origin =
      description.position(item.frame.size, outer)
      - Vector(
        dx: description.anchor.x * item.frame.width, dy: description.anchor.y * item.frame.height)
    return item
  }

  private mutating func makeItem(
    _ description: LayerDescription, _ outer: LengthContext
  ) -> LayoutItem {
    let content: LayoutItem.Content
    switch description.content {
    case .arrangement(let arrangement):
      var inner: [LayoutItem] = []
      inner.reserveCapacity(description.sublayers.count)
      for sublayer in description.sublayers {
        let item = makeItem(sublayer, outer)
        items[sublayer.index] = item
        inner.append(item)
      }
      content = .arrangement(arrangement, inner)
    // A code fills the size that it is given.
    case .text(let text) where text.code == nil:
      let layer = makeText(
        text, LengthContext(size: description.size(outer), output: outer.output))
      content = .text(layer)
    case .image(let image):
      content = image.naturalSize.map { .picture($0) } ?? .other
    default: content = .other
    }
    return LayoutItem(
      content, width: description.width, height: description.height, grow: description.grow,
      anchor: description.anchor)
  }

  /// Lets an outermost arrangement follow its size and its texts.
  /// - Parameter follows: true if the layer around it follows a size, too.
  func follow(
    _ item: LayoutItem, _ description: LayerDescription, _ layer: Layer, in outer: Size,
    follows: Bool
  ) {
    let solver = ArrangementSolver(output: output)
    let movesAlong = follows && motion(of: description).isEmpty
    // The layer keeps the function: the function must not keep the layer.
    item.layer = nil
    layer.followsContentSizes = true
    layer.layoutHandler = { layer in
      let outer = follows ? layer.superlayer?.bounds.size ?? outer : outer
      solver.solve(item, in: outer)
      func show() {
        let size = item.frame.size
        if layer.bounds.size != size {
          layer.bounds = Rect(origin: layer.bounds.origin, size: size)
          description.fit(layer, LengthContext(size: size, output: solver.output))
        }
        if movesAlong {
          layer.position = description.position(
            size, LengthContext(size: outer, output: solver.output))
        }
        item.show()
      }
      if let tree = layer.tree { tree.transact(disableActions: true, show) } else { show() }
    }
  }

  /// Lets what is relative to the size of a layer follow it: its looks and, unless it is an arrangement, the layers in
  /// it. Layers that an animation or a control moves stay, since the ends of their motion do.
  func followSize(of description: LayerDescription, _ layer: Layer) {
    guard layer.layoutHandler == nil else { return }
    var parts: [(layer: Layer, description: LayerDescription)] = []
    var inner = description.compositing.mask
    if case .arrangement = description.content {} else { inner += description.sublayers }
    for part in inner where motion(of: part).isEmpty {
      if let layer = laidOut[part.index]?.layer { parts.append((layer, part)) }
    }
    guard !parts.isEmpty || description.followsOwnSize else { return }
    let output = output
    var shown = layer.bounds.size
    layer.layoutHandler = { layer in
      guard layer.bounds.size != shown else { return }
      shown = layer.bounds.size
      let context = LengthContext(size: shown, output: output)
      func show() {
        description.fit(layer, context)
        for part in parts { part.description.place(part.layer, in: context) }
      }
      if let tree = layer.tree { tree.transact(disableActions: true, show) } else { show() }
    }
  }
}

extension LayerDescription {
  /// True if `fit` has something to do.
  fileprivate var followsOwnSize: Bool {
    if case .shape = content { return true }
    return cornerRadius.isRelative || borderWidth.isRelative
  }

  /// Gives a layer the looks that are relative to its size.
  /// - Parameter own: measures of the layer.
  fileprivate func fit(_ layer: Layer, _ own: LengthContext) {
    if cornerRadius.isRelative { layer.cornerRadius = max(0, own.side(cornerRadius)) }
    if borderWidth.isRelative { layer.borderWidth = max(0, own.side(borderWidth)) }
    guard case .shape(let shape) = content, let layer = layer as? ShapeLayer else { return }
    layer.path = shape.path.resolved(own)
    if shape.lineWidth.isRelative { layer.lineWidth = max(0, own.side(shape.lineWidth)) }
  }

  /// Gives a layer its place in a layer that has another size now.
  fileprivate func place(_ layer: Layer, in outer: LengthContext) {
    if case .arrangement = content { return layer.setNeedsLayout() }
    let size = size(outer)
    if layer.bounds.size != size {
      layer.bounds = Rect(origin: layer.bounds.origin, size: size)
    }
    layer.position = position(size, outer)
  }
}
