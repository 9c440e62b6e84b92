import Animation
import Geometry
import Raster

/// Colours and gradients on paths.
extension ShapeLayerBuilder {
  /// - Parameter edge: points by which the stroke may reach beyond the path.
  func painted(
    _ shape: LayerNode, _ path: Timeline<ContourList>, _ paint: PaintModel, _ key: LayerNode.Key,
    _ property: AnimatableProperty, edge: Double
  ) throws(LayerObstacle) -> LayerNode? {
    var node = shape
    var slot = paint.slot
    if case .color(let track) = paint.kind, !track.isFixed { slot = nil }
    // A slot's colour is opaque, so that another one can take its place.
    let isFaded = paint.opacity.isFixed && slot == nil
    let opacity = min(max(paint.opacity.first.x / 100, 0), 1)
    if paint.opacity.isFixed, opacity <= 0 { return nil }
    if let slot { node.slots.append((key, slot)) }
    let curves = Self.curves(path.keys.map { $0.value })
    let points = curves?.reduce(0) { $0 + $1.count } ?? 0
    guard let curves, path.keys.count * points < Self.elementLimit else {
      throw refuse("a path whose number of points changes, or too many of them")
    }
    switch paint.kind {
    case .color(let track):
      scope.set(.path, .path, path, of: &node) { .path($0.path(curves)) }
      scope.set(key, property, try scope.timeline(track), of: &node) { color in
        .color(
          ColorComponents(
            red: color.x, green: color.y, blue: color.z, alpha: isFaded ? opacity : 1))
      }
    case .gradient(let model):
      guard model.start.times.isEmpty, model.end.times.isEmpty, model.stops.isFixed else {
        throw refuse("a gradient that changes")
      }
      guard let paint = model.paint(at: span.start) else { return nil }
      switch paint {
      case .gradient(let gradient):
        guard
          let cut = try cut(&node, by: gradient, path, curves, key, property, edge: edge)
        else { return nil }
        node = cut
      case .color(let color):
        scope.set(.path, .path, path, of: &node) { .path($0.path(curves)) }
        node.values.append((key, .color(ColorComponents(color))))
      default: throw refuse("a gradient of another kind")
      }
      if isFaded, opacity < 1 { node.values.append((.opacity, .scalar(opacity))) }
    }
    if !isFaded { try scope.setOpacity(paint.opacity, of: &node) }
    return node
  }

  /// A gradient around a shape that is its mask; nil where the shape is empty.
  private func cut(
    _ shape: inout LayerNode, by gradient: Gradient, _ path: Timeline<ContourList>,
    _ curves: [[Bool]], _ key: LayerNode.Key, _ property: AnimatableProperty, edge: Double
  ) throws(LayerObstacle) -> LayerNode? {
    guard gradient.stops.count <= 64 else { throw refuse("a gradient of too many colours") }
    var box = Rect.null
    for key in path.keys { box = box.union(key.value.path(curves).hullBounds) }
    // The gradient's own edge lies outside, so that the shape's edge is not smoothed twice.
    box = box.insetBy(dx: -edge - 2, dy: -edge - 2)
    guard !box.isEmpty, box.isFinite else { return nil }
    let shift = AffineTransform.translation(x: -box.minX, y: -box.minY)
    scope.set(.path, .path, path, of: &shape) { .path($0.path(curves).transformed(by: shift)) }
    shape.values.append(
      (key, .color(ColorComponents(red: 0, green: 0, blue: 0, alpha: 1))))
    var node = LayerNode("")
    var local = gradient
    local.transform = gradient.transform.followed(by: shift)
    node.kind = .gradient(local)
    node.frame = box
    node.mask = [shape]
    return node
  }

  // MARK: Paths

  /// The contours of all uses; nil where there are none.
  func path(_ uses: [SlotUse]) throws(LayerObstacle) -> Timeline<ContourList>? {
    let slots = uses.map { self.slots[$0.slot] }
    let chains = uses.flatMap { $0.chain }
    let times = slots.flatMap { $0.times } + chains.flatMap { $0.times }
    let points = slots.reduce(0) { sum, slot in
      slot.contours(at: span.start).reduce(sum) { $0 + $1.vertices.count }
    }
    guard times.isEmpty || points <= Self.mostMovingPoints else {
      throw refuse("a moving path of more than \(Self.mostMovingPoints) points")
    }
    let isLinear =
      slots.allSatisfy { $0.isLinear }
      && (chains.allSatisfy { $0.times.isEmpty }
        || slots.allSatisfy { $0.times.isEmpty } && chains.allSatisfy { $0.onlyMoves })
    let timeline = try scope.timeline(times, isLinear: isLinear) { frame in
      var list = ContourList(contours: [])
      for (use, slot) in zip(uses, slots) {
        let matrix = use.matrix(at: frame)
        list.contours += slot.contours(at: frame).map { $0.transformed(by: matrix) }
      }
      return list
    }
    let isEmpty = timeline.keys.allSatisfy { $0.value.contours.allSatisfy { $0.vertices.isEmpty } }
    return isEmpty ? nil : timeline
  }

  /// For each contour and its sides: true if it is a curve at some keyframe; nil if the number
  /// changes.
  private static func curves(_ lists: [ContourList]) -> [[Bool]]? {
    guard let first = lists.first else { return nil }
    var result = first.contours.map { [Bool](repeating: false, count: $0.vertices.count) }
    for list in lists {
      guard list.contours.count == first.contours.count else { return nil }
      for (place, contour) in list.contours.enumerated() {
        guard contour.vertices.count == result[place].count,
          contour.isClosed == first.contours[place].isClosed
        else { return nil }
        for index in contour.vertices.indices {
          let next = contour.vertices[(index + 1) % contour.vertices.count]
          if contour.vertices[index].outgoing != .zero || next.incoming != .zero {
            result[place][index] = true
          }
        }
      }
    }
    return result
  }
}

extension ColorComponents {
  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}
