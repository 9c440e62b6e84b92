import Animation
import Geometry
import Raster

/// The layers that are drawn for a layer while a transition runs on it: the layer itself, and a
/// still copy of its former look, each moved or faded as a whole.
///
/// 1. `frame` takes the layer's place among its superlayer's sublayers. It has the layer's own
///    coordinates and clips to its bounds, unless the two pictures dissolve.
/// 2. `before` holds the copy, at the former place and size of the layer; `after` holds the layer.
///    Both lead back from the layer's coordinates to the superlayer's, so that their contents lie
///    where they would without them, except for the sliding.
/// 3. None of these layers is in the tree of the model, nor is the copy.
final class LayerTransition {
  let frame: TransitionLayer
  /// The number of earlier transitions, each cut short by the next, that the copy still shows.
  let depth: Int
  private let transition: Transition
  private let before: TransitionLayer
  private let after: TransitionLayer
  private(set) var isShown = false

  /// - Parameters:
  ///   - layer: outlives the transition.
  ///   - copy: its former look; nil for nothing.
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

  /// Places the two pictures for a progress of the transition; nil hides the copy.
  func show(_ progress: Double?, of layer: Layer, in tree: LayerTree) {
    guard let progress, let shown = layer.presented, !shown.values.transform.hasPerspective,
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
    values.maskedCorners = shown.values.maskedCorners
    values.cornerCurve = shown.values.cornerCurve
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
    // Layers above have to draw their shadows anew.
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
