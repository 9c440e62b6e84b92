public import Geometry

extension Layer {
  /// True if a point in the layer's own coordinates lies in its bounds. Corners, shapes and
  /// transparency do not count.
  public final func contains(_ point: Point) -> Bool { values.bounds.contains(point) }

  /// The frontmost layer, among this one and those below it, whose bounds contain a point; nil if
  /// there is none. The point is in the superlayer's coordinates.
  ///
  /// As in Core Animation, a hidden layer is passed over with everything below it, and so are
  /// sublayers outside of a layer that clips to its bounds. Opacity, masks and corners do not
  /// matter, and sublayers outside of a layer that does not clip are found.
  ///
  /// - Parameter presented: true to search the layers as they are on the screen, false as they were
  ///   set.
  public final func hitTest(_ point: Point, presented: Bool = false) -> Layer? {
    hitTest(point, presented, in: space(presented: presented), seeksAny: true) { _ in true }
  }

  /// The frontmost of the sought layers, among this one and those below it, that a point touches,
  /// itself or by a layer below it, as `hitTest` finds them; nil if there is none. Layers that are
  /// not sought hide none of them.
  public final func hitTest(
    _ point: Point, presented: Bool = false, for isSought: (Layer) -> Bool
  ) -> Layer? {
    hitTest(point, presented, in: space(presented: presented), seeksAny: false, isSought)
  }

  /// - Parameters:
  ///   - space: maps the layer's own space to the plane that the point is in.
  ///   - seeksAny: true to find the touched layer itself.
  private final func hitTest(
    _ point: Point, _ presented: Bool, in space: Transform3D, seeksAny: Bool,
    _ isSought: (Layer) -> Bool
  ) -> Layer? {
    let shown = presented ? presentation() ?? self : self
    guard !shown.isHidden, shown.isDoubleSided || !space.facesAway else { return nil }
    var inside = point
    var isHit = false
    if !keepsDepth {
      guard let place = Projection(space).inverse?.apply(to: point) else { return nil }
      inside = place
      isHit = shown.contains(inside)
      if shown.masksToBounds && !isHit { return nil }
    }
    let around = shown.sublayerTransformInBounds
    let ordered = presented ? sublayersInDrawingOrder : sublayersInModelOrder
    for sublayer in ordered.reversed() {
      let inner = (presented ? sublayer.presentation() ?? sublayer : sublayer)
        .spaceToSuperlayer(through: around)
      let layer = sublayer.hitTest(
        inside, presented, in: keepsDepth ? inner.followed(by: space) : inner, seeksAny: seeksAny,
        isSought)
      if let layer { return layer }
    }
    if seeksAny { return isHit ? self : nil }
    guard isSought(self) else { return nil }
    return hitTest(point, presented, in: space, seeksAny: true) { _ in true }.map { _ in self }
  }

  /// Converts a point from the layer's own coordinates to another's, or for nil to those around the
  /// topmost layer. Nil if the other layer is seen from its edge, or a plane is behind the camera
  /// there.
  ///
  /// - Parameter presented: true for the layers as they are on the screen, false as they were set.
  public final func convert(
    _ point: Point, to other: Layer?, presented: Bool = false
  ) -> Point? {
    let outside = projectionToOutside(presented: presented).apply(to: point)
    guard let other else { return outside }
    return outside.flatMap {
      other.projectionToOutside(presented: presented).inverse?.apply(to: $0)
    }
  }

  /// Converts a point from another layer's coordinates, or for nil those around the topmost layer,
  /// to the layer's own. Nil in the same cases as for the other direction.
  public final func convert(
    _ point: Point, from other: Layer?, presented: Bool = false
  ) -> Point? {
    if let other { return other.convert(point, to: self, presented: presented) }
    return projectionToOutside(presented: presented).inverse?.apply(to: point)
  }

  /// Maps the layer's own coordinates to those around the topmost layer.
  ///
  /// - Parameter presented: true for the layers as they are on the screen, false as they were set.
  public final func projectionToOutside(presented: Bool) -> Projection {
    var space = space(presented: presented)
    var projection: Projection?
    var layer = superlayer
    while let current = layer {
      let outer = current.space(presented: presented)
      if current.keepsDepth {
        space = space.followed(by: outer)
      } else {
        projection = projection?.followed(by: Projection(space)) ?? Projection(space)
        space = outer
      }
      layer = current.superlayer
    }
    return projection?.followed(by: Projection(space)) ?? Projection(space)
  }

  /// Maps the layer's own space to its superlayer's, through the superlayer's sublayer transform.
  ///
  /// - Parameter presented: true for the layers as they are on the screen, false as they were set.
  final func space(presented: Bool) -> Transform3D {
    func shown(_ layer: Layer) -> Layer { presented ? layer.presentation() ?? layer : layer }
    let around = isMask ? nil : superlayer.flatMap { shown($0).sublayerTransformInBounds }
    return shown(self).spaceToSuperlayer(through: around)
  }
}
