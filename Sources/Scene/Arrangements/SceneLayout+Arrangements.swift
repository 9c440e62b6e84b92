import Geometry
import Layers

/// Rows, columns and overlays.
extension SceneLayout {
  /// The layer's item in the arrangement around it, or a new one for an outermost arrangement; nil
  /// for other layers.
  @inline(never)
  mutating func item(_ description: LayerDescription, in outer: LengthContext) -> LayoutItem? {
    if let item = items[description.index] { return item }
    guard case .arrangement = description.content else { return nil }
    let item = makeItem(description, outer)
    if item.hasCollapsed {
      // Layers within a collapsed one are placed, too, for the moment when it takes its space.
      var solver = solver
      solver.placesCollapsed = true
      solver.solve(item, in: outer.size)
    }
    solver.solve(item, in: outer.size)
    item.noteShown()
    item.frame.origin =
      description.position(item.frame.size, outer)
      - Vector(
        dx: description.anchor.x * item.frame.width, dy: description.anchor.y * item.frame.height)
    return item
  }

  private var solver: ArrangementSolver {
    ArrangementSolver(output: output, strings: strings)
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
    case .progress(let progress):
      content =
        progress.lineWidth.map { .line(LineSpace(width: $0, isRound: progress.isRoundLine)) }
        ?? .other
    case .text: content = .square
    default: content = description.drawingSize.map { .drawing($0) } ?? .other
    }
    let item = LayoutItem(
      content, width: description.width, height: description.height, grow: description.grow,
      anchor: description.anchor, startsCollapsed: description.isCollapsed)
    (item.alignSelf, item.justifySelf) = (description.alignSelf, description.justifySelf)
    return item
  }

  /// Makes an outermost arrangement follow its size and its texts, and its mask follow it.
  /// - Parameter follows: true if the layer around it follows a size, too.
  func follow(
    _ item: LayoutItem, _ description: LayerDescription, _ layer: Layer, in outer: Size,
    follows: Bool
  ) {
    let solver = solver
    let movesAlong = follows && motion(of: description).isEmpty
    let masks = stillParts(description.compositing.mask)
    var looks = FollowedLooks(of: layer)
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
          let context = LengthContext(size: size, output: solver.output)
          looks.fit(layer, description, context)
          for mask in masks { mask.description.place(mask.layer, in: context) }
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

  /// Makes everything that is relative to the size of a layer follow it: its looks and, unless it
  /// is an arrangement, the layers in it. Layers that an animation or a control moves stay, since
  /// the ends of their motion do.
  func followSize(of description: LayerDescription, _ layer: Layer) {
    guard layer.layoutHandler == nil else { return }
    var inner = description.compositing.mask
    if case .arrangement = description.content {
    } else if description.compositing.viewBox == nil {
      inner += description.sublayers
    }
    let parts = stillParts(inner)
    guard !parts.isEmpty || description.followsOwnSize else { return }
    let output = output
    var shown = layer.bounds.size
    var looks = FollowedLooks(of: layer)
    layer.layoutHandler = { layer in
      guard layer.bounds.size != shown else { return }
      shown = layer.bounds.size
      let context = LengthContext(size: shown, output: output)
      func show() {
        looks.fit(layer, description, context)
        for part in parts { part.description.place(part.layer, in: context) }
      }
      if let tree = layer.tree { tree.transact(disableActions: true, show) } else { show() }
    }
  }

  /// The layers that no animation or control moves.
  func stillParts(
    _ descriptions: [LayerDescription]
  ) -> [(layer: Layer, description: LayerDescription)] {
    var parts: [(layer: Layer, description: LayerDescription)] = []
    for part in descriptions where motion(of: part).isEmpty {
      if let layer = laidOut[part.index]?.layer { parts.append((layer, part)) }
    }
    return parts
  }
}

/// The looks of a layer that follow its size, as long as nothing else sets them.
private struct FollowedLooks {
  /// A value of the layer's model.
  private struct Look<Value: Equatable> {
    /// As the scene was laid out. A control that no longer sets the property brings this value
    /// back.
    let first: Value
    /// As it was laid out last.
    private(set) var last: Value

    init(_ value: Value) { (first, last) = (value, value) }

    /// Gives the model another value, unless it has one that a state, a control or a program has
    /// set.
    mutating func replace(_ model: inout Value, by value: Value) {
      guard model == last || model == first else { return }
      last = value
      model = value
    }
  }

  private var cornerRadius: Look<Double>
  private var borderWidth: Look<Double>
  private var lineWidth: Look<Double>
  private var path: Look<Path?>
  private var sublayerTransform: Look<Transform3D>

  init(of layer: Layer) {
    let shape = layer as? ShapeLayer
    cornerRadius = Look(layer.cornerRadius)
    borderWidth = Look(layer.borderWidth)
    lineWidth = Look(shape?.lineWidth ?? 0)
    path = Look(shape?.path)
    sublayerTransform = Look(layer.sublayerTransform)
  }

  /// Gives a layer the looks that are relative to its size.
  /// - Parameter own: measures of the layer.
  mutating func fit(_ layer: Layer, _ description: LayerDescription, _ own: LengthContext) {
    let (radius, border) = (description.cornerRadius, description.borderWidth)
    if radius.isRelative {
      cornerRadius.replace(&layer.cornerRadius, by: max(0, own.side(radius)))
    }
    if border.isRelative {
      borderWidth.replace(&layer.borderWidth, by: max(0, own.side(border)))
    }
    if description.compositing.viewBox != nil {
      sublayerTransform.replace(
        &layer.sublayerTransform,
        by: description.compositing.sublayerTransform(own, anchor: layer.anchorPoint))
    }
    guard case .shape(let shape) = description.content, let layer = layer as? ShapeLayer else {
      return
    }
    path.replace(&layer.path, by: shape.path.resolved(own))
    if shape.lineWidth.isRelative {
      lineWidth.replace(&layer.lineWidth, by: max(0, own.side(shape.lineWidth)))
    }
  }
}

extension LayerDescription {
  /// True if some of its looks follow its own size.
  fileprivate var followsOwnSize: Bool {
    if case .shape = content { return true }
    return cornerRadius.isRelative || borderWidth.isRelative || compositing.viewBox != nil
  }

  /// Gives a layer its place in a layer that has another size now.
  func place(_ layer: Layer, in outer: LengthContext) {
    if case .arrangement = content { return layer.setNeedsLayout() }
    let size = size(outer)
    if layer.bounds.size != size {
      layer.bounds = Rect(origin: layer.bounds.origin, size: size)
    }
    layer.position = position(size, outer)
  }
}
