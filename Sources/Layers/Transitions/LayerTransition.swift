import Animation
import Geometry
import Raster

/// What is drawn in a layer's place while a transition runs on it: the layer itself, and a still copy
/// of what it showed before, each moved or faded as a whole.
///
/// 1. `frame` takes the layer's place among its superlayer's sublayers. It has the layer's own
///    coordinates and clips to its bounds, unless the two pictures dissolve.
/// 2. `before` holds the copy, with the place and the size that the layer had; `after` holds the
///    layer. Both lead back from the layer's coordinates to the superlayer's, so that what they
///    hold lies where it would without them, but for the way that it slides.
/// 3. None of these layers is in the tree of the model, nor is the copy.
final class LayerTransition {
  let frame: TransitionLayer
  /// How many transitions are still to be seen in the copy, having been cut short one by another.
  let depth: Int
  private let transition: Transition
  private let before: TransitionLayer
  private let after: TransitionLayer
  private(set) var isShown = false

  /// - Parameters:
  ///   - layer: outlives the transition.
  ///   - copy: what it showed; nil for nothing.
  init(_ transition: Transition, of layer: Layer, showing copy: Layer?, depth: Int) {
    self.transition = transition
    self.depth = depth
    let dissolves = transition.style == .fade
    frame = TransitionLayer(dissolves ? .isolated : .over)
    before = TransitionLayer(.over)
    after = TransitionLayer(dissolves ? .added : .over)
    unsafe after.guest = layer
    if let copy { before.adopt(copy) }
    for part in transition.style == .reveal ? [after, before] : [before, after] {
      frame.adopt(part)
    }
  }

  /// Puts the two pictures where they are at a progress of the transition; nil hides the copy.
  func show(_ progress: Double?, of layer: Layer, in tree: LayerTree) {
    guard let progress, let shown = layer.presented,
      let back = shown.transformToSuperlayer.inverse
    else {
      hide(in: tree)
      return
    }
    var values = LayerValues()
    values.position = shown.values.position
    values.bounds = shown.values.bounds
    values.anchorPoint = shown.values.anchorPoint
    values.transform = shown.values.transform
    values.zPosition = shown.values.zPosition
    values.masksToBounds = transition.style != .fade
    values.cornerRadius = shown.values.cornerRadius
    frame.show(values, in: tree)

    let direction = transition.edge.direction
    let size = shown.values.bounds.size
    let way = Vector(dx: direction.x * size.width, dy: direction.y * size.height)
    let pushed = transition.style == .push || transition.style == .reveal
    let arriving = transition.style == .push || transition.style == .moveIn
    let fades = transition.style == .fade
    place(before, back, moved: pushed ? way * progress : .zero, fades ? 1 - progress : 1, in: tree)
    place(
      after, back, moved: arriving ? way * (progress - 1) : .zero, fades ? progress : 1, in: tree)
    // For the shadows of the layers above.
    tree.note(.content, of: layer)
    if !isShown {
      isShown = true
      tree.transitionCount += 1
      tree.structureDidChange()
    }
  }

  func hide(in tree: LayerTree) {
    guard isShown else { return }
    isShown = false
    tree.transitionCount -= 1
    tree.structureDidChange()
  }

  private func place(
    _ part: TransitionLayer, _ back: AffineTransform, moved way: Vector, _ opacity: Double,
    in tree: LayerTree
  ) {
    var values = LayerValues()
    values.transform = Transform3D(back.followed(by: .translation(x: way.dx, y: way.dy)))
    values.opacity = opacity
    part.show(values, in: tree)
  }
}
