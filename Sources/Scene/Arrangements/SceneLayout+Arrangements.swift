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
    case .shape(let shape): content = .shape(shape.path)
    default: content = .other
    }
    return LayoutItem(
      content, width: description.width, height: description.height, grow: description.grow,
      anchor: description.anchor)
  }

  /// Lets an outermost arrangement follow its size and its texts.
  func follow(_ item: LayoutItem, _ layer: Layer, in outer: Size) {
    let solver = ArrangementSolver(output: output)
    // The layer keeps the function: the function must not keep the layer.
    item.layer = nil
    layer.followsContentSizes = true
    layer.layoutHandler = { layer in
      solver.solve(item, in: outer)
      func show() {
        layer.bounds = Rect(origin: layer.bounds.origin, size: item.frame.size)
        item.show(output: solver.output)
      }
      if let tree = layer.tree { tree.transact(disableActions: true, show) } else { show() }
    }
  }
}
